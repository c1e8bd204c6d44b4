import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { id, inputOf, reason, refuseFields } from '../text/input.ts';
import { lockForResolution } from './eligible.ts';
import { refusalOf } from './rules.ts';

export interface ResolveClaim {
  claimId: string;
  reproduced: boolean;
  reason: string;
  evidenceCheckId: string;
}

/** Records whether an active claim reproduced, on the evidence of one of its checks; one live conclusion a claim (5.2). */
export const resolveClaim: Act<ResolveClaim> = {
  action: 'resolve_claim',
  rule: 'resolutions.record',
  creates: true,
  standing: 'approved',
  role: 'staff',
  refusals: [
    'input.invalid',
    'submission.contains_secret',
    'not_found',
    'claim.not_active',
    'resolution.own_group',
    'resolution.exists',
    'resolution.no_diverse_pair',
    'resolution.challenge_accepted',
    'resolution.challenge_not_upheld',
  ],
  input: inputOf({
    claimId: id('clm', 'The claim that is concluded.'),
    reproduced: { type: 'boolean', description: 'Whether the claim reproduced under its stated conditions.' },
    reason,
    evidenceCheckId: id('chk', 'The check of the claim on which the conclusion rests.'),
  }),

  async perform(tx, actor, { claimId, reproduced, reason, evidenceCheckId }) {
    const { claim, checks } = await lockForResolution(tx, actor, claimId);
    if (claim.withdrawn || claim.hidden) throw new Refusal('claim.not_active');
    const live = await tx.maybe(sql`select 1 from resolution where claim_id = ${claimId} and voided_at is null`);
    if (live) throw new Refusal('resolution.exists');
    const evidence = checks.find(({ id }) => id === evidenceCheckId);
    if (!evidence) refuseFields([{ field: 'evidenceCheckId', message: 'is no check of this claim' }]);
    const code = refusalOf(checks, evidence, reproduced);
    if (code) throw new Refusal(code);

    const resolutionId = newId('res');
    await tx.query(sql`
      insert into resolution (id, claim_id, reproduced, reason, evidence_check_id, resolver_id, resolved_at, changed_at)
      select ${resolutionId}, ${claimId}, ${reproduced}, ${reason}, ${evidenceCheckId}, ${actor.id}, moment, moment from institution_now() as moment`);
    return {
      id: resolutionId,
      touched: { resolutions: [resolutionId] },
      audit: { subject: claimId, reason, detail: { resolution: resolutionId, reproduced, evidenceCheckId } },
    };
  },
};
