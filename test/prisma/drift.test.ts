import pg from 'pg';
import { expect, test } from 'vitest';
import { drift } from '#prisma/draft.ts';
import { committedGuards, listGuards } from '#prisma/guards.ts';
import { createDatabase } from '#test/kit/cluster.ts';

test('the migrations make what schema.prisma describes', async () => {
  const { url } = await createDatabase();
  expect(await drift(url)).toBe('');
});

test('a column that the schema does not know is drift', async () => {
  const { url } = await createDatabase();
  await run(url, 'alter table member add column shoe_size int');
  expect(await drift(url)).toContain('DROP COLUMN "shoe_size"');
});

test('triggers, functions, checks, partial indexes and rights are those of the listing (npm run migration:guards)', async () => {
  const { url } = await createDatabase();
  expect(await listGuards(url)).toBe(await committedGuards());
});

// Postgres lets everyone call a new function, and the archive refuses to start with a login that can.
test('no migration leaves a function that everyone may call', async () => {
  const { url } = await createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0)`);
  await client.end();
  expect(rows).toEqual([]);
});

test.each([
  ['a trigger switched off', 'alter table claim disable trigger user'],
  [
    'a function changed',
    `create or replace function institution_now() returns timestamptz language sql volatile as 'select now()'`,
  ],
  ['a check added', 'alter table member add constraint odd check (length(id) % 2 = 1) not valid'],
  ['a partial index added', 'create index odd on member (id) where length(id) % 2 = 1'],
  ['a right given', 'grant select on member to public'],
  ['a right on one column given', 'grant select (id) on member to public'],
])('%s is seen', async (_, statement) => {
  const { url } = await createDatabase();
  await run(url, statement);
  expect(await listGuards(url)).not.toBe(await committedGuards());
});

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}
