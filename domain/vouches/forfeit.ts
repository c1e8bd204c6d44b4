import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { effectiveGroupOf, lockGroupsShared } from '../members/groups.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf, reason } from '../text/input.ts';

export interface ForfeitVouch {
  vouchId: string;
  reason: string;
}

/** Ends an active vouch before its time and keeps its stake, by a moderator outside both groups and with a recorded reason (6.2). */
export const forfeitVouch: Act<ForfeitVouch> = {
  action: 'forfeit_vouch',
  rule: 'vouches.forfeit',
  creates: false,
  standing: 'approved',
  role: 'staff',
  refusals: ['input.invalid', 'submission.contains_secret', 'not_found', 'vouch.own_group', 'vouch.ended'],
  input: inputOf({ vouchId: id('vch', 'The vouch to forfeit.'), reason }),

  async perform(tx, actor, { vouchId, reason }) {
    await lockGroupsShared(tx);
    const vouch = await tx.maybe<{ active: boolean; groups: string[] }>(sql`
      select v.state = 'active' and v.expires_at > institution_now() as active, array[g.effective_group, n.effective_group] as groups
      from vouch v join member g on g.id = v.voucher_id join member n on n.id = v.newcomer_id where v.id = ${vouchId} for update of v`);
    if (!vouch) throw new Refusal('not_found');
    if (vouch.groups.includes(await effectiveGroupOf(tx, actor.id))) throw new Refusal('vouch.own_group');
    if (!vouch.active) throw new Refusal('vouch.ended');
    await tx.query(sql`
      update vouch set state = 'forfeited', ended_at = institution_now(), forfeiter_id = ${actor.id}, forfeit_reason = ${reason}
      where id = ${vouchId}`);
    return { id: vouchId, audit: { subject: vouchId, reason } };
  },
};
