import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  ask,
  command,
  dataDirectory,
  freePorts,
  isAlive,
  isHealthy,
  postmasterOf,
  start,
  stop,
  told,
} from './started.ts';

test('the first start makes everything, and ending it ends everything', async () => {
  const env = { DATA_DIR: dataDirectory(), ...(await freePorts()) };
  const started = await start(env).open;
  expect(await isHealthy(started.api)).toBe(true);
  expect(await isHealthy(started.archive)).toBe(true);
  expect(started.output()).toContain(`Pages and API  ${started.api}`);
  // As it stands, the line works in another terminal, where nobody has set DATA_DIR.
  expect(started.output()).toContain(
    `DATA_DIR='${env.DATA_DIR}' npm run --silent institution -- member create YOUR-HANDLE --role administrator --approved`,
  );

  const api = await told(started.api);
  const archive = await told(started.archive);
  expect(api).toMatchObject({ login: 'morrowkin', PUBLIC_ORIGIN: started.api });
  expect(api.ARCHIVE_DATABASE_URL).toBeUndefined();
  expect(archive).toMatchObject({ login: 'morrowkin_archive', PUBLIC_ORIGIN: started.api });
  expect(archive.DATABASE_URL).toBeUndefined();
  await expect(ask(archive.ARCHIVE_DATABASE_URL, 'select * from member')).rejects.toThrow('permission denied');
  expect(await ask(archive.ARCHIVE_DATABASE_URL, 'select count(*) from publication')).toHaveLength(1);

  const secrets = path.join(env.DATA_DIR, 'secrets.json');
  expect(statSync(secrets).mode & 0o777).toBe(0o600);
  expect(started.output()).not.toContain(JSON.parse(readFileSync(secrets, 'utf8')).owner);
  const postmaster = postmasterOf(env.DATA_DIR);
  expect(await stop(started)).toBe(0);
  expect([postmaster, api.pid, archive.pid].filter(isAlive)).toEqual([]);
  expect(existsSync(path.join(env.DATA_DIR, 'running'))).toBe(false);
});

test('a second start keeps what was there and is ready within five seconds', { retry: 2 }, async () => {
  const env = { DATA_DIR: dataDirectory(), ...(await freePorts()) };
  const first = await start(env).open;
  await ask((await told(first.api)).DATABASE_URL, 'create table kept (id int)');
  await stop(first);
  const begun = performance.now();
  const second = await start(env).open;
  // The promise is for a machine that has time for it.
  const busy = (loadavg()[0] ?? 0) > 2 * availableParallelism();
  expect(performance.now() - begun).toBeLessThan(busy ? 20_000 : 5000);
  expect(await ask((await told(second.api)).DATABASE_URL, `select to_regclass('kept')::text as kept`)).toEqual([
    { kept: 'kept' },
  ]);
  // A terminal and npm both pass Ctrl-C on.
  second.kill('SIGINT');
  second.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

test('two starts at once on one directory: one is open, the other says why it is not', async () => {
  const DATA_DIR = dataDirectory();
  const starts = [start({ DATA_DIR, ...(await freePorts()) }), start({ DATA_DIR, ...(await freePorts()) })];
  const [winner] = await Promise.all([Promise.any(starts.map((one) => one.open))]);
  const loser = starts.find((one) => one.pid !== winner.pid);
  expect(await loser?.ended).toBe(1);
  expect(loser?.output().trim()).toBe(
    `An institution already runs on ${DATA_DIR} (process ${winner.pid}); stop it first, or set another DATA_DIR.`,
  );
  expect(await isHealthy(winner.api)).toBe(true);
  expect(await stop(winner)).toBe(0);
});

test('wrong values stop the start, each with its sentence, before anything is made', async () => {
  const DATA_DIR = path.join(dataDirectory(), 'never');
  const wrong = start({ DATA_DIR, PORT: '80x', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:hidden@h/d' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output().trim().split('\n')).toEqual([
    'PORT must be a port from 1 to 65535, not "80x".',
    'DATABASE_URL must be an address that begins with postgresql:// or postgres://.',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
  ]);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a port that is taken is named', async () => {
  const env = { DATA_DIR: dataDirectory(), ...(await freePorts()) };
  const other = createServer().listen(Number(env.ARCHIVE_PORT), '127.0.0.1');
  await once(other, 'listening');
  const refused = start(env);
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim()).toBe(
    `Port ${env.ARCHIVE_PORT} on 127.0.0.1 is taken by another program; set ARCHIVE_PORT to a free one.`,
  );
  other.close();
});

test('the origin is stored at the first start and changes by a command only', async () => {
  const env = { DATA_DIR: dataDirectory(), ...(await freePorts()) };
  const first = await start({ ...env, PUBLIC_ORIGIN: 'https://Registry.Example/' }).open;
  expect((await told(first.api)).PUBLIC_ORIGIN).toBe('https://registry.example');
  expect(await command(env, 'origin', 'set', 'https://new.example')).toMatchObject({
    code: 1,
    error: 'Stop the institution first: its services go on with the origin they were started with.\n',
  });
  await stop(first);

  const unset = await start(env).open;
  expect((await told(unset.archive)).PUBLIC_ORIGIN).toBe('https://registry.example');
  await stop(unset);

  const other = start({ ...env, PUBLIC_ORIGIN: 'https://new.example' });
  expect(await other.ended).toBe(1);
  expect(other.output()).toContain(
    'PUBLIC_ORIGIN is https://new.example, but this institution was set up as https://registry.example',
  );

  expect(await command(env, 'origin', 'set', 'https://new.example', '--json')).toMatchObject({
    code: 0,
    out: '{"origin":"https://new.example"}\n',
  });
  const changed = await start({ ...env, PUBLIC_ORIGIN: 'https://new.example' }).open;
  expect((await told(changed.api)).PUBLIC_ORIGIN).toBe('https://new.example');
  await stop(changed);
});

test('a demonstration is marked before the services start, and never laid over a real institution', async () => {
  const env = { DATA_DIR: dataDirectory(), ...(await freePorts()) };
  const demonstration = await start(env, ['demo']).open;
  const mark = `select value from public_setting where key = 'demonstration'`;
  expect(await ask((await told(demonstration.api)).DATABASE_URL, mark)).toEqual([{ value: true }]);
  await stop(demonstration);
  expect(await stop(await start(env, ['demo']).open)).toBe(0);

  const real = { DATA_DIR: dataDirectory(), ...(await freePorts()) };
  await stop(await start(real).open);
  const refused = start(real, ['demo']);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`The institution in ${real.DATA_DIR} is a real one`);
});
