import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf, reason } from '../text/input.ts';
import { lockForResolution } from './eligible.ts';

export interface VoidResolution {
  claimId: string;
  voided: true;
  reason?: string;
}

/** Voids a claim's live resolution, which stays on record; another can follow. On a hidden claim too: it may come back (5.2). */
export const voidResolution: Act<VoidResolution> = {
  action: 'void_resolution',
  rule: 'resolutions.void',
  creates: false,
  standing: 'approved',
  role: 'staff',
  refusals: ['input.invalid', 'submission.contains_secret', 'not_found', 'resolution.own_group', 'resolution.none'],
  input: inputOf(
    {
      claimId: id('clm', 'The claim whose live resolution is mistaken.'),
      voided: { const: true, description: 'Always true: voiding is final.' },
      reason,
    },
    ['reason'],
  ),

  async perform(tx, actor, { claimId, reason }) {
    await lockForResolution(tx, actor, claimId);
    const live = await tx.maybe<{ id: string }>(
      sql`select id from resolution where claim_id = ${claimId} and voided_at is null`,
    );
    if (!live) throw new Refusal('resolution.none');
    await tx.query(sql`
      update resolution set voided_at = institution_now(), void_reason = ${reason ?? null}, voider_id = ${actor.id} where id = ${live.id}`);
    return {
      id: live.id,
      touched: { resolutions: [live.id] },
      audit: { subject: claimId, reason, detail: { resolution: live.id } },
    };
  },
};
