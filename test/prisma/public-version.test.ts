// What visitors are answered is kept under a version, so every table that their answers are read from has to move it.
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase, sql } from '#prisma/database.ts';
import { readPublicVersion } from '#schema/version.ts';
import { createDatabase } from '#test/kit/cluster.ts';
import { movingTables } from '#test/kit/moving-tables.ts';

/** Tables that can change no answer of a visitor, and why. A table that is neither here nor moves the version fails the test. */
const still: Record<string, string> = {
  password: 'a secret',
  token: 'a secret',
  session: 'a secret',
  attempt: 'a limit',
  counted_write: 'a limit',
  idempotency_key: 'what a member sent before',
  operator_record: 'for staff',
  operator_record_group: 'for staff',
  audit_entry: 'for staff',
  ledger_entry: 'for its member',
  credit_balance: 'for its member',
  appeal: 'for its parties and staff',
  list_head: 'the next place of lists',
  publication: 'of the archive, which keeps answers by versions of its own',
  publication_head: 'of the archive',
  publication_page: 'of the archive',
  publication_block: 'of the archive',
  public_version: 'the version itself',
  scheduled_job: 'of the scheduler',
  _prisma_migrations: 'of set-up',
};

test('every table moves the version or is known to change no answer', async () => {
  const database = openDatabase((await createDatabase()).url, { max: 1 });
  const tables = await database.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const moving = await movingTables(database);
  await database.close();
  expect([...moving, ...Object.keys(still)].sort()).toEqual(tables.map(({ name }) => name).sort());
});

test('a transaction moves it once, as a whole, and waits for no other', async () => {
  const { url } = await createDatabase();
  const [one, other, looker] = await Promise.all([connect(url), connect(url), connect(url)]);
  const database = openDatabase(url, { max: 1 });
  const touch = `update public_setting set value = value where key = $1`;
  await looker.query(
    `insert into public_setting (key, value, changed_at) values ('one', '1', now()), ('other', '1', now())`,
  );
  const seen = [await readPublicVersion(database)];
  await one.query('begin');
  await other.query('begin');
  await one.query(touch, ['one']);
  await one.query('savepoint taken_back');
  await one.query(touch, ['one']);
  await one.query('rollback to taken_back');
  await one.query(touch, ['one']);
  // Neither is committed, and the second does not wait for the first.
  await other.query(touch, ['other']);
  expect(await readPublicVersion(database)).toBe(seen[0]);
  for (const done of [other, one]) {
    await done.query('commit');
    const version = await readPublicVersion(database);
    expect(seen).not.toContain(version);
    seen.push(version);
  }
  // What was moved in a part that is taken back is moved again by what follows.
  await one.query('begin');
  await one.query('savepoint taken_back');
  await one.query(touch, ['one']);
  await one.query('rollback to taken_back');
  await one.query(touch, ['one']);
  await one.query('commit');
  expect(seen).not.toContain(await readPublicVersion(database));
  await expect(looker.query('update public_version set moved = 0')).rejects.toMatchObject({ code: 'MK000' });
  await Promise.all([database.close(), one.end(), other.end(), looker.end()]);
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
