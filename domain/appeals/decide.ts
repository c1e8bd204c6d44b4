import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { effectiveGroupOf, lockGroupsShared } from '../members/groups.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { id, inputOf, reason } from '../text/input.ts';

export interface DecideAppeal {
  appealId: string;
  state: 'restored' | 'denied';
  reason: string;
}

/** Decides an appeal once; restoring returns the stake, not the endorsement. Nothing of it is ever public (6.3). */
export const decideAppeal: Act<DecideAppeal> = {
  action: 'decide_appeal',
  rule: 'appeals.decide',
  creates: false,
  standing: 'approved',
  role: 'administrator',
  refusals: ['input.invalid', 'submission.contains_secret', 'not_found', 'appeal.own_group', 'appeal.decided'],
  input: inputOf({
    appealId: id('apl', 'The appeal to decide.'),
    state: { enum: ['restored', 'denied'], description: 'restored returns the stake, denied leaves it forfeited.' },
    reason,
  }),

  async perform(tx, actor, { appealId, state, reason }) {
    await lockGroupsShared(tx);
    const appeal = await tx.maybe<{
      vouchId: string;
      voucherId: string;
      stake: number;
      decided: boolean;
      group: string;
    }>(sql`
      select v.id as "vouchId", v.voucher_id as "voucherId", v.stake, a.decided_at is not null as decided,
        g.effective_group as "group"
      from appeal a join vouch v on v.id = a.vouch_id join member g on g.id = v.voucher_id where a.id = ${appealId} for update of v, a`);
    if (!appeal) throw new Refusal('not_found');
    if (appeal.group === (await effectiveGroupOf(tx, actor.id))) throw new Refusal('appeal.own_group');
    if (appeal.decided) throw new Refusal('appeal.decided');
    await tx.query(sql`
      update appeal set decision = ${state}::appeal_decision, reason = ${reason}, decider_id = ${actor.id}, decided_at = institution_now()
      where id = ${appealId}`);
    if (state === 'restored') {
      await tx.query(sql`update vouch set state = 'restored' where id = ${appeal.vouchId}`);
      await tx.query(sql`insert into ledger_entry (id, member_id, amount, kind, vouch_id, at)
        values (${newId('crd')}, ${appeal.voucherId}, ${appeal.stake}, 'vouch_restored', ${appeal.vouchId}, institution_now())`);
    }
    return { id: appealId, audit: { subject: appealId, reason, detail: { state } } };
  },
};
