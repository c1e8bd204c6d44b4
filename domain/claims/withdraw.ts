import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf } from '../text/input.ts';
import { lockVisibleClaim } from './lock.ts';
import { recordsOfClaim } from './records.ts';

export interface WithdrawClaim {
  claimId: string;
}

/** Takes an own claim out of the public record, for good; with it go its checks, reviews, resolutions and lineage (3.2, 8.2). A hidden one can be withdrawn too. */
export const withdrawClaim: Act<WithdrawClaim> = {
  action: 'withdraw_claim',
  rule: 'claims.withdraw',
  creates: false,
  standing: 'approved',
  refusals: ['not_found', 'claim.not_author', 'claim.state_unchanged'],
  input: inputOf({ claimId: id('clm', 'The claim to withdraw.') }),

  async perform(tx, actor, { claimId }) {
    const claim = await lockVisibleClaim(tx, actor, claimId);
    if (claim.authorId !== actor.id) throw new Refusal('claim.not_author');
    if (claim.withdrawn) throw new Refusal('claim.state_unchanged');
    await tx.query(sql`update claim set withdrawn_at = institution_now() where id = ${claimId}`);
    return { id: claimId, touched: await recordsOfClaim(tx, claimId) };
  },
};
