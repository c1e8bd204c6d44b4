import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#prisma/migrate.ts';
import { createDatabase } from '#test/kit/cluster.ts';

const temporary = mkdtempSync(path.join(tmpdir(), 'morrowkin-migrations-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** A folder of migrations; the object's order is no matter, the names' is. */
function folderOf(migrations: Record<string, string>): URL {
  const folder = mkdtempSync(path.join(temporary, 'set-'));
  for (const [name, sql] of Object.entries(migrations)) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'migration.sql'), sql);
  }
  return pathToFileURL(`${folder}/`);
}

async function emptyDatabase(): Promise<string> {
  return (await createDatabase({ empty: true })).url;
}

async function ask<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const one = { '1_one': 'create table one (id int);' };
const two = { ...one, '2_two': 'alter table one add column name text;' };

test('applies what is missing, in the order of the names, and nothing twice', async () => {
  const url = await emptyDatabase();
  expect(await migrate(url, folderOf(one))).toEqual(['1_one']);
  expect(await migrate(url, folderOf(two))).toEqual(['2_two']);
  expect(await migrate(url, folderOf(two))).toEqual([]);
});

test("keeps the table that Prisma's command line keeps", async () => {
  const url = await emptyDatabase();
  await migrate(url, folderOf(one));
  const columns = await ask(
    url,
    `select column_name || ' ' || data_type || coalesce('(' || character_maximum_length || ')', '') || ' ' || is_nullable as is
     from information_schema.columns where table_name = '_prisma_migrations' order by ordinal_position`,
  );
  expect(columns.map((column) => column.is)).toEqual([
    'id character varying(36) NO',
    'checksum character varying(64) NO',
    'finished_at timestamp with time zone YES',
    'migration_name character varying(255) NO',
    'logs text YES',
    'rolled_back_at timestamp with time zone YES',
    'started_at timestamp with time zone NO',
    'applied_steps_count integer NO',
  ]);
  const rows = await ask(
    url,
    'select migration_name, checksum, finished_at is not null as finished, applied_steps_count from _prisma_migrations',
  );
  const checksum = '9411214ef281f6e41950c13393e58dc90b558495c8c0068fe9b6dfa2b49b6775'; // of the file, as sha256sum has it
  expect(rows).toEqual([{ migration_name: '1_one', checksum, finished: true, applied_steps_count: 1 }]);
});

test('eight at once apply everything once', async () => {
  const url = await emptyDatabase();
  const folder = folderOf(two);
  const names = await Promise.all(Array.from({ length: 8 }, () => migrate(url, folder)));
  expect(names.flat().sort()).toEqual(['1_one', '2_two']);
});

test('a migration that fails leaves nothing behind, and says where', async () => {
  const url = await emptyDatabase();
  const broken = { ...one, '2_broken': 'create table half (id int);\ncreate table half (id int);' };
  await expect(migrate(url, folderOf(broken))).rejects.toThrow(
    /2_broken failed and left nothing behind: .*"half" already exists/,
  );
  expect(await ask(url, `select to_regclass('half')::text as half, to_regclass('one')::text as one`)).toEqual([
    { half: null, one: 'one' },
  ]);
  const worse = { ...one, '2_worse': 'create table two (id int);\n\ncreate tabel three ();' };
  await expect(migrate(url, folderOf(worse))).rejects.toThrow('syntax error at or near "tabel", in line 3');
  expect(await migrate(url, folderOf(two))).toEqual(['2_two']);
});

test.each([
  [
    'a changed one',
    async () => folderOf({ '1_one': 'create table one (id bigint);' }),
    '1_one was changed after it had been applied',
  ],
  [
    'one that is gone from the folder',
    async () => folderOf({ '0_zero': 'select 1;' }),
    '1_one, which this version does not know',
  ],
  [
    'one that another tool did not finish',
    async (url: string) => {
      await ask(url, 'update _prisma_migrations set finished_at = null');
      return folderOf(one);
    },
    '1_one was begun by another tool and not finished',
  ],
])('%s stops with a sentence', async (_, prepare, sentence) => {
  const url = await emptyDatabase();
  await migrate(url, folderOf(one));
  await expect(migrate(url, await prepare(url))).rejects.toThrow(sentence);
});

test('one that another tool rolled back is applied again', async () => {
  const url = await emptyDatabase();
  await migrate(url, folderOf(one));
  await ask(url, 'drop table one; update _prisma_migrations set finished_at = null, rolled_back_at = now()');
  expect(await migrate(url, folderOf(one))).toEqual(['1_one']);
});

test('a folder without its file stops with a sentence', async () => {
  const folder = folderOf(one);
  mkdirSync(new URL('2_empty/', folder));
  await expect(migrate(await emptyDatabase(), folder)).rejects.toThrow(
    'The migration folder 2_empty holds no migration.sql.',
  );
});

test('a kill in the middle of a migration leaves nothing, and the next run does not wait for it', async () => {
  const url = await emptyDatabase();
  const slow = folderOf({ ...one, '2_slow': 'create table slow (id int); select pg_sleep(600);' });
  const program = `import { load } from '#services/local/load.mjs';
    const { migrate } = await load('prisma/migrate.ts');
    await migrate(process.argv[1], new URL(process.argv[2]));`;
  const runner = spawn(process.execPath, ['--input-type=module', '-e', program, '--', url, slow.href], {
    stdio: 'inherit',
  });
  const sleeping = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  while ((await ask(url, sleeping)).length === 0) await pause(20);
  runner.kill('SIGKILL');
  await once(runner, 'exit');
  expect(await migrate(url, folderOf(two))).toEqual(['2_two']);
  expect(await ask(url, `select to_regclass('slow') as slow`)).toEqual([{ slow: null }]);
});
