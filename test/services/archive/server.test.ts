// The archive's process: it starts with a login that reads the publication only, says why where it does not start, and ends when told.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#test/kit/cluster.ts';
import { freePort } from '#test/kit/port.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

function start(env: Record<string, string>): { child: ChildProcess; said: () => string } {
  const { DATABASE_URL, ARCHIVE_DATABASE_URL, PUBLIC_ORIGIN, ...inherited } = process.env;
  const child = spawn(process.execPath, ['services/local/run.mjs', 'services/archive/server.ts'], {
    cwd: root,
    env: { ...inherited, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return { child, said: () => said };
}

async function failing(env: Record<string, string>): Promise<string> {
  const { child, said } = start(env);
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  return said();
}

test('says in a sentence why it does not start', async () => {
  expect(await failing({})).toBe(
    'The archive cannot start. ARCHIVE_DATABASE_URL is not set; the archive needs a database login of its own.\n',
  );
  const owner = await failing({ ARCHIVE_DATABASE_URL: database.url });
  expect(owner).toMatch(
    /^The archive cannot start\. The login of ARCHIVE_DATABASE_URL can do more than read the publication: .+\n$/,
  );
  expect(owner).not.toContain(database.url);
  expect(await failing({ ARCHIVE_DATABASE_URL: database.archiveUrl })).toContain('The institution has no origin yet');
}, 60_000);

test('serves its stored origin, refuses another, and ends in order', async () => {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    `insert into public_setting (key, value, changed_at) values ('origin', '"https://institution.test"', now())`,
  );
  await owner.end();
  const env = { ARCHIVE_DATABASE_URL: database.archiveUrl, ARCHIVE_PORT: String(await freePort()) };
  expect(await failing({ ...env, PUBLIC_ORIGIN: 'https://other.test' })).toContain(
    'was set up as https://institution.test',
  );

  const { child, said } = start({ ...env, PUBLIC_ORIGIN: 'https://institution.test' });
  const health = () =>
    fetch(`http://127.0.0.1:${env.ARCHIVE_PORT}/health`).then(
      ({ status }) => status,
      () => 0,
    );
  while ((await health()) !== 200 && child.exitCode === null) await pause(50);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'close')) as [number];
  expect([code, said()]).toEqual([0, '']);
}, 60_000);
