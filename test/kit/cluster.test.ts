import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from './cluster.ts';

async function ask(connectionString: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

test('two databases of one file are two, and neither shows in the other', async () => {
  const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
  await ask(one.url, 'create table mine (id int)');
  expect(await ask(one.url, `select to_regclass('mine')::text as found`)).toEqual({ found: 'mine' });
  expect(await ask(other.url, `select to_regclass('mine')::text as found`)).toEqual({ found: null });
});

test("the archive's login gets in, can make nothing and no temporary table either", async () => {
  const { archiveUrl } = await createDatabase();
  expect(await ask(archiveUrl, 'select current_user as who')).toEqual({ who: 'test_archive' });
  const writing = `${archiveUrl}?options=${encodeURIComponent('-c default_transaction_read_only=off')}`;
  await expect(ask(writing, 'create table mine (id int)')).rejects.toThrow('permission denied for schema public');
  await expect(ask(writing, 'create temporary table mine (id int)')).rejects.toThrow(
    'permission denied to create temporary tables',
  );
});
