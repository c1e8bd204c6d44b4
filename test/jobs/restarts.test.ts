// A worker that is away for weeks, and the servers below a running worker going away for a moment.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { submitCheck } from '#domain/checks/submit.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { type Database, openDatabase, sql } from '#prisma/database.ts';
import { migrate } from '#prisma/migrate.ts';
import { openCluster } from '#services/local/postgres/cluster.ts';
import { placeCluster } from '#services/local/postgres/place.ts';
import { person } from '#test/kit/people.ts';
import { aCheck, aClaim } from '#test/kit/samples.ts';
import { temporary } from '#test/kit/temporary.ts';
import { backends } from './backends.ts';
import { openSimulated, setUp } from './simulated.ts';
import { startWorker, until } from './workers.ts';

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

const weeksOf = (database: Database) =>
  database.query(sql`
    select week, state, reason, claim_id as "claimId", submitted, published_at as "publishedAt" from weekly_challenge order by starts_at`);
const snapshotsOf = (database: Database) =>
  database.query<{ at: Date }>(sql`select taken_at as at from census_snapshot order by taken_at`);

describe.each(backends.map((backend) => [backend.name, backend] as const))('with the schedule in %s', (_, backend) => {
  const there = test.skipIf(backend.missing);

  there(
    'a worker away from a Wednesday to the Tuesday two weeks later finds a calendar in which nothing was made up',
    async () => {
      const institution = await openSimulated(new Date('2026-11-30T00:00:00.000Z'));
      const { database, clock, act } = institution;
      const env = { ...institution.env, ...(await backend.open(institution.name)).env };
      const [author, checker] = [await person(database), await person(database)];
      const selected = await act(registerClaim, author, aClaim());
      const before = startWorker(env);
      await before.ready;
      await clock.set('2026-12-02T09:30:00.000Z');
      await until('Wednesday 9:00 is kept', () => institution.isKept(new Date('2026-12-02T09:30:00.000Z')));
      before.kill('SIGTERM');
      expect(await before.ended).toBe(0);

      await clock.set('2026-12-03T08:00:00.000Z');
      await act(submitCheck, checker, aCheck(selected.id));
      await clock.set('2026-12-10T08:00:00.000Z');
      const next = await act(registerClaim, author, aClaim());
      const back = new Date('2026-12-15T11:00:00.000Z');
      await clock.set(back);
      const after = startWorker(env);
      await after.ready;
      const none = { submitted: null, publishedAt: null };
      expect(await weeksOf(database)).toEqual([
        { week: '2026-W49', state: 'published', reason: null, claimId: selected.id, submitted: 1, publishedAt: back },
        { week: '2026-W50', state: 'idle', reason: 'missed', claimId: null, ...none },
        { week: '2026-W51', state: 'open', reason: null, claimId: next.id, ...none },
      ]);
      // Three hours were lived through; the others are a gap.
      expect((await snapshotsOf(database)).map(({ at }) => at.toISOString())).toEqual([
        '2026-11-30T00:00:00.000Z',
        '2026-12-02T09:30:00.000Z',
        '2026-12-15T11:00:00.000Z',
      ]);
    },
  );

  there('two workers that boot at once keep the hour once', async () => {
    const institution = await openSimulated(new Date('2026-12-01T10:10:00.000Z'));
    const env = { ...institution.env, ...(await backend.open(institution.name)).env };
    const pair = [startWorker(env), startWorker(env)];
    await Promise.all(pair.map(({ ready }) => ready));
    expect(await snapshotsOf(institution.database)).toHaveLength(1);
    expect(await weeksOf(institution.database)).toHaveLength(1);
    await institution.clock.set('2026-12-01T11:05:00.000Z');
    await until('the next hour is kept', () => institution.isKept(new Date('2026-12-01T11:00:00.000Z')));
    for (const worker of pair) worker.kill('SIGTERM');
    expect(await Promise.all(pair.map(({ ended }) => ended))).toEqual([0, 0]);
  });

  there('Postgres restarts under a running worker, which goes on', async () => {
    const folder = mkdtempSync(path.join(temporary, 'morrowkin-restarted-'));
    chmodSync(folder, 0o711);
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const open = () =>
      openCluster({ place: placeCluster(folder), secrets: { superuser: 'test', owner: 'test' }, throwAway: true });
    let cluster = await open();
    undo.push(() => cluster.stop());
    await migrate(cluster.ownerUrl);
    const database = openDatabase(cluster.ownerUrl);
    undo.push(() => database.close());
    const { clock, env, isKept } = await setUp(database, cluster.ownerUrl, new Date('2026-12-01T10:10:00.000Z'));
    const { env: own } = await backend.open('restarted');
    const worker = startWorker({ ...env, ...own });
    await worker.ready;
    for (const hour of [11, 12, 13]) {
      await cluster.stop();
      const address = cluster.ownerUrl;
      cluster = await open();
      expect(cluster.ownerUrl).toBe(address);
      const moment = new Date(Date.UTC(2026, 11, 1, hour, 5));
      await until('the clock is set', async () => clock.set(moment).then(() => true));
      await until(`${hour}:00 is kept`, () => isKept(moment));
    }
    expect(worker.alive(), worker.output()).toBe(true);
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});

const { missing, open } = backends.find(({ name }) => name === 'MongoDB') ?? backends[0] ?? { missing: 'no backend' };
test.skipIf(missing || process.env.MONGODB_URL)('FerretDB dies under a running worker, which goes on', async () => {
  const institution = await openSimulated(new Date('2026-12-01T10:10:00.000Z'));
  const { env, restart } = (await open?.(institution.name)) ?? { env: {} };
  const worker = startWorker({ ...institution.env, ...env });
  await worker.ready;
  for (const hour of [11, 12, 13]) {
    const moment = new Date(Date.UTC(2026, 11, 1, hour, 5));
    await restart?.(() => institution.clock.set(moment));
    await until(`${hour}:00 is kept`, () => institution.isKept(moment));
  }
  expect(worker.alive(), worker.output()).toBe(true);
  worker.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
});

describe('a worker that cannot begin says why', () => {
  const said = async (env: NodeJS.ProcessEnv) => {
    const worker = startWorker(env);
    expect(await worker.ended).toBe(1);
    return worker.output();
  };

  test('without an address, with one where nothing answers, and before set-up', async () => {
    const institution = await openSimulated(new Date());
    expect(await said({})).toContain('DATABASE_URL is not set');
    expect(await said({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toContain('ECONNREFUSED');
    const env = { ...institution.env, MONGODB_URL: 'mongodb://127.0.0.1:1/none' };
    expect(await said(env)).toContain('MONGODB_URL cannot be used: ');
    await institution.database.query(sql`delete from public_setting where key = 'origin'`);
    expect(await said(institution.env)).toContain('not set up yet');
  });
});
