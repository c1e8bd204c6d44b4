// `institution jobs run` and `institution database prepare`, as they are called.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase } from '#test/kit/cluster.ts';
import { ask, command, dataDirectory, freePorts, start, stop, told } from '../local/started.ts';

test('on the embedded database a job runs as if it were that time, whether the institution is stopped or running', {
  timeout: 120_000,
}, async () => {
  const env = { DATA_DIR: dataDirectory(), ...(await freePorts()) };
  const jobs = (...args: string[]) => command(env, 'jobs', 'run', ...args);
  expect(await jobs('hourly', '--at', '2031-01-03T17:10:00Z')).toEqual({
    code: 0,
    error: expect.any(String), // a checkout that was not set up says so
    out: 'The hourly job ran as if it were 2031-01-03T17:10:00.000Z.\n',
  });
  const started = await start(env).open;
  const { DATABASE_URL } = await told(started.api);
  const taken = () => ask(DATABASE_URL, 'select taken_at as at from census_snapshot order by taken_at');
  const weeks = () =>
    ask(DATABASE_URL, `select week, state from weekly_challenge where starts_at >= '2030-12-30' order by starts_at`);
  expect(await taken()).toEqual([{ at: new Date('2031-01-03T17:10:00.000Z') }]);
  expect(await weeks()).toEqual([{ week: '2031-W01', state: 'open' }]);

  const json = await jobs('weekly', '--at', '2031-01-06T01:00:00+01:00', '--json');
  expect(JSON.parse(json.out)).toEqual({ job: 'weekly', at: '2031-01-06T00:00:00.000Z' });
  expect(await weeks()).toEqual([
    { week: '2031-W01', state: 'idle' },
    { week: '2031-W02', state: 'open' },
  ]);
  expect(await jobs('hourly')).toMatchObject({ code: 0, out: 'The hourly job ran.\n' });
  expect(await taken()).toHaveLength(2);

  expect(await jobs('hourly', '--at', 'tomorrow')).toMatchObject({
    code: 1,
    error: '--at takes a time such as 2026-12-04T18:00:00Z, and "tomorrow" is none.\n',
  });
  expect((await jobs('daily')).error).toContain('Allowed choices are hourly, weekly');
  expect(await stop(started)).toBe(0);
});

test('a directory without an institution stays without one, and what is wrong is told in JSON where that was asked for', {
  timeout: 120_000,
}, async () => {
  const elsewhere = dataDirectory();
  writeFileSync(path.join(elsewhere, 'letter.txt'), 'not an institution');
  const { url } = await createDatabase();
  const mistyped = path.join(elsewhere, 'mistyped');
  const sentence = (where: string) =>
    `There is no institution in ${where}: npm start makes one there, or set DATA_DIR to where yours is.`;
  const wrong = async (env: NodeJS.ProcessEnv, ...args: string[]) => {
    const { code, out, error } = await command(env, ...args, '--json');
    expect([code, out]).toEqual([1, '']);
    return JSON.parse(error).error;
  };
  const [plain, missing, other, refused, misused] = await Promise.all([
    command({ DATA_DIR: mistyped }, 'member', 'create', 'ada'),
    wrong({ DATA_DIR: mistyped }, 'member', 'create', 'ada'),
    wrong({ DATA_DIR: elsewhere }, 'member', 'create', 'ada'),
    wrong({ DATABASE_URL: url }, 'settings', 'set', 'pollingSeconds', 'soon'),
    wrong({ DATABASE_URL: url }, 'member', 'approve'),
  ]);
  expect(plain).toEqual({ code: 1, out: '', error: `${sentence(mistyped)}\n` });
  expect([missing, other]).toEqual([{ message: sentence(mistyped) }, { message: sentence(elsewhere) }]);
  expect(readdirSync(elsewhere)).toEqual(['letter.txt']);
  expect(refused).toMatchObject({ code: 'input.invalid', errors: [{ field: 'pollingSeconds' }] });
  expect(misused).toEqual({ message: "missing required argument 'handle'" });
});

test('on another database a job runs now, and at no other time', { timeout: 120_000 }, async () => {
  const { url } = await createDatabase();
  const env = { DATABASE_URL: url, DATA_DIR: dataDirectory() };
  expect(await command(env, 'jobs', 'run', 'hourly', '--at', '2031-01-03T17:10:00Z')).toEqual({
    code: 1,
    out: '',
    error: '--at is for the embedded database only; the institution of DATABASE_URL lives by the real time.\n',
  });
  expect((await command(env, 'jobs', 'run', 'hourly')).code).toBe(0);
  expect(await ask(url, 'select count(*) from census_snapshot where taken_at > now()')).toEqual([{ count: '0' }]);
  expect(await ask(url, 'select count(*) from census_snapshot')).toEqual([{ count: '1' }]);
});

test('a database is prepared for production once, and preparing it again changes nothing', {
  timeout: 120_000,
}, async () => {
  const { url, archiveUrl } = await createDatabase();
  const own = new URL(archiveUrl);
  own.username = 'prepared_archive';
  own.password = 'of its own';
  const origin = 'https://registry.example';
  const env = { DATABASE_URL: url, ARCHIVE_DATABASE_URL: own.href, DATA_DIR: dataDirectory() };
  expect((await command(env, 'database', 'prepare')).error).toContain('PUBLIC_ORIGIN');
  for (let times = 0; times < 2; times++) {
    expect(await command({ ...env, PUBLIC_ORIGIN: origin }, 'database', 'prepare', '--json')).toEqual({
      code: 0,
      error: '',
      out: `${JSON.stringify({ origin })}\n`,
    });
  }
  expect(await ask(own.href, `select value from public_setting where key = 'origin'`)).toEqual([{ value: origin }]);
  await expect(ask(own.href, 'select * from member')).rejects.toThrow('permission denied');
  const moved = await command({ ...env, PUBLIC_ORIGIN: 'https://elsewhere.example' }, 'database', 'prepare');
  expect(moved).toMatchObject({ code: 1, out: '' });
  expect(moved.error).toContain('was set up as https://registry.example');
});
