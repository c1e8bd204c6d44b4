// The archive's own login: made by set-up and not by a migration, since roles belong to the whole server and a rented Postgres may
// forbid making them. What it can read is what the migrations grant to PUBLIC; the archive itself refuses a login that can read more.
import pg from 'pg';

const FORBIDDEN = '42501';

/** The address of the archive's login on the owner's database, after making the login where it is missing. */
export function provideArchiveLogin(ownerUrl: string, password: string): Promise<string> {
  return asOwner(ownerUrl, async (owner, database) => {
    const url = new URL(ownerUrl);
    // One login a database, for several institutions may share a server.
    url.username = `${database.slice(0, 55)}_archive`;
    url.password = password;
    await letIn(owner, url);
    return url.href;
  });
}

/** Sees to it that the login of this address gets into the owner's database. */
export function admitArchiveLogin(ownerUrl: string, archiveUrl: string): Promise<void> {
  return asOwner(ownerUrl, (owner) => letIn(owner, new URL(archiveUrl)));
}

async function letIn(owner: pg.Client, url: URL): Promise<void> {
  if (await letsIn(url.href)) return;
  await makeArchiveLogin(owner, decodeURIComponent(url.username), decodeURIComponent(url.password));
}

async function asOwner<Result>(
  ownerUrl: string,
  work: (owner: pg.Client, database: string) => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  try {
    const { rows } = await owner.query<{ name: string }>('select current_database() as name');
    const database = rows[0]?.name ?? '';
    await closeDatabase(owner, database);
    return await work(owner, database);
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
