// Two hundred simulated hours with two real workers that die by SIGKILL again and again, each at the statement of its work that the
// seed says, and at times both are gone for hours.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { submitCheck } from '#domain/checks/submit.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { sql } from '#prisma/database.ts';
import { people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReview } from '#test/kit/samples.ts';
import { backends } from './backends.ts';
import { openSimulated, type Simulated } from './simulated.ts';
import { startWorker, until, type Worker } from './workers.ts';

const hour = 3_600_000;
const day = 24 * hour;
const hours = 200;
// A Friday noon: two Fridays 18:00 and a Monday lie ahead. Vouches are given a month before, as their stakes are locked for one.
const begin = Date.parse('2027-03-05T12:00:00.000Z');
const founded = new Date(begin - 31 * day);

describe.each(backends.map((backend) => [backend.name, backend] as const))('with the schedule in %s', (_, backend) => {
  test.skipIf(backend.missing)('what was due is done once, whatever is killed', { timeout: 300_000 }, async () => {
    const below = numbersBelow(backend.seed);
    const institution = await openSimulated(founded);
    await giveVouches(institution, below);
    await noteClosings(institution);
    const author = await person(institution.database);

    const { env } = await backend.open(institution.name);
    const life = () => ({ DIES_AFTER: String(1 + below(500)), DIES: below(2) === 0 ? 'sent' : 'unsent' });
    const workers = [1, 2].map(() => keepAlive(() => startWorker({ ...institution.env, ...env, ...life() })));
    const kept: Date[] = [];
    for (let h = 0; h < hours; h++) {
      const gap = below(25) === 0;
      if (gap) {
        await Promise.all(workers.map((worker) => worker.suspend()));
        h += 1 + below(4);
      }
      const moment = new Date(begin + h * hour + below(hour));
      await institution.clock.set(moment);
      if (gap) for (const worker of workers) worker.resume();
      if (below(10) === 0) await institution.act(registerClaim, author, aClaim());
      await until(`the hour of ${moment.toISOString()} is kept`, () => institution.isKept(moment));
      kept.push(moment);
    }
    const deaths = await Promise.all(workers.map((worker) => worker.end()));
    expect(Math.min(...deaths), 'a worker that hardly ever died proves nothing').toBeGreaterThan(5);

    await expectStakes(institution, kept);
    await expectWeeks(institution);
    await expectSnapshots(institution, kept);
    expect(await verifyPublication(institution.database, institution.origin)).toMatchObject({ faults: 0, named: [] });
  });
});

/** Ten members with three accepted checks each vouch for ten newcomers, at times spread so that most stakes fall due in the simulated hours. */
async function giveVouches({ database, clock, act }: Simulated, below: (most: number) => number): Promise<void> {
  const administrator = await person(database, { role: 'administrator' });
  const author = await person(database);
  const vouchers = await people(database, 10);
  for (let n = 0; n < 3; n++) {
    const claim = await act(registerClaim, author, aClaim());
    const checks = await Promise.all(vouchers.map((by) => act(submitCheck, by, aCheck(claim.id))));
    for (const { id } of checks) await act(reviewCheck, administrator, aReview(id));
  }
  const moments = vouchers.map(() => founded.getTime() + below(11 * day)).sort((a, b) => a - b);
  for (const [n, by] of vouchers.entries()) {
    await clock.set(new Date(moments[n] ?? 0));
    const newcomer = await person(database);
    await act(giveVouch, by, { handle: newcomer.handle, acknowledgeStake: true });
  }
}

/** Notes every time a week leaves the open state, which a second closing would do too. */
async function noteClosings({ database }: Simulated): Promise<void> {
  await database.query(sql`create table closing (week text not null)`);
  await database.query(sql`create function note_closing() returns trigger language plpgsql as $$
    begin insert into closing (week) values (new.week); return null; end $$`);
  await database.query(sql`create trigger z_note_insert after insert on weekly_challenge for each row
    when (new.state <> 'open') execute function note_closing()`);
  await database.query(sql`create trigger z_note_update after update on weekly_challenge for each row
    when (new.state is distinct from old.state) execute function note_closing()`);
}

/** Each stake that fell due came back in the first hour that was kept after, once; the others are locked as before. */
async function expectStakes({ database }: Simulated, kept: Date[]): Promise<void> {
  const vouches = await database.query<{ expiresAt: Date; endedAt: Date | null; state: string; returns: number }>(sql`
    select expires_at as "expiresAt", ended_at as "endedAt", state,
      (select count(*) from ledger_entry where vouch_id = v.id and kind = 'vouch_returned') as returns
    from vouch v order by expires_at`);
  expect(vouches).toHaveLength(10);
  expect(vouches.filter(({ state }) => state === 'returned').length).toBeGreaterThan(5);
  for (const { expiresAt, ...vouch } of vouches) {
    const endedAt = kept.find((moment) => moment >= expiresAt) ?? null;
    expect(vouch).toEqual(
      endedAt === null ? { state: 'active', endedAt, returns: 0 } : { state: 'returned', endedAt, returns: 1 },
    );
  }
  const wrong = await database.query(sql`
    select b.member_id from credit_balance b
    where b.balance <> (select coalesce(sum(amount), 0) from ledger_entry e where e.member_id = b.member_id) or b.balance < 0`);
  expect(wrong).toEqual([]);
}

/** Every week since the founding has one entry, and each that is over was closed once. */
async function expectWeeks({ database }: Simulated): Promise<void> {
  const weeks = await database.query<{ week: string; state: string; reason: string | null }>(
    sql`select week, state, reason from weekly_challenge order by starts_at`,
  );
  const unseen = ['2027-W05', '2027-W06', '2027-W07', '2027-W08'].map((week) => ({
    week,
    state: 'idle',
    reason: 'missed',
  }));
  expect(weeks).toEqual([
    ...unseen,
    { week: '2027-W09', state: 'published', reason: null },
    { week: '2027-W10', state: 'published', reason: null },
  ]);
  const closings = await database.query<{ week: string }>(sql`select week from closing order by week`);
  expect(closings).toEqual(weeks.map(({ week }) => ({ week })));
}

/** One snapshot for each hour in which a worker lived, and none for the others. */
async function expectSnapshots({ database }: Simulated, kept: Date[]): Promise<void> {
  const taken = await database.query<{ at: Date }>(sql`select taken_at as at from census_snapshot order by taken_at`);
  expect(taken.map(({ at }) => at)).toEqual(kept);
}

/** A worker that is started again whenever it dies, as under a supervisor. */
function keepAlive(start: () => Worker) {
  let deaths = 0;
  let wanted = true;
  let over = false;
  let worker: Worker | undefined;
  const keeping = (async () => {
    while (!over) {
      if (!wanted) {
        await pause(5);
        continue;
      }
      worker = start();
      const code = await worker.ended;
      if (code !== null) throw new Error(`the worker ended by itself with ${code}:\n${worker.output()}`);
      deaths++;
    }
  })();
  keeping.catch(() => {}); // heard at the end
  const suspend = async () => {
    wanted = false;
    worker?.kill('SIGKILL');
    await Promise.race([worker?.ended, keeping]);
  };
  return {
    suspend,
    resume: () => {
      wanted = true;
    },
    /** How often it died in all. */
    end: async (): Promise<number> => {
      over = true;
      await suspend();
      await keeping;
      return deaths;
    },
  };
}

/** The same whole numbers below a bound for the same seed. */
function numbersBelow(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}
