import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { lockVisibleCheck } from '../checks/lock.ts';
import { recordsOfCheck } from '../claims/records.ts';
import { relabel } from '../claims/relabel.ts';
import { earnForCheck } from '../credits/earn.ts';
import { effectiveGroupOf, lockGroupsShared } from '../members/groups.ts';
import { together } from '../publication/touched.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { id, inputOf, reason } from '../text/input.ts';
import { type Decision, refusalOf, reviewStates, upheldAfter } from './rules.ts';

export interface ReviewCheck extends Decision {
  checkId: string;
  reason: string;
}

/** Adds a review to a check's history; the newest decides, and the first acceptance earns the author credits. Checks of hidden and withdrawn claims too (3.6, 3.8). */
export const reviewCheck: Act<ReviewCheck> = {
  action: 'review_check',
  rule: 'checks.review',
  creates: true,
  standing: 'approved',
  role: 'administrator',
  refusals: [
    'input.invalid',
    'submission.contains_secret',
    'not_found',
    'review.own_group',
    'review.disclosure_incomplete',
    'review.conflicted',
    'review.challenge_not_accepted',
  ],
  input: inputOf(
    {
      checkId: id('chk', 'The check under review.'),
      state: { enum: reviewStates, description: 'accepted or rejected.' },
      reason,
      independenceConfirmed: {
        type: 'boolean',
        description: 'Whether the checker’s independence is confirmed; needs a complete disclosure without conflict.',
      },
      challengeUpheld: {
        type: 'boolean',
        description:
          'true upholds a challenge that an earlier review accepted; left out, what stood stays; false or a rejection clears it.',
      },
    },
    ['challengeUpheld'],
  ),
  refine: ({ state, challengeUpheld }) =>
    state === 'rejected' && challengeUpheld
      ? [{ field: 'challengeUpheld', message: 'cannot be true where the check is rejected' }]
      : [],

  async perform(tx, actor, { checkId, reason, ...decision }) {
    await lockGroupsShared(tx);
    const found = await lockVisibleCheck(tx, actor, checkId);
    const earlier = await tx.one<{ reviews: number; acceptedByReview: boolean }>(sql`
      select count(*) as reviews, coalesce(bool_or(state = 'accepted'), false) as "acceptedByReview" from review where check_id = ${checkId}`);
    const check = { ...found, acceptedByReview: earlier.acceptedByReview };
    const code = refusalOf(check, decision, await effectiveGroupOf(tx, actor.id));
    if (code) throw new Refusal(code);

    const reviewId = newId('rev');
    const upheld = upheldAfter(check, decision);
    const { reviewedAt } = await tx.one<{ reviewedAt: Date }>(sql`
      insert into review (id, check_id, n, reviewer_id, state, reason, independence_confirmed, challenge_upheld, reviewed_at)
      values (${reviewId}, ${checkId}, ${earlier.reviews + 1}, ${actor.id}, ${decision.state}::review_state, ${reason},
        ${decision.independenceConfirmed}, ${upheld}, institution_now())
      returning reviewed_at as "reviewedAt"`);
    await tx.query(sql`
      update registry_check set state = ${decision.state}::check_state, challenge_upheld = ${upheld},
        accepted_at = case when ${decision.state} = 'accepted' then coalesce(accepted_at, ${reviewedAt}::timestamptz) else accepted_at end
      where id = ${checkId}`);
    const relabelled = await relabel(tx, [check.claimId]);
    if (decision.state === 'accepted' && !check.accepted) await earnForCheck(tx, check.authorId, checkId);
    return {
      id: reviewId,
      touched: together(await recordsOfCheck(tx, checkId), relabelled),
      audit: { subject: checkId, reason, detail: { review: reviewId, ...decision } },
    };
  },
};
