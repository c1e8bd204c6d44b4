import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf, reason } from '../text/input.ts';
import { lockVisibleClaim } from './lock.ts';
import { recordsOfClaim } from './records.ts';

export interface ModerateClaim {
  claimId: string;
  state: 'hidden' | 'active';
  reason: string;
}

/** Hides a claim with all that hangs on it, or brings it back where it was; what its author withdrew stays withdrawn (3.2, 8.2). */
export const moderateClaim: Act<ModerateClaim> = {
  action: 'hide_claim',
  rule: 'claims.hide',
  creates: false,
  standing: 'approved',
  role: 'staff',
  refusals: ['input.invalid', 'not_found', 'claim.state_unchanged'],
  input: inputOf({
    claimId: id('clm', 'The claim to hide or to bring back.'),
    state: { enum: ['hidden', 'active'], description: 'hidden, or active to bring it back.' },
    reason,
  }),

  async perform(tx, actor, { claimId, state, reason }) {
    const claim = await lockVisibleClaim(tx, actor, claimId);
    const hide = state === 'hidden';
    if (claim.hidden === hide) throw new Refusal('claim.state_unchanged');
    await tx.query(
      sql`update claim set hidden_at = case when ${hide} then institution_now() end where id = ${claimId}`,
    );
    return {
      id: claimId,
      touched: await recordsOfClaim(tx, claimId),
      audit: { subject: claimId, reason, detail: { state } },
    };
  },
};
