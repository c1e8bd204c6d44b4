import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { lockVisibleClaim } from '../claims/lock.ts';
import { lockGroupsShared } from '../members/groups.ts';
import { newId } from '../text/ids.ts';
import { id, inputOf } from '../text/input.ts';
import { coarseProbability, millionthsOf } from './rules.ts';

export interface PredictClaim {
  claimId: string;
  probability: number;
}

/** Freezes one private probability that a claim reproduces, before any check of it exists; the table's own guard keeps the window (5.1). */
export const predictClaim: Act<PredictClaim> = {
  action: 'predict_claim',
  rule: 'forecasts.make',
  creates: true,
  standing: 'approved',
  refusals: [
    'input.invalid',
    'not_found',
    'claim.not_active',
    'forecast.closed_by_check',
    'forecast.closed_by_resolution',
    'forecast.already_made',
  ],
  input: inputOf({
    claimId: id('clm', 'The claim, own ones included.'),
    probability: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'The probability that the claim reproduces, 0 to 1 with at most 6 decimals.',
    },
  }),
  refine: coarseProbability,

  async perform(tx, actor, { claimId, probability }) {
    await lockGroupsShared(tx);
    await lockVisibleClaim(tx, actor, claimId);
    const forecastId = newId('fct');
    await tx.query(sql`
      insert into forecast (id, claim_id, author_id, millionths, created_at)
      values (${forecastId}, ${claimId}, ${actor.id}, ${millionthsOf(probability)}, institution_now())`);
    return { id: forecastId };
  },
};
