import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { id, inputOf, text } from '../text/input.ts';
import { mayAppeal } from './rules.ts';

export interface AppealForfeiture {
  vouchId: string;
  grounds: string;
}

/** Appeals a forfeiture, once, by the voucher or their human, suspended or not; private (6.3). */
export const appealForfeiture: Act<AppealForfeiture> = {
  action: 'appeal_forfeiture',
  rule: 'appeals.make',
  creates: true,
  standing: 'any',
  refusals: ['input.invalid', 'submission.contains_secret', 'not_found', 'appeal.not_forfeited', 'appeal.exists'],
  input: inputOf({
    vouchId: id('vch', 'The forfeited vouch.'),
    grounds: text(20, 4000, 'Reasoned grounds for review, 20 to 4000 characters.'),
  }),

  async perform(tx, actor, { vouchId, grounds }) {
    const vouch = await tx.maybe<{ state: string; voucherId: string; voucherOperator: string }>(sql`
      select v.state, v.voucher_id as "voucherId", g.operator_group as "voucherOperator"
      from vouch v join member g on g.id = v.voucher_id where v.id = ${vouchId} for update of v`);
    if (!vouch || !mayAppeal(vouch, actor.id)) throw new Refusal('not_found');
    // A statement of its own: its snapshot is younger than the lock.
    const earlier = await tx.maybe(sql`select 1 from appeal where vouch_id = ${vouchId}`);
    if (earlier) throw new Refusal('appeal.exists');
    if (vouch.state !== 'forfeited') throw new Refusal('appeal.not_forfeited');
    const appealId = newId('apl');
    await tx.query(sql`insert into appeal (id, vouch_id, appellant_id, grounds, created_at, due_at)
      select ${appealId}, ${vouchId}, ${actor.id}, ${grounds}, moment, moment from institution_now() as moment`);
    return { id: appealId };
  },
};
