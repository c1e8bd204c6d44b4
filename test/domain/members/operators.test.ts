import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { submitCheck } from '#domain/checks/submit.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { linkAgent } from '#domain/members/agents/link.ts';
import { recordOperator } from '#domain/members/operators/record.ts';
import { voidOperator } from '#domain/members/operators/void.ts';
import { effectiveGroups } from '#domain/members/rules.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReview, aReason as reason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let staff: Person;
beforeAll(async () => {
  institution = await openInstitution({ connections: 12 });
  staff = await person(institution.database, { role: 'moderator' });
});

const same = (...who: Person[]) =>
  institution.act(recordOperator, staff, { handles: who.map(({ handle }) => handle), reason });
const undo = (id: string) => institution.act(voidOperator, staff, { id, state: 'voided', reason });

async function groupsOf(...who: Person[]): Promise<string[]> {
  const rows = await institution.database.query<{ id: string; group: string }>(
    sql`select id, effective_group as "group" from member where id = any (${who.map(({ memberId }) => memberId)})`,
  );
  const groups = new Map(rows.map(({ id, group }) => [id, group]));
  return who.map(({ memberId }) => groups.get(memberId) ?? '');
}

test('records join groups however long the way, agents with them, and voiding one parts only what it joined', async () => {
  const [a, b, c, d] = (await people(institution.database, 4)) as [Person, Person, Person, Person];
  const [ofA, ofC] = await Promise.all([a, c].map((operator) => person(institution.database, { operator })));
  if (!ofA || !ofC) throw new Error('no agents');
  const ab = await same(ofA, b);
  const cd = await same(c, d);
  expect(new Set(await groupsOf(a, b, ofA)).size).toBe(1);
  expect(new Set(await groupsOf(a, c)).size).toBe(2);
  const bc = await same(b, ofC);
  expect(new Set(await groupsOf(a, b, c, d, ofA, ofC)).size).toBe(1);
  expect(await institution.refused(recordOperator, staff, { handles: [a.handle, d.handle], reason })).toBe(
    'operator.already_same',
  );

  // An agent linked later is born into the whole.
  const { id } = await institution.act(linkAgent, d, { handle: 'late-agent' });
  expect(await institution.database.one(sql`select effective_group as "group" from member where id = ${id}`)).toEqual({
    group: (await groupsOf(a))[0],
  });

  await undo(bc.id);
  expect(new Set(await groupsOf(a, b, ofA)).size).toBe(1);
  expect(new Set(await groupsOf(c, d, ofC)).size).toBe(1);
  expect(new Set(await groupsOf(a, c)).size).toBe(2);
  await undo(ab.id);
  await undo(cd.id);
  expect(await groupsOf(a, b, c, d)).toEqual([a, b, c, d].map(({ memberId }) => memberId));
  expect(await institution.refused(voidOperator, staff, { id: ab.id, reason })).toBe('operator.voided');
  expect(await institution.refused(voidOperator, staff, { id: 'opr_nonsense', reason })).toBe('not_found');
});

test('a record needs staff, a reason, two members of two groups, and handles that are somebody’s', async () => {
  const [a, b] = (await people(institution.database, 2)) as [Person, Person];
  const agent = await person(institution.database, { operator: a });
  const refusal = (by: Person, handles: string[], why = reason) =>
    codeOf(institution.act(recordOperator, by, { handles, reason: why }));
  expect(await refusal(a, [a.handle, b.handle])).toBe('role.required');
  expect(await refusal(staff, [a.handle, b.handle], 'short')).toBe('input.invalid');
  expect(await refusal(staff, [a.handle])).toBe('input.invalid');
  expect(await refusal(staff, [a.handle, agent.handle])).toBe('operator.already_same');
  await expect(
    institution.act(recordOperator, staff, { handles: [a.handle, 'nobody-here'], reason }),
  ).rejects.toMatchObject({ code: 'input.invalid', errors: [{ field: 'handles[1]' }] });
});

test('who is one operator is who the records connect: union–find agrees with walking them', () => {
  const groups = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const record = fc.uniqueArray(fc.constantFrom(...groups), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 8 }), (records) => {
      const walked = (from: string): string => {
        const seen = new Set([from]);
        for (let size = 0; size < seen.size; ) {
          size = seen.size;
          for (const one of records) if (one.some((group) => seen.has(group))) for (const group of one) seen.add(group);
        }
        return [...seen].sort()[0] ?? from;
      };
      const worked = effectiveGroups(groups, records);
      for (const group of groups) expect(worked.get(group)).toBe(walked(group));
    }),
  );
});

test('after any sequence of records and voidings, from two at once, the groups are what the live records say', async () => {
  const crowd = await people(institution.database, 6);
  const step = fc.oneof(
    fc.record({ join: fc.uniqueArray(fc.nat(5), { minLength: 2, maxLength: 3 }) }),
    fc.record({ part: fc.nat(9) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step), { maxLength: 5 }), async (rounds) => {
      const live: string[] = [];
      const go = async (one: { join: number[] } | { part: number }) => {
        if ('join' in one) {
          const done = await same(...one.join.flatMap((n) => crowd[n] ?? [])).catch((thrown) => thrown);
          if ('id' in done) live.push(done.id);
          else expect(done.code).toBe('operator.already_same');
        } else {
          const [id] = live.splice(one.part % Math.max(live.length, 1), 1);
          if (id) await undo(id);
        }
      };
      for (const [left, right] of rounds) await Promise.all([go(left), go(right)]);
      const records = await institution.database.query<{ groups: string[] }>(
        sql`select array_agg(operator_group) as groups from operator_record_group where record_id = any (${live}) group by record_id`,
      );
      const ids = crowd.map(({ memberId }) => memberId);
      const expected = effectiveGroups(
        ids,
        records.map(({ groups }) => groups),
      );
      expect(await groupsOf(...crowd)).toEqual(ids.map((id) => expected.get(id)));
      for (const id of live) await undo(id);
      await institution.database.query(sql`delete from counted_write`);
    }),
    { numRuns: 25 },
  );
});

test('a record turns labels and independence at once, in the archive too, and its voiding turns them back', async () => {
  const [author, left, right] = (await people(institution.database, 3)) as [Person, Person, Person];
  const reviewer = await person(institution.database, { role: 'administrator' });
  const claim = await institution.act(registerClaim, author, aClaim());
  for (const [checker, key] of [
    [left, 'one'],
    [right, 'two'],
  ] as const) {
    const check = await institution.act(
      submitCheck,
      checker,
      aCheck(claim.id, { modelKey: `model ${key}`, runtimeKey: `runtime ${key}` }),
    );
    await institution.act(reviewCheck, reviewer, aReview(check.id));
  }
  const shown = async () =>
    institution.database.one(sql`
      select c.evidence, p.body::jsonb ->> 'evidence' as published,
        (select array_agg(k.independent order by k.seq) from registry_check k where k.claim_id = c.id) as independent
      from claim c join publication p on p.record_id = c.id where c.id = ${claim.id}`);
  const label = (evidence: string, independent: boolean[]) => ({ evidence, published: evidence, independent });
  expect(await shown()).toEqual(label('independently_reproduced', [true, true]));

  const checkers = await same(left, right);
  expect(await shown()).toEqual(label('checked', [true, true]));
  await undo(checkers.id);
  expect(await shown()).toEqual(label('independently_reproduced', [true, true]));
  const own = await same(author, left);
  expect(await shown()).toEqual(label('checked', [false, true]));
  await undo(own.id);
  expect(await shown()).toEqual(label('independently_reproduced', [true, true]));
});

test('checks and records at once, fifteen rounds: no check comes after a record that forbids it', async () => {
  for (let round = 0; round < 15; round++) {
    const [author, left, right] = (await people(institution.database, 3)) as [Person, Person, Person];
    const claim = await institution.act(registerClaim, author, aClaim());
    const check = (who: Person) =>
      institution.act(submitCheck, who, aCheck(claim.id)).then(
        () => 'done',
        (thrown) => thrown.code,
      );
    const [record, ...checks] = await Promise.all([
      round % 2 ? same(left, right) : same(author, left),
      check(left),
      check(right),
    ]);
    for (const code of checks) expect(['done', 'claim.self_check', 'check.already_submitted']).toContain(code);
    const late = await institution.database.query(sql`
      select k.id from registry_check k
      join operator_record r on r.id = ${record.id} and k.submitted_at > r.recorded_at
      join member m on m.id = k.author_id join claim c on c.id = k.claim_id join member o on o.id = c.author_id
      where k.claim_id = ${claim.id} and (m.effective_group = o.effective_group or exists (
        select from registry_check e join member n on n.id = e.author_id
        where e.claim_id = k.claim_id and e.seq < k.seq and n.effective_group = m.effective_group))`);
    expect(late).toEqual([]);
    await institution.database.query(sql`delete from counted_write`);
  }
});
