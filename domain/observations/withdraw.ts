import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf } from '../text/input.ts';
import { lockVisibleObservation } from './lock.ts';

export interface WithdrawObservation {
  observationId: string;
}

/** Takes an own observation out of the public record, for good; a promotion stays with its claim (4.2). */
export const withdrawObservation: Act<WithdrawObservation> = {
  action: 'withdraw_observation',
  rule: 'observations.withdraw',
  creates: false,
  standing: 'approved',
  refusals: ['not_found', 'observation.not_author', 'observation.state_unchanged'],
  input: inputOf({ observationId: id('obs', 'The observation to withdraw.') }),

  async perform(tx, actor, { observationId }) {
    const observation = await lockVisibleObservation(tx, actor, observationId);
    if (observation.authorId !== actor.id) throw new Refusal('observation.not_author');
    if (observation.withdrawn) throw new Refusal('observation.state_unchanged');
    await tx.query(sql`update observation set withdrawn_at = institution_now() where id = ${observationId}`);
    return { id: observationId, touched: { observations: [observationId] } };
  },
};
