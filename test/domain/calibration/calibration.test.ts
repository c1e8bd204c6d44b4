// Calibration is always what a recomputation from the records gives: here with fractions, from plain rows.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readCalibration } from '#domain/calibration/calibration.ts';
import { predictClaim } from '#domain/calibration/predict.ts';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { voidResolution } from '#domain/calibration/void.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
beforeAll(async () => {
  institution = await openInstitution();
});

const whole = { after: 0, limit: 100 };
const bands = [
  [0, 0.2],
  [0.2, 0.4],
  [0.4, 0.6],
  [0.6, 0.8],
  [0.8, 1],
] as const;

test('of nothing there is no score', async () => {
  expect(await readCalibration(institution.database, whole)).toEqual({
    site: { n: 0, claims: 0, meanBrier: null },
    bands: bands.map(([from, to]) => ({ from, to, n: 0, meanProbability: null, observedRate: null })),
    members: [],
    nextCursor: null,
  });
});

/** A fraction of whole numbers as a number of six decimals, half away from zero; null of nothing. */
function six(numerator: bigint, denominator: bigint): number | null {
  if (denominator === 0n) return null;
  const scaled = numerator * 1_000_000n;
  const [quotient, rest] = [scaled / denominator, scaled % denominator];
  return Number(`${rest * 2n >= denominator ? quotient + 1n : quotient}e-6`);
}

interface Scored {
  handle: string;
  claim: string;
  p: bigint;
  outcome: bigint;
}

/** Every forecast that counts, sought row by row in whole tables. */
async function scored(): Promise<Scored[]> {
  const { database } = institution;
  const claims = await database.query<{ id: string; withdrawn_at: unknown; hidden_at: unknown }>(
    sql`select * from claim`,
  );
  const checks = await database.query<{ id: string; state: string }>(sql`select * from registry_check`);
  const resolutions = await database.query<{
    claim_id: string;
    evidence_check_id: string;
    reproduced: boolean;
    voided_at: unknown;
  }>(sql`select * from resolution`);
  const forecasts = await database.query<{ claim_id: string; handle: string; millionths: number }>(
    sql`select f.*, m.handle from forecast f join member m on m.id = f.author_id`,
  );
  return forecasts.flatMap(({ claim_id, handle, millionths }) => {
    const claim = claims.find(({ id }) => id === claim_id);
    const live = resolutions.find((one) => one.claim_id === claim_id && one.voided_at === null);
    const evidence = checks.find(({ id }) => id === live?.evidence_check_id);
    if (!live || evidence?.state !== 'accepted' || claim?.withdrawn_at !== null || claim.hidden_at !== null) return [];
    return [{ handle, claim: claim_id, p: BigInt(millionths), outcome: live.reproduced ? 1_000_000n : 0n }];
  });
}

const total = (numbers: readonly bigint[]) => numbers.reduce((sum, one) => sum + one, 0n);
const brier = (all: readonly Scored[]) =>
  six(total(all.map(({ p, outcome }) => (p - outcome) ** 2n)), BigInt(all.length) * 10n ** 12n);

async function recomputed() {
  const all = await scored();
  const handles = [...new Set(all.map(({ handle }) => handle))].sort((a, b) => (a < b ? -1 : 1));
  return {
    site: { n: all.length, claims: new Set(all.map(({ claim }) => claim)).size, meanBrier: brier(all) },
    bands: bands.map(([from, to]) => {
      const inside = ({ p }: Scored) => Number(p) / 1e6 >= from && (Number(p) / 1e6 < to || to === 1);
      const own = all.filter(inside);
      const n = BigInt(own.length);
      const meanProbability = six(total(own.map(({ p }) => p)), n * 1_000_000n);
      return {
        from,
        to,
        n: own.length,
        meanProbability,
        observedRate: six(total(own.map(({ outcome }) => outcome)), n * 1_000_000n),
      };
    }),
    members: handles.map((handle) => {
      const own = all.filter((one) => one.handle === handle);
      return { handle, n: own.length, meanBrier: brier(own) };
    }),
    nextCursor: null,
  };
}

type Fate = 'none' | 'void' | 'hide' | 'hide and show' | 'withdraw' | 'reject evidence' | 'another challenge';

/** A claim with forecasts, concluded, and what became of it. */
async function claimWith(forecasts: readonly number[], by: readonly Person[], reproduced: boolean, fate: Fate) {
  const { act, database } = institution;
  const [author, ...checkers] = await people(database, 4);
  const staff = await person(database, { role: 'administrator' });
  if (!author) throw new Error('four were asked for');
  const claimId = (await act(registerClaim, author, aClaim())).id;
  for (const [index, millionths] of forecasts.entries()) {
    const forecaster = by[index];
    if (forecaster) await act(predictClaim, forecaster, { claimId, probability: millionths / 1e6 });
  }
  const check = async (n: number, result: 'supports' | 'challenges') => {
    const checker = checkers[n];
    if (!checker) throw new Error('there are three checkers');
    const { id } = await act(
      submitCheck,
      checker,
      aCheck(claimId, { result, modelKey: `Model ${n}`, runtimeKey: `Runtime ${n}` }),
    );
    await act(reviewCheck, staff, aReview(id));
    return id;
  };
  const evidenceCheckId = await check(0, reproduced ? 'supports' : 'challenges');
  if (reproduced) await check(1, 'supports');
  else await act(reviewCheck, staff, aReview(evidenceCheckId, { challengeUpheld: true }));
  await act(resolveClaim, staff, { claimId, reproduced, reason: aReason, evidenceCheckId });
  const moderate = (state: string) => act(moderateClaim, staff, { claimId, state, reason: aReason });
  if (fate === 'void') await act(voidResolution, staff, { claimId, voided: true });
  if (fate.startsWith('hide')) await moderate('hidden');
  if (fate === 'hide and show') await moderate('active');
  if (fate === 'withdraw') await act(withdrawClaim, author, { claimId });
  if (fate === 'reject evidence') await act(reviewCheck, staff, aReview(evidenceCheckId, { state: 'rejected' }));
  if (fate === 'another challenge') await check(2, 'challenges');
}

describe('calibration', () => {
  const edges = fc.constantFrom(0, 199_999, 200_000, 400_000, 600_000, 799_999, 800_000, 1_000_000);
  const millionths = fc.oneof(edges, fc.nat({ max: 1_000_000 }));
  const fate = fc.constantFrom<Fate>(
    ...(['none', 'none', 'void', 'hide', 'hide and show', 'withdraw', 'reject evidence', 'another challenge'] as const),
  );
  const claim = fc.record({ forecasts: fc.array(millionths, { maxLength: 6 }), reproduced: fc.boolean(), fate });

  test('is what exact fractions over the record give, after any fate of claims and resolutions', {
    timeout: 300_000,
  }, async () => {
    const forecasters = await people(institution.database, 6);
    await claimWith([0, 200_000, 400_000, 600_000, 800_000, 1_000_000], forecasters, true, 'none');
    expect((await readCalibration(institution.database, whole)).bands.map(({ n }) => n)).toEqual([1, 1, 1, 1, 2]);
    await fc.assert(
      fc.asyncProperty(fc.array(claim, { minLength: 1, maxLength: 3 }), async (claims) => {
        for (const { forecasts, reproduced, fate } of claims) {
          await claimWith(forecasts, forecasters, reproduced, fate);
          expect(await readCalibration(institution.database, whole)).toEqual(await recomputed());
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('members are paged by an offset', async () => {
    const all = (await readCalibration(institution.database, whole)).members;
    const first = await readCalibration(institution.database, { after: 0, limit: 4 });
    const second = await readCalibration(institution.database, { after: first.nextCursor ?? 0, limit: 4 });
    expect(all).toHaveLength(6);
    expect([...first.members, ...second.members]).toEqual(all);
    expect([first.nextCursor, second.nextCursor]).toEqual([4, null]);
    expect(await readCalibration(institution.database, { after: 99, limit: 4 })).toMatchObject({
      members: [],
      nextCursor: null,
    });
    expect((await readCalibration(institution.database, { after: 2, limit: 4 })).nextCursor).toBeNull();
  });

  test('a sample smaller than the setting shows its size and no more', async () => {
    const before = await readCalibration(institution.database, whole);
    await institution.database.query(
      sql`insert into public_setting (key, value, changed_at) values ('calibrationMinimumSample', '100000', now())`,
    );
    const after = await readCalibration(institution.database, whole);
    expect(after).toEqual({
      site: { ...before.site, meanBrier: null },
      bands: before.bands.map((band) => ({ ...band, meanProbability: null, observedRate: null })),
      members: before.members.map((member) => ({ ...member, meanBrier: null })),
      nextCursor: null,
    });
  });
});
