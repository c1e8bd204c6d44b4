// The label law: after any history, some of it at once, what the tables say of independence, labels and counts is what a
// naive recomputation from the whole record says, and every published record is a fresh rendering.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Act } from '#domain/acts/act.ts';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { voidResolution } from '#domain/calibration/void.ts';
import { discloseCheck } from '#domain/checks/disclose.ts';
import { importChecks } from '#domain/checks/import.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { recordOperator } from '#domain/members/operators/record.ts';
import { voidOperator } from '#domain/members/operators/void.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
beforeAll(async () => {
  institution = await openInstitution();
});

type Result = 'supports' | 'challenges' | 'unresolved';

/** One act of a history; numbers choose among what there is by then. */
type Step =
  | { act: 'check'; by: number; claim: number; result: Result; model: number; runtime: number; conflicted: boolean }
  | { act: 'import'; by: number; claim: number; result: Result; state: 'pending' | 'accepted' | 'rejected' }
  | { act: 'disclose'; check: number; model: number; runtime: number; conflicted: boolean }
  | { act: 'review'; check: number; accept: boolean; confirm: boolean; uphold: boolean | undefined }
  | { act: 'same'; one: number; two: number }
  | { act: 'void'; record: number }
  | { act: 'moderate'; claim: number; hide: boolean }
  | { act: 'withdraw'; claim: number }
  | { act: 'register'; target: number }
  | { act: 'resolve'; claim: number; check: number; reproduced: boolean }
  | { act: 'unresolve'; claim: number };

interface World {
  /** The authors of claims come first; everyone checks. */
  members: Person[];
  administrator: Person;
  claims: string[];
}

const idsOf = async (world: World, table: 'registry_check' | 'operator_record') => {
  const members = world.members.map(({ memberId }) => memberId);
  const rows = await institution.database.query<{ id: string; by: string }>(
    table === 'registry_check'
      ? sql`select id, author_id as by from registry_check where claim_id = any (${world.claims}) order by seq`
      : sql`select distinct r.id, '' as by, r.seq from operator_record r join operator_record_group g on g.record_id = r.id
            where g.operator_group = any (${members}) order by r.seq`,
  );
  return rows;
};

const pick = <One>(all: readonly One[], index: number): One | undefined => all[index % Math.max(all.length, 1)];

/** Runs one step; a refusal is an answer like any other. */
async function run(world: World, step: Step): Promise<void> {
  const { administrator, members, claims } = world;
  const claimId = 'claim' in step ? (pick(claims, step.claim) ?? '') : '';
  const act = async <Input>(one: Act<Input>, by: Person | undefined, input: unknown) => {
    if (!by) return undefined;
    return institution.act(one, by, input).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal) || thrown.code === 'input.invalid' || thrown.code === 'unavailable')
        throw thrown;
      return undefined;
    });
  };
  const keys = ({ model, runtime }: { model: number; runtime: number }) => ({
    modelKey: `Model ${model}`,
    runtimeKey: `run-time ${runtime}`,
  });
  switch (step.act) {
    case 'check': {
      const { result, conflicted } = step;
      await act(submitCheck, pick(members, step.by), aCheck(claimId, { result, conflicted, ...keys(step) }));
      return;
    }
    case 'import': {
      const { method, environment, artifactUrl, artifactSha256 } = aCheck(claimId);
      const { result, state } = step;
      const submittedAt = '2020-01-01T00:00:00.000Z';
      const author = pick(members, step.by)?.handle;
      const row = { claimId, author, method, environment, artifactUrl, artifactSha256, result, state, submittedAt };
      await importChecks(institution.runner, JSON.stringify(row));
      return;
    }
    case 'disclose': {
      const check = pick(await idsOf(world, 'registry_check'), step.check);
      const by = members.find(({ memberId }) => memberId === check?.by);
      const disclosure = { ...keys(step), interests: 'None at all, truly.', conflicted: step.conflicted };
      await act(discloseCheck, by, { checkId: check?.id, ...disclosure });
      return;
    }
    case 'review': {
      const check = pick(await idsOf(world, 'registry_check'), step.check);
      if (!check) return;
      const { accept, confirm, uphold } = step;
      const state = accept ? ('accepted' as const) : ('rejected' as const);
      const upheld = uphold === undefined || !accept ? {} : { challengeUpheld: uphold };
      await act(reviewCheck, administrator, aReview(check.id, { state, independenceConfirmed: confirm, ...upheld }));
      return;
    }
    case 'same': {
      const handles = [...new Set([pick(members, step.one), pick(members, step.two)].map((one) => one?.handle))];
      if (handles.length === 2) await act(recordOperator, administrator, { handles, reason: aReason });
      return;
    }
    case 'void': {
      const record = pick(await idsOf(world, 'operator_record'), step.record);
      if (record) await act(voidOperator, administrator, { id: record.id, state: 'voided', reason: aReason });
      return;
    }
    case 'moderate':
      await act(moderateClaim, administrator, { claimId, state: step.hide ? 'hidden' : 'active', reason: aReason });
      return;
    case 'withdraw': {
      const [own] = await institution.database.query<{ by: string }>(
        sql`select author_id as by from claim where id = ${claimId}`,
      );
      const by = members.find(({ memberId }) => memberId === own?.by);
      await act(withdrawClaim, by, { claimId });
      return;
    }
    case 'register': {
      const targetId = pick(claims, step.target) ?? '';
      const made = await act(registerClaim, members[1], aClaim({ relationships: [{ targetId, kind: 'narrows' }] }));
      if (made) claims.push(made.id);
      return;
    }
    case 'resolve': {
      const evidenceCheckId = pick(await idsOf(world, 'registry_check'), step.check)?.id;
      const { reproduced } = step;
      // The check may be one of another claim, which is an input fault and refused as such.
      await institution
        .act(resolveClaim, administrator, { claimId, reproduced, reason: aReason, evidenceCheckId })
        .catch((thrown: unknown) => {
          if (!(thrown instanceof Refusal)) throw thrown;
        });
      return;
    }
    case 'unresolve':
      await act(voidResolution, administrator, { claimId, voided: true });
      return;
  }
}

interface Standing {
  evidence: string;
  counts: number[];
  independent: Record<string, boolean>;
}

/** What the tables say of this claim. */
async function stored(claimId: string): Promise<Standing> {
  const { evidence, counts } = await institution.database.one<{ evidence: string; counts: number[] }>(sql`
    select evidence, array[accepted_checks, supports_checks, challenges_checks, unresolved_checks] as counts from claim where id = ${claimId}`);
  const checks = await institution.database.query<{ id: string; independent: boolean }>(
    sql`select id, independent from registry_check where claim_id = ${claimId}`,
  );
  return { evidence, counts, independent: Object.fromEntries(checks.map((check) => [check.id, check.independent])) };
}

interface RecordedCheck {
  id: string;
  group: string;
  result: Result;
  legacy: boolean;
  state: string;
  disclosed_at: Date | null;
  conflicted: boolean | null;
  model_key: string | null;
  runtime_key: string | null;
}

/** What follows from the whole record, by the letter of 1.5, 3.3, 3.5 and 3.7 and nothing of domain/. */
async function recomputed(claimId: string): Promise<Standing> {
  const { database } = institution;
  const { author } = await database.one<{ author: string }>(sql`
    select m.operator_group as author from claim c join member m on m.id = c.author_id where c.id = ${claimId}`);
  const records = await database.query<{ groups: string[] }>(sql`
    select array_agg(g.operator_group) as groups from operator_record r join operator_record_group g on g.record_id = r.id
    where r.voided_at is null group by r.id`);
  const checks = await database.query<RecordedCheck>(sql`
    select k.*, m.operator_group as "group" from registry_check k join member m on m.id = k.author_id where k.claim_id = ${claimId}`);
  const reviews = await database.query<{ check_id: string; state: string; confirmed: boolean; at: Date }>(sql`
    select v.check_id, v.state, v.independence_confirmed as confirmed, v.reviewed_at as at from review v
    join registry_check k on k.id = v.check_id where k.claim_id = ${claimId} order by v.n`);

  const operator = (group: string): Set<string> => {
    const all = new Set([group]);
    for (let grown = true; grown; ) {
      grown = false;
      for (const { groups } of records) {
        if (!groups.some((one) => all.has(one)) || groups.every((one) => all.has(one))) continue;
        for (const one of groups) all.add(one);
        grown = true;
      }
    }
    return all;
  };
  const family = (key: string) =>
    [...key.normalize('NFKC').toLowerCase()].filter((letter) => /\p{L}|\p{Nd}/u.test(letter)).join('');

  const judged = checks.map((check) => {
    const own = reviews.filter(({ check_id }) => check_id === check.id);
    const newest = own.at(-1);
    // A legacy check that was imported with a state keeps it until its first review.
    const state = newest?.state ?? check.state;
    const seen = newest && check.disclosed_at && newest.at.getTime() >= check.disclosed_at.getTime();
    const independent = Boolean(
      newest?.confirmed && seen && check.conflicted === false && !operator(check.group).has(author),
    );
    return { ...check, state, independent };
  });
  const accepted = judged.filter(({ state }) => state === 'accepted');
  const supporting = accepted.filter(({ result, independent }) => result === 'supports' && independent);
  let pair = false;
  for (const a of supporting) {
    for (const b of supporting) {
      const apart = !operator(a.group).has(b.group);
      const models = family(a.model_key ?? '') !== family(b.model_key ?? '');
      const runtimes = family(a.runtime_key ?? '') !== family(b.runtime_key ?? '');
      if (a.id !== b.id && apart && models && runtimes) pair = true;
    }
  }
  const number = (result: Result) => accepted.filter((check) => check.result === result).length;
  const evidence =
    number('challenges') > 0
      ? 'challenged'
      : pair
        ? 'independently_reproduced'
        : accepted.length > 0
          ? 'checked'
          : 'unchecked';
  return {
    evidence,
    counts: [accepted.length, number('supports'), number('challenges'), number('unresolved')],
    independent: Object.fromEntries(judged.map(({ id, independent }) => [id, independent])),
  };
}

const small = (most: number) => fc.nat({ max: most });
const result = fc.constantFrom<Result>('supports', 'supports', 'supports', 'challenges', 'unresolved');
const mostly = fc.constantFrom(true, true, true, false);
const rarely = fc.constantFrom(false, false, false, true);
const keys = { model: small(2), runtime: small(2) };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      ...{ act: fc.constant('check' as const), by: small(7), claim: small(5) },
      ...{ result, ...keys, conflicted: rarely },
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ act: fc.constant('import' as const), by: small(7), claim: small(5), result },
      state: fc.constantFrom('pending' as const, 'accepted' as const, 'rejected' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('disclose' as const), check: small(9), ...keys, conflicted: rarely }),
  },
  {
    weight: 18,
    arbitrary: fc.record({
      ...{ act: fc.constant('review' as const), check: small(9), accept: mostly, confirm: mostly },
      uphold: fc.constantFrom(undefined, undefined, true, false),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('same' as const), one: small(7), two: small(7) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('void' as const), record: small(3) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('moderate' as const), claim: small(5), hide: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('withdraw' as const), claim: small(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('register' as const), target: small(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('resolve' as const),
      claim: small(5),
      check: small(9),
      reproduced: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('unresolve' as const), claim: small(5) }) },
);

/** A history every run begins with: two claims, and a diverse pair on the first that a record breaks and its void mends. */
const beginning: Step[] = [
  ...[0, 1].map(
    (n): Step => ({ act: 'check', by: 2 + n, claim: 0, result: 'supports', model: n, runtime: n, conflicted: false }),
  ),
  ...[0, 1].map((n): Step => ({ act: 'review', check: n, accept: true, confirm: true, uphold: undefined })),
];

async function agrees(world: World): Promise<void> {
  for (const claim of world.claims) expect(await stored(claim)).toEqual(await recomputed(claim));
}

const labelOf = async (world: World) => (await stored(world.claims[0] ?? '')).evidence;

async function newWorld(): Promise<World> {
  const { database } = institution;
  const humans = await people(database, 6);
  const operator = humans[2];
  if (!operator) throw new Error('six were asked for');
  const members = [...humans, await person(database, { operator }), await person(database, { operator })];
  const administrator = await person(database, { role: 'administrator' });
  const claims: string[] = [];
  for (const by of members.slice(0, 2)) claims.push((await institution.act(registerClaim, by, aClaim())).id);
  return { members, administrator, claims };
}

test('the law by example: a pair makes the label, one operator breaks it, the void mends it, a challenge overrides it', async () => {
  const world = await newWorld();
  const labels: string[] = [];
  const history: Step[] = [
    ...beginning,
    { act: 'same', one: 2, two: 3 },
    { act: 'void', record: 0 },
    { act: 'same', one: 0, two: 3 },
    { act: 'void', record: 1 },
    { act: 'import', by: 4, claim: 0, result: 'challenges', state: 'accepted' },
    { act: 'review', check: 2, accept: false, confirm: false, uphold: undefined },
  ];
  for (const one of history) {
    await run(world, one);
    await agrees(world);
    labels.push(await labelOf(world));
  }
  expect(labels).toEqual([
    ...['unchecked', 'unchecked', 'checked', 'independently_reproduced', 'checked', 'independently_reproduced'],
    ...['checked', 'independently_reproduced', 'challenged', 'independently_reproduced'],
  ]);
});

test('the law after random histories, parts of them at once', { timeout: 600_000 }, async () => {
  // Each part is what happens at one moment.
  const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = await newWorld();
      for (const first of beginning) await run(world, first);
      for (const part of history) {
        await Promise.all(part.map((one) => run(world, one)));
        await agrees(world);
      }
      expect((await verifyPublication(institution.database, institution.origin)).named).toEqual([]);
    }),
    { numRuns: 20, endOnFailure: true },
  );
});
