import { beforeAll, describe, expect, test } from 'vitest';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { moderateObservation } from '#domain/observations/moderate.ts';
import { recordObservation } from '#domain/observations/record.ts';
import { observationState, seesObservation } from '#domain/observations/rules.ts';
import { withdrawObservation } from '#domain/observations/withdraw.ts';
import { sql } from '#prisma/database.ts';
import { endings } from '#test/kit/checkers.ts';
import { alsoOn, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let other: Person;
let moderator: Person;
beforeAll(async () => {
  institution = await openInstitution();
  author = await person(institution.database);
  other = await person(institution.database);
  moderator = await person(institution.database, { role: 'moderator' });
});

const text = { title: 'Odd timings', body: 'Somebody should time the second run apart.' };
const record = async () => (await institution.act(recordObservation, author, text)).id;
const published = async (id: string): Promise<Record<string, unknown> | null> => {
  const row = await institution.database.maybe<{ body: string | null }>(
    sql`select body from publication where record_id = ${id}`,
  );
  return row?.body ? (JSON.parse(row.body) as Record<string, unknown>) : null;
};

test('a recorded observation is public, and earns nothing', async () => {
  const id = await record();
  expect(await published(id)).toMatchObject({ ...text, state: 'open', claim: null, author: { handle: author.handle } });
  expect(
    await institution.database.query(sql`select from ledger_entry where member_id = ${author.memberId}`),
  ).toHaveLength(0);
});

describe('promotion', () => {
  test('of ten members at once, on several processes, one succeeds', async () => {
    const id = await record();
    const among = [1, 2, 3].map(() => alsoOn(institution, { connections: 5 }));
    const ended = await endings(
      (await people(institution.database, 10)).map((member, n) =>
        (among[n % 3] ?? institution).act(registerClaim, member, aClaim({ observationId: id })),
      ),
    );
    expect(ended.toSorted()).toEqual(
      ['done', ...Array.from({ length: 9 }, () => 'observation.already_promoted')].toSorted(),
    );
    const claims = await institution.database.query<{ id: string }>(
      sql`select id from claim where observation_id = ${id}`,
    );
    expect(claims).toHaveLength(1);
    expect(await published(id)).toMatchObject({
      state: 'promoted',
      claim: { id: claims[0]?.id },
      author: { handle: author.handle },
    });
  });

  test('is for good even if the claim goes; the claim is then no longer named', async () => {
    const id = await record();
    const claim = (await institution.act(registerClaim, other, aClaim({ observationId: id }))).id;
    await institution.act(moderateClaim, moderator, { claimId: claim, state: 'hidden', reason: aReason });
    expect(await published(id)).toMatchObject({ state: 'promoted', claim: null });
    await institution.act(moderateClaim, moderator, { claimId: claim, state: 'active', reason: aReason });
    expect(await published(id)).toMatchObject({ state: 'promoted', claim: { id: claim } });
    await institution.act(withdrawClaim, other, { claimId: claim });
    expect(await published(id)).toMatchObject({ state: 'promoted', claim: null });
    expect(await institution.refused(registerClaim, author, aClaim({ observationId: id }))).toBe(
      'observation.already_promoted',
    );
  });

  test('of one that is withdrawn, hidden or unknown is refused alike, promoted before or not', async () => {
    const [withdrawn, hidden, promoted] = [await record(), await record(), await record()];
    await institution.act(registerClaim, other, aClaim({ observationId: promoted }));
    await institution.act(withdrawObservation, author, { observationId: withdrawn });
    for (const id of [hidden, promoted])
      await institution.act(moderateObservation, moderator, { observationId: id, state: 'hidden', reason: aReason });
    for (const id of [withdrawn, hidden, promoted, 'obs_unknown'])
      expect(await institution.refused(registerClaim, other, aClaim({ observationId: id }))).toBe(
        'observation.not_open',
      );
  });

  test('and withdrawal at once: never a claim of an observation that was gone before', async () => {
    for (let round = 0; round < 15; round++) {
      const id = await record();
      const [promoted, withdrawn] = await endings([
        institution.act(registerClaim, other, aClaim({ observationId: id })),
        institution.act(withdrawObservation, author, { observationId: id }),
      ]);
      expect(withdrawn).toBe('done');
      expect(['done', 'observation.not_open']).toContain(promoted);
      expect(await published(id)).toBeNull();
    }
  });
});

describe('taking away', () => {
  test('is the author’s, for good, of a promoted one too: the text goes, the promotion stays', async () => {
    const id = await record();
    const claim = (await institution.act(registerClaim, other, aClaim({ observationId: id }))).id;
    expect(await institution.refused(withdrawObservation, other, { observationId: id })).toBe('observation.not_author');
    await institution.act(withdrawObservation, author, { observationId: id });
    expect(await published(id)).toBeNull();
    expect(await published(claim)).toMatchObject({ observationId: id });
    expect(await institution.refused(withdrawObservation, author, { observationId: id })).toBe(
      'observation.state_unchanged',
    );
    expect(await institution.refused(withdrawObservation, other, { observationId: id })).toBe('not_found');
  });

  test('is staff’s with a reason, and they bring it back in its old place, but not what its author withdrew', async () => {
    const id = await record();
    const place = () =>
      institution.database.one(sql`select ordinal, body is not null as shown from publication where record_id = ${id}`);
    const first = await place();
    const moderation = { observationId: id, state: 'hidden', reason: aReason };
    expect(await institution.refused(moderateObservation, other, moderation)).toBe('role.required');
    expect(await institution.refused(moderateObservation, moderator, { ...moderation, reason: 'no' })).toBe(
      'input.invalid',
    );
    await institution.act(moderateObservation, moderator, moderation);
    expect(await institution.refused(moderateObservation, moderator, moderation)).toBe('observation.state_unchanged');
    expect(await published(id)).toBeNull();
    await institution.act(moderateObservation, moderator, { ...moderation, state: 'open' });
    expect(await place()).toEqual(first);
    await institution.act(withdrawObservation, author, { observationId: id });
    await institution.act(moderateObservation, moderator, moderation);
    await institution.act(moderateObservation, moderator, { ...moderation, state: 'open' });
    expect(await published(id)).toBeNull();
    const entries = await institution.database.query(
      sql`select act, reason, detail from audit_entry where subject = ${id} order by seq`,
    );
    expect(entries).toHaveLength(4);
    expect(entries[0]).toEqual({ act: 'hide_observation', reason: aReason, detail: { state: 'hidden' } });
  });
});

test('the states and who sees them', () => {
  const states = [
    [false, false, false],
    [false, false, true],
    [false, true, true],
    [true, true, true],
  ].map(([withdrawn = false, hidden = false, promoted = false]) => observationState({ withdrawn, hidden, promoted }));
  expect(states).toEqual(['open', 'promoted', 'hidden', 'withdrawn']);
  const gone = { authorId: 'author', withdrawn: false, hidden: true };
  const member = (id: string) => ({ id, role: 'member' }) as const;
  expect(
    [null, member('other'), member('author'), { id: 'staff', role: 'moderator' } as const].map((reader) =>
      seesObservation(gone, reader),
    ),
  ).toEqual([false, false, true, true]);
  expect(seesObservation({ ...gone, hidden: false }, null)).toBe(true);
});
