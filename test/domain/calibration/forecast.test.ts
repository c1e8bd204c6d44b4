import { beforeAll, describe, expect, test } from 'vitest';
import { explained } from '#domain/acts/guards.ts';
import { predictClaim } from '#domain/calibration/predict.ts';
import { readPredictions } from '#domain/calibration/predictions.ts';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { voidResolution } from '#domain/calibration/void.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { recordOperator } from '#domain/members/operators/record.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { newId } from '#domain/text/ids.ts';
import { sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let checker: Person;
let administrator: Person;

beforeAll(async () => {
  institution = await openInstitution({ connections: 60 });
  const { database } = institution;
  [author, checker] = [await person(database), await person(database)];
  administrator = await person(database, { role: 'administrator' });
});

const newClaim = async () => (await institution.act(registerClaim, author, aClaim())).id;
const predict = (by: Person, claimId: string, probability: number) =>
  institution.act(predictClaim, by, { claimId, probability });

describe('a forecast', () => {
  test.each([
    [0, 0],
    [1, 1_000_000],
    [-0, 0],
    [0.000001, 1],
    [0.999999, 999_999],
    [0.1, 100_000],
    [0.123456, 123_456],
    [1 / 8, 125_000],
  ])('of %d is kept as %d millionths', async (probability, millionths) => {
    const { id } = await predict(await person(institution.database), await newClaim(), probability);
    expect(await institution.database.one(sql`select millionths from forecast where id = ${id}`)).toEqual({
      millionths,
    });
  });

  test.each([1e-7, 0.1234567, 1 / 3, 0.1 + 0.2, -0.000001, 1.000001, Number.NaN, '0.5', true])(
    'of %s is refused by field',
    async (probability) => {
      const refusal = institution.act(predictClaim, checker, { claimId: 'any', probability });
      await expect(refusal).rejects.toMatchObject({ code: 'input.invalid', errors: [{ field: 'probability' }] });
    },
  );

  test('is one for each author and operator group, own claims included, and earns nothing', async () => {
    const claim = await newClaim();
    const agent = await person(institution.database, { operator: author });
    await predict(author, claim, 0.9);
    expect(await codeOf(predict(author, claim, 0.8))).toBe('forecast.already_made');
    expect(await codeOf(predict(agent, claim, 0.8))).toBe('forecast.already_made');
    const ledger = await institution.database.query(
      sql`select 1 from ledger_entry where member_id = ${author.memberId}`,
    );
    expect(ledger).toEqual([]);
  });

  test('of groups that became one operator: both stay, a third is refused', async () => {
    const claim = await newClaim();
    const [one, two] = await people(institution.database, 2);
    if (!one || !two) throw new Error('two were asked for');
    const agent = await person(institution.database, { operator: two });
    await predict(one, claim, 0.1);
    await institution.act(recordOperator, administrator, { handles: [one.handle, two.handle], reason: aReason });
    expect(await codeOf(predict(agent, claim, 0.2))).toBe('forecast.already_made');
  });

  test('is refused on a claim that is not active, in the words for who asks', async () => {
    const [hidden, withdrawn] = [await newClaim(), await newClaim()];
    await institution.act(moderateClaim, administrator, { claimId: hidden, state: 'hidden', reason: aReason });
    await institution.act(withdrawClaim, author, { claimId: withdrawn });
    expect(await codeOf(predict(checker, hidden, 0.5))).toBe('not_found');
    await expect(predict(author, withdrawn, 0.5)).rejects.toMatchObject({
      code: 'claim.not_active',
      rule: 'forecasts.make',
    });
  });
});

test('the status of forecasts: open, closed by a check, resolved, and only the caller’s own', async () => {
  const { act, database } = institution;
  const claim = await newClaim();
  const [one, two] = await people(database, 2);
  if (!one || !two) throw new Error('two were asked for');
  const status = (by: Person | null = null) => readPredictions(database, claim, by?.memberId ?? null);
  await predict(one, claim, 0.75);
  await predict(two, claim, 0.25);
  expect(await status()).toEqual({ claimId: claim, open: true, closedBecause: null, count: 2, own: null });
  expect((await status(one))?.own).toEqual({ probability: 0.75, createdAt: expect.any(Date) });
  expect((await status(author))?.own).toBeNull();

  const check = (await act(submitCheck, checker, aCheck(claim, { result: 'challenges' }))).id;
  expect(await status()).toMatchObject({ open: false, closedBecause: 'check' });
  await act(reviewCheck, administrator, aReview(check));
  await act(reviewCheck, administrator, aReview(check, { challengeUpheld: true }));
  const resolution = { claimId: claim, reproduced: false, reason: aReason, evidenceCheckId: check };
  await act(resolveClaim, administrator, resolution);
  expect(await status()).toMatchObject({ open: false, closedBecause: 'resolved', count: 2 });
  await act(voidResolution, administrator, { claimId: claim, voided: true });
  expect(await status()).toMatchObject({ open: false, closedBecause: 'check' });
  await act(withdrawClaim, author, { claimId: claim });
  expect(await status(author)).toBeUndefined();
});

// Who gets there first is left to the machine; that a forecast and the check never cross is not.
describe('a first check and fifty forecasts at once: no forecast commits after the check', () => {
  async function race(
    rounds: number,
    forecast: (by: Person, claimId: string) => Promise<unknown>,
    check: (claimId: string) => Promise<unknown>,
  ) {
    const { database } = institution;
    const forecasters = await people(database, 50);
    const by = await person(database);
    let [admitted, refused] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const claim = (await institution.act(registerClaim, by, aClaim())).id;
      const count = async () =>
        (await database.one<{ count: number }>(sql`select count(*) from forecast where claim_id = ${claim}`)).count;
      const start = (forecaster: Person) =>
        forecast(forecaster, claim).then(
          () => 'made',
          (thrown) => codeOf(Promise.reject(explained(thrown))),
        );
      // The check starts at another place among them each round.
      const place = (round * 7) % (forecasters.length + 1);
      const before = forecasters.slice(0, place).map(start);
      const counted = check(claim).then(count);
      const racers = [...before, ...forecasters.slice(place).map(start)];
      const atCheck = await counted;
      const outcomes = await Promise.all(racers);

      const made = outcomes.filter((outcome) => outcome === 'made').length;
      expect(outcomes.filter((outcome) => outcome === 'forecast.closed_by_check')).toHaveLength(outcomes.length - made);
      expect([atCheck, await count()]).toEqual([made, made]);
      const late = sql`select 1 from forecast f join registry_check k using (claim_id) where claim_id = ${claim} and f.created_at > k.submitted_at`;
      expect(await database.query(late)).toEqual([]);
      admitted += made;
      refused += outcomes.length - made;
    }
    // Else nothing raced.
    expect(admitted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  }

  test('by the verbs', { timeout: 300_000 }, () =>
    race(
      25,
      (by, claim) => predict(by, claim, 0.5),
      async (claim) => institution.act(submitCheck, await person(institution.database), aCheck(claim)),
    ),
  );

  test('in plain SQL, where the guards stand alone', { timeout: 300_000 }, () =>
    race(
      200,
      (by, claim) =>
        institution.database.query(sql`
          insert into forecast (id, claim_id, author_id, millionths, created_at)
          values (${newId('fct')}, ${claim}, ${by.memberId}, 500000, now())`),
      (claim) =>
        institution.database.query(sql`
          insert into registry_check (id, claim_id, author_id, method, environment, artifact_url, artifact_sha256, result, notes,
            model_key, model_family, runtime_key, runtime_family, interests, conflicted, submitted_at, disclosed_at, changed_at)
          values (${newId('chk')}, ${claim}, ${checker.memberId}, 'm', 'e', 'https://example.org/', ${'a'.repeat(64)}, 'supports', '',
            'm', 'm', 'r', 'r', 'none', false, now(), now(), now())`),
    ),
  );
});
