import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { createDatabase } from '#test/kit/cluster.ts';
import { ask, dataDirectory, freePorts, start, stop, told } from './started.ts';

test.skipIf(process.getuid?.() !== 0)(
  'as root on a folder that nobody else may enter, the database lies under /var/lib and is found again',
  async () => {
    const env = { DATA_DIR: dataDirectory(0o700), ...(await freePorts()) };
    const first = await start(env).open;
    const place = readFileSync(path.join(env.DATA_DIR, 'postgres.place'), 'utf8').trim();
    try {
      expect(place).toMatch(/^\/var\/lib\/morrowkin\/data\/dev-shm-morrowkin-data-|^\/var\/lib\/morrowkin\/data\/tmp-/);
      expect(first.output()).toContain(`embedded Postgres in ${place} on port`);
      await ask((await told(first.api)).DATABASE_URL, 'create table kept (id int)');
      await stop(first);
      const second = await start(env).open;
      expect(await ask((await told(second.api)).DATABASE_URL, 'select * from kept')).toEqual([]);
      expect(await stop(second)).toBe(0);
    } finally {
      rmSync(path.dirname(place), { recursive: true, force: true });
    }
  },
);

test("with DATABASE_URL nothing is embedded, and the archive's login is made there, once", async () => {
  const { url, name } = await createDatabase({ empty: true });
  const env = { DATA_DIR: dataDirectory(), DATABASE_URL: url, ...(await freePorts()) };
  const first = await start(env).open;
  expect(await told(first.archive)).toMatchObject({ login: `${name}_archive` });
  const { ARCHIVE_DATABASE_URL } = await told(first.archive);
  await expect(ask(ARCHIVE_DATABASE_URL, 'select * from member')).rejects.toThrow('permission denied');
  await stop(first);
  const second = await start(env).open;
  expect((await told(second.archive)).ARCHIVE_DATABASE_URL).toBe(ARCHIVE_DATABASE_URL);
  await stop(second);
  expect(existsSync(path.join(env.DATA_DIR, 'postgres'))).toBe(false);

  const elsewhere = { ...env, DATA_DIR: dataDirectory(), ARCHIVE_DATABASE_URL };
  const given = await start(elsewhere).open;
  expect((await told(given.archive)).ARCHIVE_DATABASE_URL).toBe(ARCHIVE_DATABASE_URL);
  expect(existsSync(path.join(elsewhere.DATA_DIR, 'secrets.json'))).toBe(false);
  await stop(given);
});

test("an owner who may not make the archive's login is told what to do", async () => {
  const { superuserUrl } = inject('cluster');
  await ask(superuserUrl, `create role plain login password 'plain'`);
  await ask(superuserUrl, 'create database plain owner plain');
  try {
    const url = new URL(superuserUrl);
    Object.assign(url, { username: 'plain', password: 'plain', pathname: '/plain' });
    const refused = start({ DATA_DIR: dataDirectory(), DATABASE_URL: url.href, ...(await freePorts()) });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(
      "The user of DATABASE_URL may not make the archive's login; make one that owns nothing, and set ARCHIVE_DATABASE_URL to it.",
    );
  } finally {
    await ask(superuserUrl, 'drop database plain with (force)');
    await ask(superuserUrl, 'drop role plain');
  }
});

test.each([
  [
    'nobody listens',
    'postgresql://u:hidden@127.0.0.1:1/d',
    'The database of DATABASE_URL cannot be used: connect ECONNREFUSED',
  ],
  [
    'a wrong password',
    undefined,
    'The database of DATABASE_URL cannot be used: password authentication failed for user',
  ],
])('a database that cannot be used is a sentence: %s', async (_, given, sentence) => {
  const wrong = new URL(inject('cluster').ownerUrl);
  wrong.password = 'hidden';
  const refused = start({ DATA_DIR: dataDirectory(), DATABASE_URL: given ?? wrong.href, ...(await freePorts()) });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(sentence);
  expect(refused.output()).not.toContain('hidden');
});

test('passwords that are gone are missed with a sentence', async () => {
  const env = { DATA_DIR: dataDirectory(), ...(await freePorts()) };
  await stop(await start(env).open);
  rmSync(path.join(env.DATA_DIR, 'secrets.json'));
  const refused = start(env);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('secrets.json with its passwords is gone; put it back from a backup.');
});
