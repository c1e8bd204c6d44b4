import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { voidResolution } from '#domain/calibration/void.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let administrator: Person;
let moderator: Person;
let claim: string;

beforeAll(async () => {
  institution = await openInstitution();
  author = await person(institution.database);
  administrator = await person(institution.database, { role: 'administrator' });
  moderator = await person(institution.database, { role: 'moderator' });
});

beforeEach(async () => {
  claim = (await institution.act(registerClaim, author, aClaim())).id;
});

/** A check of the claim by somebody new, reviewed as said. */
async function check(
  change: Parameters<typeof aCheck>[1],
  ...reviews: Parameters<typeof aReview>[1][]
): Promise<string> {
  const { id } = await institution.act(submitCheck, await person(institution.database), aCheck(claim, change));
  for (const review of reviews) await institution.act(reviewCheck, administrator, aReview(id, review));
  return id;
}
const support = (n: number, ...reviews: Parameters<typeof aReview>[1][]) =>
  check({ modelKey: `Model ${n}`, runtimeKey: `Runtime ${n}` }, ...reviews);
const upheldChallenge = () => check({ result: 'challenges' }, {}, { challengeUpheld: true });
const conclude = (evidenceCheckId: string, reproduced: boolean, by = moderator) =>
  institution.act(resolveClaim, by, { claimId: claim, reproduced, reason: aReason, evidenceCheckId });
const refused = (evidenceCheckId: string, reproduced: boolean, by = moderator) =>
  codeOf(conclude(evidenceCheckId, reproduced, by));
const voided = (by = moderator, reason?: string) =>
  institution.act(voidResolution, by, { claimId: claim, voided: true, reason });

describe('reproduced', () => {
  test('needs a diverse pair with the evidence check in it, and no accepted challenge', async () => {
    const [one, two] = [await support(1, {}), await support(2)];
    expect(await refused(one, true)).toBe('resolution.no_diverse_pair');
    await institution.act(reviewCheck, administrator, aReview(two));
    const outside = await check({ result: 'unresolved', modelKey: 'Model 3', runtimeKey: 'Runtime 3' }, {});
    expect(await refused(outside, true)).toBe('resolution.no_diverse_pair');
    const challenge = await check({ result: 'challenges' }, {});
    expect(await refused(one, true)).toBe('resolution.challenge_accepted');
    await institution.act(reviewCheck, administrator, aReview(challenge, { state: 'rejected' }));
    await conclude(two, true);
  });

  test.each([
    ['model', { modelKey: 'MODEL-1', runtimeKey: 'Runtime 2' }],
    ['runtime', { modelKey: 'Model 2', runtimeKey: 'runtime 1.' }],
  ])('the same %s family makes no pair', async (_, keys) => {
    const one = await support(1, {});
    await check(keys, {});
    expect(await refused(one, true)).toBe('resolution.no_diverse_pair');
  });
});

describe('not reproduced', () => {
  test('needs an accepted challenge that a later review upheld', async () => {
    const challenge = await check({ result: 'challenges' }, {});
    expect(await refused(challenge, false)).toBe('resolution.challenge_not_upheld');
    await institution.act(reviewCheck, administrator, aReview(challenge, { challengeUpheld: true }));
    expect(await refused(await support(1, {}), false)).toBe('resolution.challenge_not_upheld');
    await conclude(challenge, false);
  });
});

describe('who may', () => {
  test('staff outside the groups of the claim and of every checker, pending and rejected ones included', async () => {
    const challenge = await upheldChallenge();
    const pending = await person(institution.database, { role: 'moderator' });
    const rejected = await person(institution.database, { role: 'moderator' });
    const agent = await person(institution.database, { operator: rejected });
    await institution.act(submitCheck, pending, aCheck(claim));
    const { id } = await institution.act(submitCheck, agent, aCheck(claim));
    await institution.act(reviewCheck, administrator, aReview(id, { state: 'rejected', independenceConfirmed: false }));
    for (const by of [pending, rejected]) expect(await refused(challenge, false, by)).toBe('resolution.own_group');
    expect(await refused(challenge, false, author)).toBe('role.required');

    await conclude(challenge, false);
    expect(await codeOf(voided(pending))).toBe('resolution.own_group');
  });

  test('not staff who filed the claim', async () => {
    const staff = await person(institution.database, { role: 'moderator' });
    claim = (await institution.act(registerClaim, staff, aClaim())).id;
    expect(await refused(await upheldChallenge(), false, staff)).toBe('resolution.own_group');
  });
});

test('the evidence is a check of this claim, and the claim is active', async () => {
  const challenge = await upheldChallenge();
  const other = (await institution.act(registerClaim, author, aClaim())).id;
  const resolution = { claimId: other, reproduced: false, reason: aReason, evidenceCheckId: challenge };
  await expect(institution.act(resolveClaim, moderator, resolution)).rejects.toMatchObject({
    code: 'input.invalid',
    errors: [{ field: 'evidenceCheckId' }],
  });
  await institution.act(moderateClaim, moderator, { claimId: claim, state: 'hidden', reason: aReason });
  expect(await refused(challenge, false)).toBe('claim.not_active');
});

test('one live resolution; a void stays on record and another can follow', async () => {
  const challenge = await upheldChallenge();
  expect(await codeOf(voided())).toBe('resolution.none');
  const first = await conclude(challenge, false);
  expect(await refused(challenge, false, administrator)).toBe('resolution.exists');
  expect((await voided(administrator, aReason)).id).toBe(first.id);
  expect(await codeOf(voided())).toBe('resolution.none');
  const second = await conclude(challenge, false);
  const rows = sql`select id, voided_at is not null as voided, void_reason, voider_id from resolution where claim_id = ${claim} order by resolved_at, id`;
  expect(await institution.database.query(rows)).toEqual([
    { id: first.id, voided: true, void_reason: aReason, voider_id: administrator.memberId },
    { id: second.id, voided: false, void_reason: null, voider_id: null },
  ]);
  expect((await verifyPublication(institution.database, institution.origin)).named).toEqual([]);
});

test('two resolutions at once: one stands, the other is told so', async () => {
  for (let round = 0; round < 10; round++) {
    claim = (await institution.act(registerClaim, await person(institution.database), aClaim())).id;
    const challenge = await upheldChallenge();
    const outcomes = await Promise.all(
      [moderator, administrator].map((by) =>
        conclude(challenge, false, by).then(
          () => 'recorded',
          (thrown) => codeOf(Promise.reject(thrown)),
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(['recorded', 'resolution.exists']);
  }
});
