// Withdrawing by the author, hiding by staff: separate, and with everything that hangs on the claim.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let checker: Person;
let stranger: Person;
let moderator: Person;
let administrator: Person;
/** A claim on an older one and under a younger one, with a reviewed check and a resolution. */
let claim: string;
let published: string[];

beforeAll(async () => {
  institution = await openInstitution();
  const { database } = institution;
  [author, checker, stranger] = [await person(database), await person(database), await person(database)];
  moderator = await person(database, { role: 'moderator' });
  administrator = await person(database, { role: 'administrator' });
});

beforeEach(async () => {
  const { act, database } = institution;
  const older = (await act(registerClaim, stranger, aClaim())).id;
  claim = (await act(registerClaim, author, aClaim({ relationships: [{ targetId: older, kind: 'derives-from' }] }))).id;
  await act(registerClaim, stranger, aClaim({ relationships: [{ targetId: claim, kind: 'contradicts' }] }));
  const check = (await act(submitCheck, checker, aCheck(claim, { result: 'challenges' }))).id;
  await act(reviewCheck, administrator, aReview(check));
  await act(reviewCheck, administrator, aReview(check, { challengeUpheld: true }));
  await act(resolveClaim, moderator, { claimId: claim, reproduced: false, reason: aReason, evidenceCheckId: check });
  const rows = await database.query<{ record_id: string }>(sql`
    select record_id from publication where record_id = ${claim} or body::jsonb ->> 'claimId' = ${claim}
      or ${claim} in (body::jsonb -> 'source' ->> 'id', body::jsonb -> 'target' ->> 'id')`);
  published = rows.map(({ record_id }) => record_id);
});

const moderate = (state: 'hidden' | 'active', by = moderator) =>
  institution.act(moderateClaim, by, { claimId: claim, state, reason: aReason });
const places = () =>
  institution.database.query<{ record_id: string; ordinal: number; shown: boolean; private: boolean }>(sql`
    select record_id, ordinal, body is not null as shown, body is null and gone_at is null as private
    from publication where record_id = any (${published}) order by dataset, ordinal`);
const faults = async () => (await verifyPublication(institution.database, institution.origin)).named;

test('a hidden claim takes its check, reviews, resolution and lineage out, and brings them back to their places', async () => {
  const before = await places();
  expect(before).toHaveLength(7);
  expect(before.every(({ shown }) => shown)).toBe(true);
  await moderate('hidden');
  expect((await places()).some(({ shown }) => shown)).toBe(false);
  expect(await faults()).toEqual([]);
  await moderate('active');
  expect(await places()).toEqual(before);
  expect(await faults()).toEqual([]);
});

test('a withdrawn claim is gone for good, and hiding is apart from it', async () => {
  await institution.act(withdrawClaim, author, { claimId: claim });
  expect((await places()).some(({ shown }) => shown)).toBe(false);
  await moderate('hidden');
  await moderate('active');
  expect((await places()).some(({ shown }) => shown)).toBe(false);
  expect(await institution.refused(withdrawClaim, author, { claimId: claim })).toBe('claim.state_unchanged');
  expect(await faults()).toEqual([]);
});

test('its author withdraws a hidden claim too; unhiding does not bring it back', async () => {
  await moderate('hidden');
  await institution.act(withdrawClaim, author, { claimId: claim });
  await moderate('active');
  expect((await places()).some(({ shown }) => shown)).toBe(false);
});

test('only its author withdraws; a claim that is not public is not there for others', async () => {
  expect(await institution.refused(withdrawClaim, stranger, { claimId: claim })).toBe('claim.not_author');
  expect(await institution.refused(withdrawClaim, administrator, { claimId: claim })).toBe('claim.not_author');
  await moderate('hidden');
  expect(await institution.refused(withdrawClaim, stranger, { claimId: claim })).toBe('not_found');
  expect(await institution.refused(withdrawClaim, stranger, { claimId: 'no id' })).toBe('not_found');
});

test('only staff hide, with a reason that is kept, and not twice', async () => {
  const hide = { claimId: claim, state: 'hidden', reason: aReason };
  expect(await institution.refused(moderateClaim, author, hide)).toBe('role.required');
  expect(await institution.refused(moderateClaim, moderator, { ...hide, reason: 'short' })).toBe('input.invalid');
  expect(await institution.refused(moderateClaim, moderator, { ...hide, state: 'active' })).toBe(
    'claim.state_unchanged',
  );
  await moderate('hidden');
  expect(await institution.refused(moderateClaim, moderator, hide)).toBe('claim.state_unchanged');
  const audited = sql`select act, actor_id, reason, detail from audit_entry where subject = ${claim} order by seq desc limit 1`;
  expect(await institution.database.one(audited)).toEqual({
    act: 'hide_claim',
    actor_id: moderator.memberId,
    reason: aReason,
    detail: { state: 'hidden' },
  });
});

test('hiding and relating to the same claim at once leave a publication that is as the records are', async () => {
  for (let round = 0; round < 15; round++) {
    const target = (await institution.act(registerClaim, author, aClaim())).id;
    await Promise.allSettled([
      institution.act(moderateClaim, moderator, { claimId: target, state: 'hidden', reason: aReason }),
      ...[checker, stranger, administrator].map((member) =>
        institution.act(registerClaim, member, aClaim({ relationships: [{ targetId: target, kind: 'narrows' }] })),
      ),
    ]);
  }
  expect(await faults()).toEqual([]);
});
