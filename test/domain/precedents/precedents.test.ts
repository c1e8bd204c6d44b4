import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishPrecedent } from '#domain/precedents/publish.ts';
import { withdrawPrecedent } from '#domain/precedents/withdraw.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { sql } from '#prisma/database.ts';
import { endings } from '#test/kit/checkers.ts';
import { tablesHolding } from '#test/kit/dump.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';

let institution: TestInstitution;
let administrator: Person;
beforeAll(async () => {
  institution = await openInstitution();
  administrator = await person(institution.database, { role: 'administrator' });
});

const precedent = (change: object = {}) => ({
  situation: 'A member filed two checks through two accounts of one operator.',
  decision: 'The second check was rejected and the groups were recorded as one.',
  reasons: 'Independence is between operators, whatever the accounts are called.',
  ruleIds: ['checks.submit', 'checks.review'],
  sourceCaseReference: 'case 17',
  manualReviewConfirmed: true,
  ...change,
});
const published = async (id: string) =>
  JSON.parse(
    (await institution.database.one<{ body: string }>(sql`select body from publication where record_id = ${id}`)).body,
  ) as Record<string, unknown>;

describe('publishing', () => {
  test('shows what was written and the rules, never the source', async () => {
    const { id } = await institution.act(
      publishPrecedent,
      administrator,
      precedent({ sourceCaseReference: 'case SOURCE-MARK' }),
    );
    const { sourceCaseReference: _, manualReviewConfirmed: __, ...shown } = precedent();
    expect(await published(id)).toMatchObject({ ...shown, state: 'published' });
    expect(await tablesHolding(institution.database, 'SOURCE-MARK')).toEqual(['public.precedent']);
  });

  test('is for administrators who reviewed it by hand, on rules there are', async () => {
    const moderator = await person(institution.database, { role: 'moderator' });
    expect(await institution.refused(publishPrecedent, moderator, precedent())).toBe('role.required');
    for (const change of [
      { manualReviewConfirmed: false },
      { manualReviewConfirmed: null },
      { ruleIds: ['checks.nothing'] },
      { ruleIds: [] },
      { reasons: 'short' },
    ])
      expect(await institution.refused(publishPrecedent, administrator, precedent(change))).toBe('input.invalid');
  });

  test.each(['situation', 'decision', 'reasons'])(
    '%s is refused where it identifies, by field and kind and without repeating it',
    async (field) => {
      const change = { [field]: 'The member wrote from al\u0456ce [at] example [dot] org to the others.' };
      const refusal = await institution
        .act(publishPrecedent, administrator, precedent(change))
        .catch((thrown: unknown) => thrown);
      if (!(refusal instanceof Refusal)) throw refusal;
      expect(refusal.code).toBe('precedent.identifying');
      expect(refusal.errors).toEqual([
        { field, message: 'holds an e-mail address or @handle' },
        { field, message: 'holds a domain name' },
      ]);
      expect(`${refusal.message}${JSON.stringify(refusal.errors)}`).not.toContain('example');
    },
  );

  test('a member’s handle is refused until it is confirmed to be a word', async () => {
    await person(institution.database, { handle: 'second' });
    const key = randomUUID();
    const call = { caller: administrator, key };
    const refusal = await institution.runner
      .act(publishPrecedent, precedent(), call)
      .catch((thrown: unknown) => thrown);
    expect(refusal).toMatchObject({
      code: 'precedent.names_member',
      errors: [{ field: 'decision', message: 'holds the word "second", a member’s handle' }],
    });
    await institution.runner.act(publishPrecedent, precedent({ namesConfirmed: true }), call);
    expect(
      await institution.refused(
        publishPrecedent,
        administrator,
        precedent({ decision: 'The S\u0435cond was rejected, the first was kept.' }),
      ),
    ).toBe('precedent.names_member');
  });
});

describe('withdrawing', () => {
  test('leaves a neutral tombstone under the same id and place, and no trace of the old text in any table', async () => {
    const mark = 'Zanzibarfunicular';
    const text = (where: string) => `In the ${where} the word ${mark} appears once.`;
    const key = randomUUID();
    const { id } = await institution.runner.act(
      publishPrecedent,
      precedent({ situation: text('situation'), decision: text('decision'), reasons: text('reasons') }),
      { caller: administrator, key },
    );
    // A refused attempt and a repeated one must leave nothing either.
    await institution.refused(
      publishPrecedent,
      administrator,
      precedent({ situation: `${mark} @someone was named here.` }),
    );
    await institution.runner.act(
      publishPrecedent,
      precedent({ situation: text('situation'), decision: text('decision'), reasons: text('reasons') }),
      { caller: administrator, key },
    );
    expect(await tablesHolding(institution.database, mark)).toEqual(['public.precedent', 'public.publication']);
    const before = await institution.database.one(sql`select ordinal from publication where record_id = ${id}`);

    await institution.act(withdrawPrecedent, administrator, { precedentId: id, cause: 'privacy' });
    expect(await tablesHolding(institution.database, mark)).toEqual([]);
    expect(await published(id)).toMatchObject({ id, situation: '', decision: '', reasons: '', state: 'withdrawn' });
    expect(JSON.stringify(await published(id))).not.toContain('privacy');
    expect(await institution.database.one(sql`select ordinal from publication where record_id = ${id}`)).toEqual(
      before,
    );
    const audit = await institution.database.query(
      sql`select act, actor_id as who, detail from audit_entry where subject = ${id} order by seq`,
    );
    expect(audit).toEqual([
      { act: 'publish_precedent', who: administrator.memberId, detail: { namesConfirmed: false } },
      { act: 'withdraw_precedent', who: administrator.memberId, detail: { cause: 'privacy' } },
    ]);
  });

  test('happens once, also where two do it at the same moment', async () => {
    const { id } = await institution.act(publishPrecedent, administrator, precedent({ namesConfirmed: true }));
    const other = await person(institution.database, { role: 'administrator' });
    const ended = await endings(
      [administrator, other, administrator].map((one) =>
        institution.act(withdrawPrecedent, one, { precedentId: id, cause: 'correction' }),
      ),
    );
    expect(ended.toSorted()).toEqual(['done', 'precedent.withdrawn', 'precedent.withdrawn']);
    expect(
      await institution.refused(withdrawPrecedent, administrator, { precedentId: 'prc_none', cause: 'privacy' }),
    ).toBe('not_found');
    expect(await institution.refused(withdrawPrecedent, administrator, { precedentId: id, cause: 'whim' })).toBe(
      'input.invalid',
    );
  });
});
