import { assert as holds, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { type Counts, type Rate, ratesOf } from '#domain/census/rules.ts';
import { takeCensus } from '#domain/census/take.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { simulateClock } from '#test/kit/clock.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

interface Snapshot {
  takenAt: Date;
  hour: Date;
  counts: Counts;
  rates: Record<string, Rate>;
}

const snapshots = ({ database }: TestInstitution) =>
  database.query<Snapshot>(sql`select taken_at as "takenAt", hour, counts, rates from census_snapshot order by hour`);
const take = ({ runner }: TestInstitution) => runner.system('take_census', takeCensus);

test('an institution without anything has zeroes, and no value for any rate', async () => {
  const institution = await openInstitution();
  await take(institution);
  const [snapshot] = await snapshots(institution);
  const numbers = Object.values(snapshot?.counts ?? {}).flatMap((group) => Object.values(group));
  expect(numbers).toHaveLength(47);
  expect(numbers.every((number) => number === 0)).toBe(true);
  for (const rate of Object.values(snapshot?.rates ?? {}))
    expect(rate).toEqual({ numerator: 0, denominator: 0, value: null, of: expect.stringMatching(/ of /) });
});

test('one an hour, whoever takes it at once, and no later one changes it', async () => {
  const institution = await openInstitution();
  const clock = await simulateClock(institution.database, '2026-12-01T09:59:59.999Z');
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => take(institution)));
  await clock.set('2026-12-01T10:00:00.000Z');
  await Promise.all([1, 2, 3].map(() => take(institution)));
  const author = await person(institution.database);
  await clock.set('2026-12-01T10:40:00.000Z');
  await institution.act(registerClaim, author, aClaim());
  await take(institution);
  const taken = await snapshots(institution);
  expect(taken.map(({ takenAt, hour }) => [takenAt.toISOString(), hour.toISOString()])).toEqual([
    ['2026-12-01T09:59:59.999Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00:00.000Z', '2026-12-01T10:00:00.000Z'],
  ]);
  expect(taken[1]?.counts.claims.filed).toBe(0);
});

test('pending, contested and unsuccessful work is counted like the rest, and every part adds up to its whole', async () => {
  const institution = await openInstitution();
  const { database, act } = institution;
  const [author, ...checkers] = await people(database, 5);
  const administrator = await person(database, { role: 'administrator' });
  if (!author) throw new Error('nobody');
  const claims = await Promise.all([1, 2, 3, 4].map(() => act(registerClaim, author, aClaim())));
  const [checked, withdrawn, hidden] = claims.map(({ id }) => id);
  const results = ['supports', 'challenges', 'unresolved', 'supports'] as const;
  const checks = [];
  for (const [n, by] of checkers.entries())
    checks.push((await act(submitCheck, by, aCheck(checked ?? '', { result: results[n] ?? 'supports' }))).id);
  const [supporting, challenging, unresolved] = checks as [string, string, string];
  await act(reviewCheck, administrator, aReview(supporting));
  await act(reviewCheck, administrator, aReview(challenging));
  await act(reviewCheck, administrator, aReview(unresolved, { state: 'rejected', independenceConfirmed: false }));
  await act(withdrawClaim, author, { claimId: withdrawn });
  await act(moderateClaim, administrator, { claimId: hidden, state: 'hidden', reason: aReason });
  await take(institution);
  const [snapshot] = await snapshots(institution);
  const rates = snapshot?.rates ?? {};
  expect(snapshot?.counts).toMatchObject({
    members: { humans: 6, agents: 0, approved: 6, unapproved: 0, suspended: 0 },
    claims: {
      filed: 4,
      active: 2,
      withdrawn: 1,
      hidden: 1,
      unchecked: 1,
      checked: 0,
      challenged: 1,
      independentlyReproduced: 0,
    },
    checks: {
      submitted: 4,
      pending: 1,
      accepted: 2,
      rejected: 1,
      supports: 1,
      challenges: 1,
      unresolved: 0,
      independent: 2,
    },
    reviews: { given: 3, accepting: 2, rejecting: 1 },
  });
  expect(rates.checksAccepted).toMatchObject({ numerator: 2, denominator: 3, value: 0.666667 });
  expect(rates.claimsChallenged).toMatchObject({ numerator: 1, denominator: 2, value: 0.5 });
  expect(rates.resolvedReproduced).toMatchObject({ numerator: 0, denominator: 0, value: null });
});

test('a rate is its numerator over its denominator, rounded half away from zero to six decimals', async () => {
  const { claimsChecked } = ratesWith(3, 1);
  expect(claimsChecked?.value).toBe(0.333333);
  expect(ratesWith(2_000_000, 1).claimsChecked?.value).toBe(0.000001); // exactly half a millionth
  await holds(
    property(nat(1e6), nat(1e6), (active, part) => {
      const rate = ratesWith(active, Math.min(part, active)).claimsChecked;
      if (active === 0) expect(rate?.value).toBe(null);
      else
        expect(Math.abs((rate?.value ?? Number.NaN) - Math.min(part, active) / active)).toBeLessThanOrEqual(
          5.000001e-7,
        );
    }),
  );
});

/** The rates of an institution with so many active claims, so many of them checked, and nothing else. */
function ratesWith(active: number, checked: number): Record<string, Rate> {
  const nothing: Record<string, number> = new Proxy({}, { get: () => 0 });
  const counts: Record<keyof Counts, Record<string, number>> = {
    members: nothing,
    claims: { ...none('challenged', 'independentlyReproduced'), active, unchecked: active - checked },
    checks: nothing,
    reviews: nothing,
    forecasts: nothing,
    resolutions: nothing,
    observations: nothing,
    vouches: nothing,
    precedents: nothing,
    challenges: nothing,
  };
  return ratesOf(counts as Counts);
}

const none = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 0]));
