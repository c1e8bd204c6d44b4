// The archive's own login: made by set-up and not by a migration, since roles belong to the whole server and a rented Postgres may
// forbid making them. What it can read is what the migrations grant to PUBLIC; the archive itself refuses a login that can read more.
import pg from 'pg';

const FORBIDDEN = '42501';

/** The address of the archive's login on the owner's database, after making the login where it is missing. */
export async function provideArchiveLogin(ownerUrl: string, password: string): Promise<string> {
  const url = new URL(ownerUrl);
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  try {
    const { rows } = await owner.query<{ name: string }>('select current_database() as name');
    const database = rows[0]?.name ?? '';
    await closeDatabase(owner, database);
    // One login a database, for several institutions may share a server.
    const login = `${database.slice(0, 55)}_archive`;
    url.username = login;
    url.password = password;
    if (!(await letsIn(url.href))) await makeArchiveLogin(owner, login, password);
    return url.href;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== FORBIDDEN) throw error;
    throw new Error(
      "The user of DATABASE_URL may not make the archive's login; make one that owns nothing, and set ARCHIVE_DATABASE_URL to it.",
      { cause: error },
    );
  } finally {
    await owner.end();
  }
}

/** Makes the login, or gives it this password. */
export async function makeArchiveLogin(owner: pg.Client, login: string, password: string): Promise<void> {
  const role = pg.escapeIdentifier(login);
  const { rows } = await owner.query('select from pg_roles where rolname = $1', [login]);
  await owner.query(
    `${rows.length === 0 ? 'create' : 'alter'} role ${role} with login noinherit password ${pg.escapeLiteral(password)}`,
  );
  await owner.query(`alter role ${role} set default_transaction_read_only = on`);
}

/** Takes back what a new database gives to everyone; a migration cannot name its database, and a template does not hand this on. */
export async function closeDatabase(owner: pg.Client, database: string): Promise<void> {
  const { rows } = await owner.query<{ open: boolean }>(
    `select exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
       where d.datname = $1 and a.grantee = 0 and a.privilege_type = 'TEMPORARY') as open`,
    [database],
  );
  if (rows[0]?.open) await owner.query(`revoke temporary on database ${pg.escapeIdentifier(database)} from public`);
}

async function letsIn(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
