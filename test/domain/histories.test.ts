// Long random histories of everything the institution knows, several acts at a time: whatever happened, what is published is
// what the records say, balances are their ledgers, and nothing counts below zero.
import { expect, test } from 'vitest';
import type { Act } from '#domain/acts/act.ts';
import { appealForfeiture } from '#domain/appeals/appeal.ts';
import { decideAppeal } from '#domain/appeals/decide.ts';
import { takeCensus } from '#domain/census/take.ts';
import { keepCalendar } from '#domain/challenges/keep-calendar.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { buyBoost } from '#domain/credits/boost.ts';
import { moderatePost, moderateThread } from '#domain/forum/moderate.ts';
import { openThread } from '#domain/forum/open-thread.ts';
import { writePost } from '#domain/forum/post.ts';
import { withdrawPost, withdrawThread } from '#domain/forum/withdraw.ts';
import { moderateObservation } from '#domain/observations/moderate.ts';
import { recordObservation } from '#domain/observations/record.ts';
import { withdrawObservation } from '#domain/observations/withdraw.ts';
import { publishPrecedent } from '#domain/precedents/publish.ts';
import { withdrawPrecedent } from '#domain/precedents/withdraw.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { forfeitVouch } from '#domain/vouches/forfeit.ts';
import { returnDueStakes } from '#domain/vouches/return-due.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { sql } from '#prisma/database.ts';
import { checker } from '#test/kit/checkers.ts';
import { alsoOn, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

/** Numbers that follow from a seed, so that a failure can be run again (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Kind = 'claim' | 'check' | 'observation' | 'thread' | 'post' | 'precedent' | 'vouch' | 'appeal';

interface World {
  random: (below: number) => number;
  members: Person[];
  moderators: Person[];
  administrators: Person[];
  made: Record<Kind, { id: string; by: Person }[]>;
  tally: Map<string, number>;
  /** Staff acts that were done, by their names. */
  byStaff: Map<string, number>;
}

const body = 'What I have to say about the matter.';

/** One act drawn at random, on what is there. */
function draw({
  random,
  members,
  moderators,
  administrators,
  made,
  tally,
  byStaff,
}: World): (on: TestInstitution) => Promise<void> {
  const pick = <One>(list: readonly One[]): One | undefined => list[random(list.length)];
  const one = (list: readonly Person[]): Person => pick(list) ?? (list[0] as Person);
  const member = one(members);
  const moderator = one(moderators);
  const administrator = one(administrators);
  const some = (kind: Kind) => pick(made[kind]);
  const idOf = (kind: Kind) => some(kind)?.id ?? 'none';

  const perform =
    <Input>(act: Act<Input>, by: Person, input: object, keep = (_id: string) => {}) =>
    async (on: TestInstitution) => {
      try {
        keep((await on.act(act, by, input)).id);
        tally.set('done', (tally.get('done') ?? 0) + 1);
        if (act.role) byStaff.set(act.action, (byStaff.get(act.action) ?? 0) + 1);
      } catch (thrown) {
        // Most draws meet a state that refuses them, in a way that the act declares; anything else is a defect.
        if (!(thrown instanceof Refusal) || !(act.refusals.includes(thrown.code) || thrown.code === 'limit.writes'))
          throw thrown;
        tally.set(thrown.code, (tally.get(thrown.code) ?? 0) + 1);
      }
    };
  const creating = <Input>(kind: Kind | null, act: Act<Input>, by: Person, input: object) =>
    perform(act, by, input, (id) => kind && made[kind].push({ id, by }));
  const own = (kind: Kind) => some(kind) ?? { id: 'none', by: member };
  const reason = aReason;
  const hides = { state: random(2) ? 'hidden' : 'active', reason };
  const observation = own('observation');
  const claim = own('claim');
  const thread = own('thread');
  const post = own('post');
  const vouch = own('vouch');

  const acts = [
    creating(
      'claim',
      registerClaim,
      member,
      aClaim(random(3) === 0 && made.observation.length ? { observationId: idOf('observation') } : {}),
    ),
    perform(withdrawClaim, claim.by, { claimId: claim.id }),
    perform(moderateClaim, moderator, { claimId: idOf('claim'), ...hides }),
    creating('check', submitCheck, member, aCheck(idOf('claim'), { result: random(3) ? 'supports' : 'challenges' })),
    creating(null, reviewCheck, administrator, aReview(idOf('check'), { state: random(4) ? 'accepted' : 'rejected' })),
    creating(null, reviewCheck, administrator, aReview(idOf('check'))),
    creating('observation', recordObservation, member, { title: 'Odd timings', body }),
    perform(withdrawObservation, observation.by, { observationId: observation.id }),
    perform(moderateObservation, moderator, {
      observationId: idOf('observation'),
      state: random(2) ? 'hidden' : 'open',
      reason,
    }),
    creating('thread', openThread, member, {
      title: 'The matter',
      ...(random(3) ? { visibility: 'public' } : { visibility: 'restricted', members: [one(members).handle] }),
    }),
    creating('post', writePost, member, { threadId: idOf('thread'), body }),
    creating('post', writePost, member, { threadId: idOf('thread'), body }),
    perform(withdrawThread, thread.by, { threadId: random(4) ? 'none' : thread.id }),
    perform(withdrawPost, post.by, { postId: post.id }),
    perform(moderateThread, moderator, { threadId: idOf('thread'), ...hides }),
    perform(moderatePost, moderator, { postId: idOf('post'), ...hides }),
    creating('precedent', publishPrecedent, administrator, {
      situation: body,
      decision: body,
      reasons: body,
      ruleIds: ['checks.submit'],
      sourceCaseReference: '17',
      manualReviewConfirmed: true,
    }),
    perform(withdrawPrecedent, administrator, { precedentId: idOf('precedent'), cause: 'correction' }),
    creating(null, buyBoost, member, { benefit: 'contribution_boost' }),
    creating('vouch', giveVouch, member, { handle: one(members).handle, acknowledgeStake: true }),
    perform(forfeitVouch, moderator, { vouchId: vouch.id, reason }),
    creating('appeal', appealForfeiture, vouch.by, { vouchId: vouch.id, grounds: reason }),
    perform(decideAppeal, administrator, {
      appealId: idOf('appeal'),
      state: random(2) ? 'restored' : 'denied',
      reason,
    }),
  ];
  return pick(acts) ?? (async () => {});
}

async function judge(institution: TestInstitution): Promise<void> {
  const { faults, named, compared } = await verifyPublication(institution.database, institution.origin);
  expect({ faults, named }).toEqual({ faults: 0, named: [] });
  expect(Object.values(compared).filter((count) => count > 0).length).toBeGreaterThanOrEqual(8);
  const wrong = await institution.database.query(sql`
    select b.member_id from credit_balance b full join (select member_id, sum(amount) as sum from ledger_entry group by member_id) l using (member_id)
    where b.balance is distinct from l.sum or b.balance < 0
    union all select id from claim where least(accepted_checks, supports_checks, challenges_checks, unresolved_checks) < 0
      or accepted_checks <> supports_checks + challenges_checks + unresolved_checks
    union all select dataset::text from publication_head where live < 0 or live > last
    union all select v.id from vouch v where v.stake <> -(select sum(amount) from ledger_entry l where l.vouch_id = v.id)
      and v.state in ('active', 'forfeited')
    union all select v.id from vouch v where 0 <> (select sum(amount) from ledger_entry l where l.vouch_id = v.id) and v.state in ('returned', 'restored')
    union all select newcomer_id from vouch where state = 'active' group by newcomer_id having count(*) > 1`);
  expect(wrong).toEqual([]);
}

test.each([1, 2])('history %i: what is published is what the records say', { timeout: 240_000 }, async (seed) => {
  const institution = await openInstitution();
  const other = alsoOn(institution, { connections: 8 });
  const random = seeded(seed);
  const [rich, others] = [
    await Promise.all([checker(institution, { checks: 6 }), checker(institution, { checks: 8 })]),
    await people(institution.database, 8),
  ];
  const staff = (role: 'moderator' | 'administrator') =>
    Promise.all([1, 2].map(() => person(institution.database, { role })));
  const world: World = {
    random,
    members: [...rich, ...others],
    moderators: await staff('moderator'),
    administrators: await staff('administrator'),
    made: { claim: [], check: [], observation: [], thread: [], post: [], precedent: [], vouch: [], appeal: [] },
    tally: new Map(),
    byStaff: new Map(),
  };
  const audited = async () =>
    new Map(
      (
        await institution.database.query<{ act: string; n: number }>(
          sql`select act, count(*) as n from audit_entry group by act`,
        )
      ).map(({ act, n }) => [act, n]),
    );
  const before = await audited();
  await institution.runner.system('keep_calendar', keepCalendar);
  for (let round = 0; round < 36; round++) {
    await Promise.all(Array.from({ length: 8 }, (_, n) => draw(world)(n % 2 ? other : institution)));
  }
  expect(world.tally.get('done')).toBeGreaterThan(80);
  await judge(institution);
  // Every act of staff left its entry, and no other act did (7.5).
  const after = [...(await audited())]
    .map(([act, n]) => [act, n - (before.get(act) ?? 0)] as const)
    .filter(([, n]) => n > 0);
  expect(new Map(after)).toEqual(world.byStaff);

  const later = alsoOn(institution, { now: new Date(Date.now() + 31 * 24 * 3_600_000) });
  await later.runner.system('return_stakes', async (tx) => ({ id: String(await returnDueStakes(tx)) }));
  await later.runner.system('keep_calendar', keepCalendar);
  await later.runner.system('take_census', takeCensus);
  expect(await institution.database.query(sql`select from vouch where state = 'active'`)).toHaveLength(0);
  await judge(institution);
});
