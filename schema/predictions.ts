import { probabilityOf } from '#domain/calibration/rules.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { ClosedBecause } from './enums.ts';
import { Node } from './node.ts';
import { Claim, type ClaimRow, Prediction, type PredictionRow, type PredictionsRow } from './refs.ts';
import { columns, moment, one, stored } from './selection/fields.ts';
import { claimTable, forecastTable } from './visibility.ts';

Prediction.implement({
  description: `The caller’s own forecast of a claim, frozen when made; nobody else ever sees it. ${caveats.score}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The forecast’s id, `fct_…`.', ...stored('id') }),
    claimId: t.exposeID('claimId', { description: 'The id of the claim.', ...stored('claimId') }),
    claim: t.field({
      type: Claim,
      nullable: true,
      description: 'The claim; null where the caller may not see it.',
      ...one<ClaimRow>({ table: claimTable, on: (forecast, claim) => sql`${claim}.id = ${forecast}.claim_id` }),
    }),
    probability: t.float({
      description: 'The probability that the claim reproduces, 0 to 1 with at most 6 decimals.',
      ...stored('millionths'),
      resolve: ({ millionths }) => probabilityOf(millionths),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.', ...moment('createdAt') }),
  }),
});

const isResolved = columns({
  resolved: (claim) => sql`exists (select from resolution u where u.claim_id = ${claim}.id and u.voided_at is null)`,
  checked: (claim) => sql`exists (select from registry_check u where u.claim_id = ${claim}.id)`,
});

/** What anyone may know of a claim's forecasts; its row is the claim's (5.1). */
export const Predictions = builder.objectRef<PredictionsRow>('Predictions').implement({
  description: `The forecasts of a claim, counted; single ones are published nowhere. ${caveats.volume}`,
  fields: (t) => ({
    claimId: t.exposeID('claimId', {
      description: 'The id of the claim.',
      ...columns({ claimId: (claim) => sql`${claim}.id` }),
    }),
    open: t.boolean({
      description: 'Whether a forecast can still be made: no check exists, even pending, and no resolution stands.',
      ...isResolved,
      resolve: ({ resolved, checked }) => !resolved && !checked,
    }),
    closedBecause: t.field({
      type: ClosedBecause,
      nullable: true,
      description: 'Why none can be made any more; null while open.',
      ...isResolved,
      resolve: ({ resolved, checked }) => (resolved ? 'resolved' : checked ? 'check' : null),
    }),
    count: t.exposeInt('count', {
      description: `How many forecasts were made. ${caveats.volume}`,
      ...columns({ count: (claim) => sql`(select count(*) from forecast u where u.claim_id = ${claim}.id)` }),
    }),
    own: t.field({
      type: Prediction,
      nullable: true,
      description: 'The caller’s own forecast, seen by nobody else; null where there is none.',
      ...one<PredictionRow>({
        table: forecastTable,
        on: (claim, forecast) => sql`${forecast}.claim_id = ${claim}.id`,
      }),
    }),
  }),
});
