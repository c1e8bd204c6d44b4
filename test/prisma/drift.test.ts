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
