import { setTimeout as pause } from 'node:timers/promises';
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
  until,
} from './started.ts';

const settled = async () => ({ DATA_DIR: dataDirectory(), ...(await freePorts()) });

test('after kill -9 of the starter its services end, its Postgres is taken over, and nothing is lost', async () => {
  const env = await settled();
  const first = await start(env).open;
  const { DATABASE_URL, pid } = await told(first.api);
  await ask(DATABASE_URL, 'create table kept (id int)');
  const postmaster = postmasterOf(env.DATA_DIR);
  first.kill('SIGKILL');
  await first.ended;
  expect(isAlive(postmaster)).toBe(true);

  const second = await start(env).open;
  expect(isAlive(pid)).toBe(false);
  expect(postmasterOf(env.DATA_DIR)).toBe(postmaster);
  expect(second.output()).toContain('left running by a start that was killed');
  expect(await ask(DATABASE_URL, `select to_regclass('kept')::text as kept`)).toEqual([{ kept: 'kept' }]);
  expect(await stop(second)).toBe(0);
  expect(isAlive(postmaster)).toBe(false);
});

test('after kill -9 of everything the next start comes up', async () => {
  const env = await settled();
  const first = await start(env).open;
  const { DATABASE_URL, pid } = await told(first.api);
  await ask(DATABASE_URL, 'create table kept (id int); insert into kept values (1)');
  const victims = [first.pid, pid, (await told(first.archive)).pid, postmasterOf(env.DATA_DIR)];
  for (const victim of victims) process.kill(victim, 'SIGKILL');
  await first.ended;

  const second = await start(env).open;
  expect(await ask((await told(second.api)).DATABASE_URL, 'select id from kept')).toEqual([{ id: 1 }]);
  expect(await stop(second)).toBe(0);
});

test('a service that is killed is started again, and so is Postgres', async () => {
  const env = await settled();
  const started = await start(env).open;
  const before = await told(started.archive);
  process.kill(before.pid, 'SIGKILL');
  await until('the archive is back', () => isHealthy(started.archive));
  expect((await told(started.archive)).pid).not.toBe(before.pid);
  expect(started.output()).toContain('The archive was ended by SIGKILL; it is started again in 250 ms.');

  const postmaster = postmasterOf(env.DATA_DIR);
  process.kill(postmaster, 'SIGKILL');
  await until(
    'Postgres is back',
    async () => (await isHealthy(started.api)) && postmasterOf(env.DATA_DIR) !== postmaster,
  );
  await until('the archive has it again', () => isHealthy(started.archive));
  expect(await stop(started)).toBe(0);
});

test('a first start that is killed at any moment leaves nothing that the next one cannot use', async () => {
  const env = await settled();
  for (const moment of [300, 500, 700, 1000]) {
    const victim = start(env);
    await pause(moment);
    victim.kill('SIGKILL');
    await victim.ended;
  }
  const last = await start(env).open;
  expect(await isHealthy(last.api)).toBe(true);
  expect(await stop(last)).toBe(0);
});

test('a service that ends before it was ready stops the whole, which ends in order', async () => {
  const env = await settled();
  const broken = start({ ...env, BROKEN: 'archive' });
  expect(await broken.ended).toBe(1);
  expect(broken.output()).toContain('The archive ended with code 7 before it was ready; the lines above say why.');
  await expect(async () => postmasterOf(env.DATA_DIR)).rejects.toThrow('ENOENT');
});

test('a service that keeps dying stops the whole', async () => {
  const env = await settled();
  const dying = start({ ...env, BROKEN: 'archive-later' });
  expect(await dying.ended).toBe(1);
  expect(dying.output()).toContain('The archive ended with code 7, 5 times within a minute.');
});

test('an administration command works on a stopped institution and on a running one, and many at once', async () => {
  const env = await settled();
  const many = await Promise.all(
    ['1', '2', '3'].map((seconds) => command(env, 'settings', 'set', 'pollingSeconds', seconds)),
  );
  expect(many.map(({ code, error }) => ({ code, error }))).toEqual(Array(3).fill({ code: 0, error: '' }));
  const opening = start(env);
  expect(await command(env, 'settings', 'set', 'maintenance', 'true', '--json')).toMatchObject({
    code: 0,
    out: '{"maintenance":true}\n',
  });
  const started = await opening.open;
  expect(JSON.parse((await command(env, 'settings', 'show', '--json')).out)).toMatchObject({ maintenance: true });
  expect(JSON.parse((await command(env, 'origin', 'show', '--json')).out)).toEqual({ origin: started.api });
  expect(await command(env, 'settings', 'set', 'maintenance', 'maybe')).toEqual({
    code: 1,
    out: '',
    error: 'maintenance must be boolean\n',
  });
  expect(await stop(started)).toBe(0);
});
