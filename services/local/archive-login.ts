// The archive's own login: made by set-up and not by a migration, since roles belong to the whole server and a rented Postgres may
// forbid making them. What it can read is what the migrations grant to PUBLIC; the archive itself refuses a login that can read more.
import pg from 'pg';

export const archiveLoginOf = (database: string) => `${database}_archive`;

/** Makes the login, or gives it this password; `owner` is connected to the institution's database as its owner. */
export async function makeArchiveLogin(owner: pg.Client, login: string, password: string): Promise<void> {
  const role = pg.escapeIdentifier(login);
  const { rows } = await owner.query('select from pg_roles where rolname = $1', [login]);
  await owner.query(`${rows.length === 0 ? 'create' : 'alter'} role ${role} with login noinherit password ${pg.escapeLiteral(password)}`);
  await owner.query(`alter role ${role} set default_transaction_read_only = on`);
}

/** What a database gives to everyone is not copied from a template nor written by a migration. */
export async function closeDatabase(owner: pg.Client, database: string): Promise<void> {
  const name = pg.escapeIdentifier(database);
  const { rows } = await owner.query<{ open: boolean }>(
    `select exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
       where d.datname = $1 and a.grantee = 0 and a.privilege_type = 'TEMPORARY') as open`,
    [database],
  );
  if (rows[0]?.open) await owner.query(`revoke temporary on database ${name} from public`);
}
