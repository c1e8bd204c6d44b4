// Random acts on a shared record, for writers that run at once. What the rules refuse is part of the life they lead.
import fc from 'fast-check';
import type { Act } from '#domain/acts/act.ts';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { voidResolution } from '#domain/calibration/void.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { recordOperator } from '#domain/members/operators/record.ts';
import { voidOperator } from '#domain/members/operators/void.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import type { TestInstitution } from '#test/kit/institution.ts';
import { type Person, people } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

type Step =
  | { do: 'register'; title: string; targets: number[] }
  | { do: 'check'; claim: number; result: 'supports' | 'challenges' | 'unresolved'; family: number }
  | { do: 'review'; check: number; state: 'accepted' | 'rejected'; independent: boolean; uphold: boolean | undefined }
  | { do: 'hide' | 'show' | 'withdraw' | 'void'; claim: number }
  | { do: 'resolve'; check: number; reproduced: boolean }
  | { do: 'same' | 'apart'; one: number; other: number };

export interface Script {
  member: Step[];
  staff: Step[];
}

const index = fc.nat(1000);
const title = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => `Claim ${text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')}.`);

const memberStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('register' as const), title, targets: fc.array(index, { maxLength: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('check' as const),
      claim: index,
      result: fc.constantFrom('supports', 'supports', 'challenges', 'unresolved'),
      family: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), claim: index }) },
);

const staffStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('review' as const),
      check: index,
      state: fc.constantFrom('accepted', 'accepted', 'accepted', 'rejected'),
      independent: fc.boolean(),
      uphold: fc.constantFrom(undefined, undefined, true, false),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('hide' as const, 'show' as const), claim: index }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('resolve' as const), check: index, reproduced: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), claim: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('same' as const, 'apart' as const), one: index, other: index }),
  },
);

/** One writer's life: an ordinary member's or an administrator's. */
export const scripts = (members: number, staff: number, length: number): fc.Arbitrary<Script[]> =>
  fc.tuple(
    ...Array.from({ length: members }, () =>
      fc.record({
        member: fc.array(memberStep, { minLength: length, maxLength: length }),
        staff: fc.constant<Step[]>([]),
      }),
    ),
    ...Array.from({ length: staff }, () =>
      fc.record({
        member: fc.constant<Step[]>([]),
        staff: fc.array(staffStep, { minLength: length, maxLength: length }),
      }),
    ),
  );

/** What the writers made between them; each picks from it by number. */
export interface Shared {
  claims: { id: string; author: Person }[];
  checks: { id: string; claimId: string; author: Person }[];
  /** Records that groups are one operator. */
  operators: string[];
}

export const nothingShared = (): Shared => ({ claims: [], checks: [], operators: [] });

const pick = <Thing>(things: readonly Thing[], number: number): Thing | undefined =>
  things[number % (things.length || 1)];

/** Runs every script at once, each writer's own steps one after the other; returns how many acts were done. */
export async function runWriters(
  institution: TestInstitution,
  scripts: readonly Script[],
  shared: Shared,
): Promise<number> {
  const members = await people(institution.database, scripts.length);
  const staff = await people(institution.database, scripts.length, { role: 'administrator' });
  let done = 0;
  const live = async (script: Script, writer: number) => {
    const steps = script.staff.length > 0 ? script.staff : script.member;
    const person = (script.staff.length > 0 ? staff : members)[writer];
    if (!person) throw new Error('nobody writes');
    for (const step of steps) {
      const taken = await attempt(() => take(institution, person, step, shared));
      if (taken) done += 1;
    }
  };
  await Promise.all(scripts.map(live));
  return done;
}

async function attempt(step: () => Promise<boolean>): Promise<boolean> {
  try {
    return await step();
  } catch (thrown) {
    // `unavailable` would mean that a deadlock outlived its tries; nothing else than a rule may refuse.
    if (thrown instanceof Refusal && thrown.code !== 'unavailable') return false;
    throw thrown;
  }
}

async function take({ act }: TestInstitution, person: Person, step: Step, shared: Shared): Promise<boolean> {
  const claim = 'claim' in step ? pick(shared.claims, step.claim) : undefined;
  const on = <Input>(verb: Act<Input>, input: unknown) => act(verb, person, input).then(() => true);
  switch (step.do) {
    case 'register': {
      const targets = new Set(
        step.targets.map((number) => pick(shared.claims, number)?.id).filter((id) => id !== undefined),
      );
      const relationships = [...targets].map((targetId) => ({ targetId, kind: 'narrows' as const }));
      const { id } = await act(registerClaim, person, aClaim({ title: step.title, relationships }));
      shared.claims.push({ id, author: person });
      return true;
    }
    case 'check': {
      if (!claim) return false;
      const keys = { modelKey: `Model ${step.family}`, runtimeKey: `Runtime ${step.family}` };
      const { id } = await act(submitCheck, person, aCheck(claim.id, { result: step.result, ...keys }));
      shared.checks.push({ id, claimId: claim.id, author: person });
      return true;
    }
    case 'review': {
      // Mostly the newest, so that some are reviewed several times.
      const check = pick(shared.checks.slice(-8), step.check);
      if (!check) return false;
      const upheld = step.uphold === undefined ? {} : { challengeUpheld: step.uphold };
      return on(
        reviewCheck,
        aReview(check.id, { state: step.state, independenceConfirmed: step.independent, ...upheld }),
      );
    }
    case 'same': {
      const handles = [pick(shared.checks, step.one), pick(shared.checks, step.other)].flatMap(
        (check) => check?.author.handle ?? [],
      );
      shared.operators.push((await act(recordOperator, person, { handles, reason: aReason })).id);
      return true;
    }
    case 'apart':
      return on(voidOperator, { id: pick(shared.operators, step.one) ?? '', reason: aReason });
    case 'hide':
    case 'show':
      return claim
        ? on(moderateClaim, { claimId: claim.id, state: step.do === 'hide' ? 'hidden' : 'active', reason: aReason })
        : false;
    case 'withdraw':
      return claim ? act(withdrawClaim, claim.author, { claimId: claim.id }).then(() => true) : false;
    case 'void':
      return claim ? on(voidResolution, { claimId: claim.id, voided: true }) : false;
    case 'resolve': {
      const check = pick(shared.checks, step.check);
      if (!check) return false;
      return on(resolveClaim, {
        claimId: check.claimId,
        reproduced: step.reproduced,
        reason: aReason,
        evidenceCheckId: check.id,
      });
    }
  }
}

/** One claim's life with a record in every dataset, all of them gone at its end: chance may leave some out. */
export async function tellWholeStory({ act, database }: TestInstitution): Promise<void> {
  const [author, checker] = await people(database, 2);
  const [staff] = await people(database, 1, { role: 'administrator' });
  if (!author || !checker || !staff) throw new Error('nobody came');
  const older = await act(registerClaim, author, aClaim());
  const relationships = [{ targetId: older.id, kind: 'contradicts' as const }];
  const claimId = (await act(registerClaim, author, aClaim({ relationships }))).id;
  const evidenceCheckId = (await act(submitCheck, checker, aCheck(claimId, { result: 'challenges' }))).id;
  await act(reviewCheck, staff, aReview(evidenceCheckId));
  await act(reviewCheck, staff, aReview(evidenceCheckId, { challengeUpheld: true }));
  await act(resolveClaim, staff, { claimId, reproduced: false, reason: aReason, evidenceCheckId });
  await act(moderateClaim, staff, { claimId, state: 'hidden', reason: aReason });
}
