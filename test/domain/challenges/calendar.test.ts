// The weekly calendar (7.3), with the clock in the test's hands. 2026-11-30 is a Monday.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepCalendar } from '#domain/challenges/keep-calendar.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { changeSettings } from '#domain/settings/change.ts';
import { type Sql, sql } from '#prisma/database.ts';
import type { ChallengeRecord } from '#schema/records/challenge.ts';
import { type Clock, found, simulateClock } from '#test/kit/clock.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

const monday = '2026-11-30T00:00:00.000Z';
const lastInstant = '2026-12-04T17:59:59.999Z';
const fridayEvening = '2026-12-04T18:00:00.000Z';
const nextMonday = '2026-12-07T00:00:00.000Z';

let institution: TestInstitution;
let clock: Clock;
let author: Person;
let administrator: Person;

beforeEach(async () => {
  institution = await openInstitution();
  clock = await simulateClock(institution.database, '2026-11-27T12:00:00.000Z');
  await found(institution.database, monday);
  author = await person(institution.database);
  administrator = await person(institution.database, { role: 'administrator' });
});

// Whatever happened, the archive says what the records say.
afterEach(async () => {
  expect(await verifyPublication(institution.database, institution.origin)).toMatchObject({ faults: 0, named: [] });
});

const run = () => institution.runner.system('keep_calendar', keepCalendar);
const claimAt = async (moment: string, by = author): Promise<string> => {
  await clock.set(moment);
  return (await institution.act(registerClaim, by, aClaim())).id;
};
const checkAt = async (moment: string, claimId: string, change = {}): Promise<string> => {
  await clock.set(moment);
  return (await institution.act(submitCheck, await person(institution.database), aCheck(claimId, change))).id;
};
const accept = (checkId: string) => institution.act(reviewCheck, administrator, aReview(checkId));
const pause = (challengesPaused: boolean) => institution.act(changeSettings, administrator, { challengesPaused });

/** The weeks as the archive shows them, without what tests of other things look at. */
async function weeks(): Promise<Partial<ChallengeRecord>[]> {
  const rows = await institution.database.query<{ body: string }>(
    sql`select body from publication where dataset = 'challenges' order by ordinal`,
  );
  return rows.map(({ body }) => {
    const { id, url, startsAt, endsAt, changedAt, ...rest } = JSON.parse(body) as ChallengeRecord;
    return rest;
  });
}
const open = (claimId: string | null) => ({
  week: '2026-W49',
  state: 'open',
  reason: null,
  claim: claimId === null ? null : expect.objectContaining({ id: claimId }),
  counts: null,
  publishedAt: null,
});
const idle = (reason: string, week = '2026-W49') => ({
  week,
  state: 'idle',
  reason,
  claim: null,
  counts: null,
  publishedAt: null,
});

describe('a week selects', () => {
  test('the oldest active claim, and each only once', async () => {
    const first = await claimAt('2026-11-27T13:00:00.000Z');
    const second = await claimAt('2026-11-27T14:00:00.000Z');
    await clock.set(monday);
    await run();
    expect(await weeks()).toEqual([open(first)]);
    await clock.set(nextMonday);
    await run();
    expect((await weeks())[1]).toEqual({ ...open(second), week: '2026-W50' });
    await clock.set('2026-12-14T00:00:00.000Z');
    await run();
    expect((await weeks())[2]).toEqual({ ...open(null), week: '2026-W51' });
  });

  test('the next oldest where the oldest is withdrawn or hidden', async () => {
    const [withdrawn, hidden, third] = [await claimAt(monday), await claimAt(monday), await claimAt(monday)];
    await institution.act(withdrawClaim, author, { claimId: withdrawn });
    await institution.act(moderateClaim, administrator, { claimId: hidden, state: 'hidden', reason: aReason });
    await run();
    expect(await weeks()).toEqual([open(third)]);
  });

  test.each([
    ['before', true],
    ['after', false],
  ])('a claim submitted on Monday 00:00:00.000, %s the run of that instant', async (_, before) => {
    await clock.set(monday);
    if (!before) await run();
    const claimId = await claimAt(monday);
    if (before) await run();
    expect(await weeks()).toEqual([open(claimId)]);
  });

  test('an older claim rather than the one submitted on Monday 00:00:00.000', async () => {
    const older = await claimAt('2026-11-29T23:59:59.999Z');
    await claimAt(monday);
    await run();
    expect(await weeks()).toEqual([open(older)]);
  });

  test('as of now, where it is opened late', async () => {
    const claimId = await claimAt('2026-12-02T09:00:00.000Z');
    await clock.set('2026-12-03T11:00:00.000Z');
    await run();
    expect(await weeks()).toEqual([open(claimId)]);
  });

  test('the oldest that has not gone while it was waited for', async () => {
    const [going, staying] = [await claimAt(monday), await claimAt(monday)];
    let selecting: Promise<unknown> = Promise.resolve();
    await institution.database.transaction(async (tx) => {
      await tx.query(sql`update claim set withdrawn_at = institution_now() where id = ${going}`);
      selecting = run();
      await waiting(1);
    });
    await selecting;
    await institution.runner.system('republish', async () => ({ id: going, touched: { claims: [going] } }));
    expect(await weeks()).toEqual([open(staying)]);
  });
});

describe('a free week', () => {
  beforeEach(async () => {
    await clock.set(monday);
    await run();
    expect(await weeks()).toEqual([open(null)]);
  });

  test('takes a claim of Friday 17:59:59.999 in its own transaction', async () => {
    const claimId = await claimAt(lastInstant);
    expect(await weeks()).toEqual([open(claimId)]);
  });

  test('takes none of Friday 18:00:00.000, is idle then, and the next week selects that claim', async () => {
    const claimId = await claimAt(fridayEvening);
    expect(await weeks()).toEqual([open(null)]);
    await run();
    expect(await weeks()).toEqual([idle('no_claim')]);
    await clock.set(nextMonday);
    await run();
    expect((await weeks())[1]).toEqual({ ...open(claimId), week: '2026-W50' });
  });

  test('is not taken where an older claim is there that no week selected', async () => {
    await pause(true);
    const older = await claimAt('2026-12-01T10:00:00.000Z');
    await pause(false);
    await claimAt(lastInstant);
    expect(await weeks()).toEqual([open(null)]);
    await run();
    expect(await weeks()).toEqual([open(older)]);
  });

  test('goes to one of twenty first claims submitted at once', async () => {
    const authors = await people(institution.database, 20);
    await clock.set(lastInstant);
    const claims = await Promise.all(authors.map((by) => institution.act(registerClaim, by, aClaim())));
    const [week] = await weeks();
    expect(claims.map(({ id }) => id)).toContain(week?.claim?.id);
    const [selected] = await institution.database.query(
      sql`select count(*)::int as weeks from weekly_challenge where claim_id is not null`,
    );
    expect(selected).toEqual({ weeks: 1 });
  });

  test('has nothing made up when Friday comes', async () => {
    await clock.set(fridayEvening);
    await run();
    await run();
    expect(await weeks()).toEqual([idle('no_claim')]);
  });
});

test('a claim submitted while its week is being opened is selected, whichever comes first', async () => {
  const authors = await people(institution.database, 8);
  for (const [week, by] of authors.entries()) {
    await clock.set(new Date(Date.parse(monday) + week * 7 * 86_400_000));
    const [{ id }] = await Promise.all([institution.act(registerClaim, by, aClaim()), run()]);
    const entries = await weeks();
    expect(entries.at(-1)).toMatchObject({ state: 'open', claim: { id } });
  }
});

describe('counts', () => {
  let claimId: string;
  beforeEach(async () => {
    claimId = await claimAt('2026-11-29T12:00:00.000Z');
    await checkAt('2026-11-29T23:59:59.999Z', claimId); // not of this week
    await clock.set(monday);
    await run();
  });
  const published = (counts: object) => ({
    ...open(claimId),
    state: 'published',
    counts: { submitted: 0, accepted: 0, supports: 0, challenges: 0, unresolved: 0, ...counts },
    publishedAt: expect.any(String),
  });

  test('are of the checks submitted from Monday 00:00:00.000 to Friday 17:59:59.999, results of accepted ones only', async () => {
    const checks = [
      await checkAt(monday, claimId, { result: 'supports' }),
      await checkAt('2026-12-02T12:00:00.000Z', claimId, { result: 'challenges' }),
      await checkAt(lastInstant, claimId, { result: 'unresolved' }),
    ];
    for (const check of checks) await accept(check);
    await checkAt(lastInstant, claimId, { result: 'supports' }); // stays pending
    const rejected = await checkAt(lastInstant, claimId, { result: 'challenges' });
    await institution.act(
      reviewCheck,
      administrator,
      aReview(rejected, { state: 'rejected', independenceConfirmed: false }),
    );
    await accept(await checkAt(fridayEvening, claimId, { result: 'supports' })); // too late
    await run();
    expect(await weeks()).toEqual([
      published({ submitted: 5, accepted: 3, supports: 1, challenges: 1, unresolved: 1 }),
    ]);
  });

  test('stand as at the first run after Friday 18:00 and are frozen then', async () => {
    const [early, late] = [await checkAt(monday, claimId), await checkAt(monday, claimId)];
    await clock.set('2026-12-04T19:00:00.000Z');
    await accept(early);
    await run();
    const frozen = published({ submitted: 2, accepted: 1, supports: 1 });
    expect(await weeks()).toEqual([{ ...frozen, publishedAt: '2026-12-04T19:00:00.000Z' }]);
    await accept(late);
    await clock.set(nextMonday);
    await run();
    expect((await weeks())[0]).toEqual(frozen);
  });

  test('hold a check that was submitted in time and is still on its way', async () => {
    const checker = await person(institution.database);
    await clock.set(lastInstant);
    let closing: Promise<unknown> = Promise.resolve();
    await institution.database.transaction(async (tx) => {
      const { memberId, handle, scopes, credential } = checker;
      const actor = { id: memberId, handle, scopes, credential, kind: 'human', role: 'member' } as const;
      const groups = { operatorGroup: memberId, effectiveGroup: memberId };
      // As it is while the commit is on its way: the check has its time, and nobody sees it yet.
      const sent: Promise<unknown>[] = [];
      const committing = { ...tx, atCommit: (statement: Sql) => void sent.push(tx.query(statement)) };
      await submitCheck.perform(committing, { ...actor, ...groups }, aCheck(claimId, { notes: '' }) as never);
      await Promise.all(sent);
      await clock.set(fridayEvening);
      closing = run();
      await waiting(1);
    });
    await closing;
    expect(await weeks()).toEqual([published({ submitted: 1 })]);
  });

  test('and claim are null once the claim has gone; the week stays, no other takes it, and it can come back', async () => {
    await checkAt(monday, claimId);
    const hide = (state: 'hidden' | 'active') =>
      institution.act(moderateClaim, administrator, { claimId, state, reason: aReason });
    await hide('hidden');
    const other = await claimAt('2026-12-01T12:00:00.000Z');
    await run();
    const gone = { ...open(null), reason: 'claim_gone' };
    expect(await weeks()).toEqual([gone]);
    await clock.set(fridayEvening);
    await run();
    expect(await weeks()).toEqual([{ ...gone, state: 'published', publishedAt: fridayEvening }]);
    await hide('active');
    expect(await weeks()).toEqual([published({ submitted: 1 })]);
    await institution.act(withdrawClaim, author, { claimId });
    await clock.set(nextMonday);
    await run();
    expect(await weeks()).toEqual([
      { ...gone, state: 'published', publishedAt: fridayEvening },
      { ...open(other), week: '2026-W50' },
    ]);
  });
});

describe('a pause', () => {
  test('selects nothing, neither on Monday nor for a submission, and says why the week is idle', async () => {
    await pause(true);
    await claimAt('2026-11-29T12:00:00.000Z');
    await clock.set(monday);
    await run();
    await claimAt('2026-12-01T12:00:00.000Z');
    expect(await weeks()).toEqual([{ ...open(null), reason: 'paused' }]);
    await clock.set(fridayEvening);
    await run();
    expect(await weeks()).toEqual([idle('paused')]);
  });

  test('ends with a selection as of then', async () => {
    await pause(true);
    const claimId = await claimAt('2026-11-29T12:00:00.000Z');
    await clock.set(monday);
    await run();
    await pause(false);
    await clock.set('2026-12-02T00:00:00.000Z');
    await run();
    expect(await weeks()).toEqual([open(claimId)]);
  });

  test('keeps no selected week from closing', async () => {
    const claimId = await claimAt('2026-11-29T12:00:00.000Z');
    await clock.set(monday);
    await run();
    await pause(true);
    await clock.set(fridayEvening);
    await run();
    expect((await weeks())[0]).toMatchObject({ state: 'published', claim: { id: claimId }, counts: { submitted: 0 } });
  });
});

describe('the first week', () => {
  test.each([
    ['Friday 17:59:59.999', lastInstant, ['2026-W49', '2026-W50']],
    ['Friday 18:00:00.000', fridayEvening, ['2026-W50']],
    ['Sunday night', '2026-12-06T23:59:59.999Z', ['2026-W50']],
  ])('of an institution founded on %s', async (_, moment, names) => {
    await found(institution.database, moment);
    await clock.set(moment);
    await run();
    await clock.set(nextMonday);
    await run();
    expect((await weeks()).map(({ week }) => week)).toEqual(names);
  });
});

test('weeks in which nothing ran are closed as missed, once each, and nothing is made up', async () => {
  const claimId = await claimAt(monday);
  await run();
  await checkAt('2026-12-03T12:00:00.000Z', claimId);
  const waitingClaim = await claimAt('2026-12-09T12:00:00.000Z');
  await clock.set('2026-12-22T09:00:00.000Z');
  await Promise.all([run(), run(), run()]);
  const expected = [
    {
      ...open(claimId),
      state: 'published',
      counts: expect.objectContaining({ submitted: 1 }),
      publishedAt: expect.any(String),
    },
    idle('missed', '2026-W50'),
    idle('missed', '2026-W51'),
    { ...open(waitingClaim), week: '2026-W52' },
  ];
  expect(await weeks()).toEqual(expected);
});

/** Until so many connections of this database wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const [row] = await institution.database.query<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (row && row.waiting >= count) return;
  }
}
