import type { ResultOf } from 'gql.tada';
import { claimId, closed, nullable, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const predictionFields = graphql(`
  fragment PredictionFields on Prediction {
    id claimId probability createdAt
  }
`);

const probability = { type: 'number', minimum: 0, maximum: 1 } as const;
const predictionShape = closed({ id: { type: 'string' }, claimId, probability, createdAt: time });

/** The caller's own forecast beside what anyone may know: individual ones are published nowhere (5.1). */
const ownOf = ({ probability: said, createdAt }: ResultOf<typeof predictionFields>) => ({
  probability: said,
  createdAt,
});

export const predictionRoutes: readonly Route[] = [
  read({
    path: '/registry/{id}/predictions',
    summary: 'Whether forecasts of a claim are open, how many there are, and the caller’s own.',
    shape: closed({
      version: { type: 'string' },
      claimId,
      open: { type: 'boolean' },
      closedBecause: nullable({ enum: ['check', 'resolved'] }),
      count: { type: 'integer', minimum: 0 },
      own: nullable(closed({ probability, createdAt: time })),
    }),
    document: graphql(
      `
        query Predictions($id: ID!) {
          claim(id: $id) { predictions { claimId open closedBecause count own { ...PredictionFields } } }
        }
      `,
      [predictionFields],
    ),
    variables: ({ params }) => ({ id: params.id ?? '' }),
    answer: ({ claim }) => {
      if (!claim?.predictions) return null;
      const { closedBecause, own, ...rest } = claim.predictions;
      return {
        claimId: rest.claimId,
        open: rest.open,
        closedBecause: closedBecause && spelled(closedBecause),
        count: rest.count,
        own: own && ownOf(own),
      };
    },
  }),
  write(
    'POST',
    '/registry/{id}/predictions',
    'Freezes one probability for each operator group and author, before any check exists.',
    oneShape('prediction', predictionShape),
    way({
      given: { id: 'claimId' },
      document: graphql(
        `
          mutation PredictClaim($key: String!, $input: PredictClaimInput!) {
            done: predictClaim(idempotencyKey: $key, input: $input) {
              ... on PredictClaimPayload { replayed prediction { ...PredictionFields } }
              ...RefusalFields
            }
          }
        `,
        [predictionFields, refusalFields],
      ),
      answer: ({ prediction }) => ({ body: { prediction }, location: `/registry/${prediction.claimId}/predictions` }),
    }),
  ),
];
