import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { familyOf } from '#domain/checks/rules.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { recordOperator } from '#domain/members/operators/record.ts';
import { newId } from '#domain/text/ids.ts';
import { sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let moderator: Person;
let claim: string;

beforeAll(async () => {
  institution = await openInstitution({ connections: 60 });
  author = await person(institution.database);
  moderator = await person(institution.database, { role: 'moderator' });
  claim = (await institution.act(registerClaim, author, aClaim())).id;
});

const newClaim = async () => (await institution.act(registerClaim, author, aClaim())).id;
const checksOf = (claimId: string) =>
  institution.database.query<{ id: string; author_id: string; submitted_at: Date }>(
    sql`select * from registry_check where claim_id = ${claimId} order by seq`,
  );

test('a check is kept as submitted, pending, with its families, and closes nothing else', async () => {
  const checker = await person(institution.database);
  const { id } = await institution.act(
    submitCheck,
    checker,
    aCheck(claim, {
      modelKey: ' GPT－4o (Mini) ',
      artifactSha256: 'AB'.repeat(32),
      result: 'unresolved',
      notes: 'a\r\nb',
    }),
  );
  const row = await institution.database.one(sql`
    select state, result, notes, artifact_sha256, model_key, model_family, runtime_key, runtime_family, legacy, accepted_at, ordinal,
      submitted_at = disclosed_at as disclosed from registry_check where id = ${id}`);
  expect(row).toEqual({
    state: 'pending',
    result: 'unresolved',
    notes: 'a\nb',
    artifact_sha256: 'ab'.repeat(32),
    model_key: 'GPT－4o (Mini)',
    model_family: 'gpt4omini',
    runtime_key: 'Runtime-A 1.0',
    runtime_family: 'runtimea10',
    legacy: false,
    accepted_at: null,
    ordinal: null,
    disclosed: true,
  });
});

describe('refusals', () => {
  test("the claim's own group, agents included", async () => {
    const agent = await person(institution.database, { operator: author });
    expect(await institution.refused(submitCheck, author, aCheck(claim))).toBe('claim.self_check');
    expect(await institution.refused(submitCheck, agent, aCheck(claim))).toBe('claim.self_check');
  });

  test('a hidden claim is not there for a stranger, and not active for who may see it', async () => {
    const hidden = await newClaim();
    await institution.act(moderateClaim, moderator, { claimId: hidden, state: 'hidden', reason: aReason });
    const stranger = await person(institution.database);
    expect(await institution.refused(submitCheck, stranger, aCheck(hidden))).toBe('not_found');
    expect(await institution.refused(submitCheck, stranger, aCheck(newId('clm')))).toBe('not_found');
    expect(await institution.refused(submitCheck, moderator, aCheck(hidden))).toBe('claim.not_active');
  });

  test.each([
    ['a key without a letter or digit', { modelKey: '— (!)' }, 'modelKey'],
    ['a runtime of combining marks', { runtimeKey: '\u0301\u0302' }, 'runtimeKey'],
    ['an evidence address that is not https', { artifactUrl: 'http://example.org/' }, 'artifactUrl'],
    ['short interests', { interests: 'none' }, 'interests'],
  ])('%s, by field', async (_, change, field) => {
    const checker = await person(institution.database);
    const refusal = institution.act(submitCheck, checker, aCheck(claim, change));
    await expect(refusal).rejects.toMatchObject({ code: 'input.invalid', errors: [{ field }] });
  });

  test('every disclosure is asked for', async () => {
    const checker = await person(institution.database);
    const { modelKey, runtimeKey, interests, conflicted, ...undisclosed } = aCheck(claim);
    const refusal = institution.act(submitCheck, checker, undisclosed);
    await expect(refusal).rejects.toMatchObject({
      code: 'input.invalid',
      errors: ['modelKey', 'runtimeKey', 'interests', 'conflicted'].map((field) => ({ field, message: 'is required' })),
    });
  });
});

test('fifty checks at once by one operator group make one', async () => {
  const target = await newClaim();
  const human = await person(institution.database);
  const group = [human, ...(await people(institution.database, 49, { operator: human }))];
  const outcomes = await Promise.all(
    group.map((member) =>
      institution.act(submitCheck, member, aCheck(target)).then(
        () => 'made',
        (thrown) => codeOf(Promise.reject(thrown)),
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'check.already_submitted')).toHaveLength(49);
  expect(await checksOf(target)).toHaveLength(1);
});

test('two groups recorded as one operator while both check: no check is admitted after the record', async () => {
  const { database, act } = institution;
  for (let round = 0; round < 20; round++) {
    const target = await newClaim();
    const [one, two] = [await person(database), await person(database)];
    const outcomes = await Promise.allSettled([
      act(submitCheck, one, aCheck(target)),
      act(recordOperator, moderator, { handles: [one.handle, two.handle], reason: aReason }),
      act(submitCheck, two, aCheck(target)),
    ]);
    const [first, record, second] = outcomes.map(({ status }) => status === 'fulfilled');
    expect(record).toBe(true);
    const made = await checksOf(target);
    expect(made).toHaveLength(Number(first) + Number(second));
    expect(made.length).toBeGreaterThan(0);
    if (made.length === 2) {
      const { recorded } = await database.one<{ recorded: Date }>(
        sql`select max(recorded_at) as recorded from operator_record`,
      );
      for (const check of made) expect(check.submitted_at.getTime()).toBeLessThanOrEqual(recorded.getTime());
    }
  }
});

describe('families', () => {
  test.each([
    ['GPT-4o', 'gpt4o'],
    ['gpt 4O', 'gpt4o'],
    ['ＧＰＴ－４ｏ', 'gpt4o'],
    ['Llama³', 'llama3'],
    ['Modèle', 'modèle'],
    ['Mode\u0300le', 'modèle'],
    ['ﬁne', 'fine'],
    ['İ', 'i'],
    ['模型 7B', '模型7b'],
    ['— ! —', ''],
  ])('%s is %s', (key, family) => expect(familyOf(key)).toBe(family));

  test('case, width and punctuation never tell two families apart', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'B', '7', 'é', '模'), { minLength: 1 }),
        fc.array(fc.constantFrom(' ', '-', '_', '.', '(', '\u00a0', '\u200b')),
        (letters, marks) => {
          const plain = letters.join('');
          const adorned = letters.map((letter, index) => `${marks[index] ?? ''}${letter.toUpperCase()}`).join('');
          return familyOf(adorned) === familyOf(plain) && familyOf(familyOf(plain)) === familyOf(plain);
        },
      ),
    );
  });
});
