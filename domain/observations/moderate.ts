import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf, reason } from '../text/input.ts';
import { lockVisibleObservation } from './lock.ts';

export interface ModerateObservation {
  observationId: string;
  state: 'hidden' | 'open';
  reason: string;
}

/** Hides an observation, or brings it back where it was; what its author withdrew stays withdrawn (4.2). */
export const moderateObservation: Act<ModerateObservation> = {
  action: 'hide_observation',
  rule: 'observations.hide',
  creates: false,
  standing: 'approved',
  role: 'staff',
  refusals: ['input.invalid', 'submission.contains_secret', 'not_found', 'observation.state_unchanged'],
  input: inputOf({
    observationId: id('obs', 'The observation to hide or to bring back.'),
    state: { enum: ['hidden', 'open'], description: 'hidden, or open to bring it back.' },
    reason,
  }),

  async perform(tx, actor, { observationId, state, reason }) {
    const observation = await lockVisibleObservation(tx, actor, observationId);
    const hide = state === 'hidden';
    if (observation.hidden === hide) throw new Refusal('observation.state_unchanged');
    await tx.query(sql`
      update observation set hidden_at = case when ${hide} then institution_now() end where id = ${observationId}`);
    return {
      id: observationId,
      touched: { observations: [observationId] },
      audit: { subject: observationId, reason, detail: { state } },
    };
  },
};
