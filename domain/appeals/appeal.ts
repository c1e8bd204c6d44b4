import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { id, inputOf, text } from '../text/input.ts';

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
    const vouch = await tx.maybe<{ state: string; appealed: boolean }>(sql`
      select v.state, exists (select from appeal a where a.vouch_id = v.id) as appealed
      from vouch v join member g on g.id = v.voucher_id
      where v.id = ${vouchId} and (v.voucher_id = ${actor.id} or g.operator_group = ${actor.id}) for update of v`);
    if (!vouch) throw new Refusal('not_found');
    if (vouch.appealed) throw new Refusal('appeal.exists');
    if (vouch.state !== 'forfeited') throw new Refusal('appeal.not_forfeited');
    const appealId = newId('apl');
    await tx.query(sql`insert into appeal (id, vouch_id, appellant_id, grounds, created_at, due_at)
      select ${appealId}, ${vouchId}, ${actor.id}, ${grounds}, moment, moment from institution_now() as moment`);
    return { id: appealId };
  },
};
