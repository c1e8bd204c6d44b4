import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importChecks } from '#domain/checks/import.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { recordOperator } from '#domain/members/operators/record.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { newId } from '#domain/text/ids.ts';
import { sql } from '#prisma/database.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let checker: Person;
let administrator: Person;
let second: Person;
let claim: string;
let check: string;

beforeAll(async () => {
  institution = await openInstitution();
  const { database } = institution;
  [author, checker] = [await person(database), await person(database)];
  [administrator, second] = [
    await person(database, { role: 'administrator' }),
    await person(database, { role: 'administrator' }),
  ];
});

beforeEach(async () => {
  claim = (await institution.act(registerClaim, author, aClaim())).id;
  check = (await institution.act(submitCheck, checker, aCheck(claim, { result: 'challenges' }))).id;
});

const review = (change = {}, by = administrator, of = check) => institution.act(reviewCheck, by, aReview(of, change));
const refused = (change = {}, by = administrator, of = check) =>
  institution.refused(reviewCheck, by, aReview(of, change));
const standing = (of = check) =>
  institution.database.one<{ state: string; independent: boolean; upheld: boolean; accepted: Date | null }>(sql`
    select state, independent, challenge_upheld as upheld, accepted_at as accepted from registry_check where id = ${of}`);
const earned = (of = check) =>
  institution.database.query(sql`select member_id, amount, kind from ledger_entry where check_id = ${of}`);
const label = async () =>
  (await institution.database.one<{ evidence: string }>(sql`select evidence from claim where id = ${claim}`)).evidence;

describe('the newest review decides', () => {
  test('state, independence and label follow it; the first acceptance stays', async () => {
    expect(await label()).toBe('unchecked');
    await review();
    const first = await standing();
    expect(first).toMatchObject({ state: 'accepted', independent: true, upheld: false });
    expect(await label()).toBe('challenged');
    await review({ state: 'rejected', independenceConfirmed: false });
    expect(await standing()).toEqual({ ...first, state: 'rejected', independent: false });
    expect(await label()).toBe('unchecked');
    await review({ independenceConfirmed: false });
    expect(await standing()).toEqual({ ...first, independent: false });
  });

  test('reviews are numbered and each tells what stands after it', async () => {
    await review();
    await review({ challengeUpheld: true });
    await review();
    await review({ challengeUpheld: false });
    await review({ challengeUpheld: true });
    await review({ state: 'rejected' });
    await review();
    const history = await institution.database.query(
      sql`select n, state, challenge_upheld as upheld from review where check_id = ${check} order by n`,
    );
    expect(history).toEqual([
      { n: 1, state: 'accepted', upheld: false },
      { n: 2, state: 'accepted', upheld: true },
      { n: 3, state: 'accepted', upheld: true },
      { n: 4, state: 'accepted', upheld: false },
      { n: 5, state: 'accepted', upheld: true },
      { n: 6, state: 'rejected', upheld: false },
      { n: 7, state: 'accepted', upheld: false },
    ]);
  });
});

describe('refusals', () => {
  test('a check that is not there, and a reviewer who is no administrator', async () => {
    expect(await refused({}, administrator, newId('chk'))).toBe('not_found');
    const moderator = await person(institution.database, { role: 'moderator' });
    expect(await refused({}, moderator)).toBe('role.required');
  });

  test("a reviewer in the check's or the claim's operator group, by record too", async () => {
    const { database, act } = institution;
    const own = await person(database, { role: 'administrator' });
    const agent = await person(database, { operator: own });
    const theirs = (await act(registerClaim, own, aClaim())).id;
    const checked = (await act(submitCheck, checker, aCheck(theirs))).id;
    expect(await refused({}, own, checked)).toBe('review.own_group');
    const byAgent = (await act(submitCheck, agent, aCheck(claim))).id;
    expect(await refused({}, own, byAgent)).toBe('review.own_group');
    await act(recordOperator, second, { handles: [own.handle, checker.handle], reason: aReason });
    expect(await refused({}, own)).toBe('review.own_group');
  });

  test('independence of a conflicted check', async () => {
    const conflicted = (
      await institution.act(submitCheck, await person(institution.database), aCheck(claim, { conflicted: true }))
    ).id;
    expect(await refused({}, administrator, conflicted)).toBe('review.conflicted');
    await review({ independenceConfirmed: false }, administrator, conflicted);
    expect(await standing(conflicted)).toMatchObject({ state: 'accepted', independent: false });
  });

  test('upholding what no earlier review accepted', async () => {
    expect(await refused({ challengeUpheld: true })).toBe('review.challenge_not_accepted');
    await review({ state: 'rejected', independenceConfirmed: false });
    expect(await refused({ challengeUpheld: true })).toBe('review.challenge_not_accepted');
    await review();
    expect(await refused({ state: 'rejected', challengeUpheld: true })).toBe('input.invalid');
    await review({ challengeUpheld: true });
    expect(await standing()).toMatchObject({ upheld: true });
  });

  test('upholding what is no challenge, or what only an import accepted', async () => {
    const support = (await institution.act(submitCheck, await person(institution.database), aCheck(claim))).id;
    await review({}, administrator, support);
    expect(await refused({ challengeUpheld: true }, administrator, support)).toBe('review.challenge_not_accepted');

    const legacy = await person(institution.database);
    const { method, environment, artifactUrl, artifactSha256 } = aCheck(claim);
    const line = { claimId: claim, author: legacy.handle, method, environment, artifactUrl, artifactSha256 };
    const row = { ...line, result: 'challenges', submittedAt: '2020-01-01T00:00:00.000Z', state: 'accepted' };
    expect(await importChecks(institution.runner, JSON.stringify(row))).toMatchObject({ imported: 1, refused: [] });
    const { id } = await institution.database.one<{ id: string }>(
      sql`select id from registry_check where author_id = ${legacy.memberId}`,
    );
    expect(await refused({ challengeUpheld: true, independenceConfirmed: false }, administrator, id)).toBe(
      'review.challenge_not_accepted',
    );
    expect(await refused({}, administrator, id)).toBe('review.disclosure_incomplete');
  });

  test('a refused review leaves nothing', async () => {
    await refused({ challengeUpheld: true });
    expect(await institution.database.query(sql`select 1 from review where check_id = ${check}`)).toEqual([]);
    expect(await standing()).toMatchObject({ state: 'pending', accepted: null });
  });
});

describe('credits', () => {
  test('the first acceptance earns ten, whatever came before and comes after', async () => {
    await review({ state: 'rejected', independenceConfirmed: false });
    expect(await earned()).toEqual([]);
    await review();
    await review({ state: 'rejected' });
    await review();
    expect(await earned()).toEqual([{ member_id: checker.memberId, amount: 10, kind: 'check_accepted' }]);
  });

  test.each(['hidden', 'withdrawn'])(
    'a check of a %s claim is reviewed and earns, and nothing of it shows',
    async (state) => {
      if (state === 'withdrawn') await institution.act(withdrawClaim, author, { claimId: claim });
      else await institution.act(moderateClaim, second, { claimId: claim, state: 'hidden', reason: aReason });
      const { id } = await review();
      expect(await earned()).toHaveLength(1);
      const shown = sql`select 1 from publication where record_id in (${check}, ${id}) or record_id = ${claim} and body is not null`;
      expect(await institution.database.query(shown)).toEqual([]);
    },
  );
});

test('two reviews at once are both recorded, in one order, and credit once', async () => {
  for (let round = 0; round < 15; round++) {
    const subject = (await institution.act(submitCheck, await person(institution.database), aCheck(claim))).id;
    const [one, two] = await Promise.all([
      review({}, administrator, subject),
      review({ independenceConfirmed: round % 2 === 0 }, second, subject),
    ]);
    const history = await institution.database.query<{ id: string; n: number; confirmed: boolean }>(
      sql`select id, n, independence_confirmed as confirmed from review where check_id = ${subject} order by n`,
    );
    expect(history.map(({ n }) => n)).toEqual([1, 2]);
    expect(new Set(history.map(({ id }) => id))).toEqual(new Set([one.id, two.id]));
    expect(await standing(subject)).toMatchObject({ state: 'accepted', independent: history.at(-1)?.confirmed });
    expect(await earned(subject)).toHaveLength(1);
  }
});

test('every review is audited with its reason', async () => {
  const { id } = await review();
  const entry = await institution.database.one(
    sql`select act, actor_id, reason, detail ->> 'review' as review from audit_entry where subject = ${check}`,
  );
  expect(entry).toEqual({ act: 'review_check', actor_id: administrator.memberId, reason: aReason, review: id });
});
