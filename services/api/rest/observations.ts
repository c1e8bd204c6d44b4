import type { ResultOf } from 'gql.tada';
import { author, claimLink, closed, nullable, observationId, text, time, url } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

export const observationFields = graphql(`
  fragment ObservationFields on Observation {
    id url title body author { handle kind } createdAt state claim { id url }
  }
`);

export const observationShape = closed(
  {
    id: observationId,
    url,
    title: text(5, 200),
    body: text(20, 4000),
    author,
    createdAt: time,
    state: { enum: ['open', 'promoted', 'withdrawn', 'hidden'] },
    claim: nullable(claimLink),
  },
  'What should be checked; no evidence and no verified claim. `claim` is what promoted it, while that is public.',
);

/** An observation as 4.2 writes it, in its order. */
export const observationOf = ({
  author: by,
  createdAt,
  state,
  claim,
  ...rest
}: ResultOf<typeof observationFields>) => ({
  ...rest,
  author: { handle: by.handle, kind: spelled(by.kind) },
  createdAt,
  state: spelled(state),
  claim,
});

const one = oneShape('observation', observationShape);

export const observationRoutes: readonly Route[] = [
  read({
    path: '/observations',
    summary: 'Open and promoted observations, oldest first.',
    list: 'observations',
    shape: listShape('observations', observationShape),
    document: graphql(
      `
        query Observations($first: Int!, $after: String) {
          observations(first: $first, after: $after) { nodes { ...ObservationFields } pageInfo { hasNextPage endCursor } }
        }
      `,
      [observationFields],
    ),
    variables: ({ page }) => page,
    answer: ({ observations }) => ({
      observations: observations.nodes.map(observationOf),
      nextCursor: nextCursor('observations', observations.pageInfo),
    }),
  }),
  write(
    'POST',
    '/observations',
    'Records what should be checked; it earns nothing and proves nothing.',
    one,
    way({
      document: graphql(
        `
          mutation RecordObservation($key: String!, $input: RecordObservationInput!) {
            done: recordObservation(idempotencyKey: $key, input: $input) {
              ... on RecordObservationPayload { replayed observation { ...ObservationFields } }
              ...RefusalFields
            }
          }
        `,
        [observationFields, refusalFields],
      ),
      answer: ({ observation }) => ({
        body: { observation: observationOf(observation) },
        location: `/observations/${observation.id}`,
      }),
    }),
  ),
  read({
    path: '/observations/{id}',
    summary: 'An open or promoted observation; for its author and staff also a withdrawn or hidden one.',
    shape: one,
    document: graphql(`query Observation($id: ID!) { observation(id: $id) { ...ObservationFields } }`, [
      observationFields,
    ]),
    variables: ({ params }) => ({ id: params.id ?? '' }),
    answer: ({ observation }) => observation && { observation: observationOf(observation) },
  }),
  write(
    'PATCH',
    '/observations/{id}',
    'Withdraws an own observation for good, or, for staff, hides one or brings it back.',
    one,
    way({
      holds: { state: 'withdrawn' },
      given: { id: 'observationId' },
      document: graphql(
        `
          mutation WithdrawObservation($input: WithdrawObservationInput!) {
            done: withdrawObservation(input: $input) {
              ... on WithdrawObservationPayload { observation { ...ObservationFields } }
              ...RefusalFields
            }
          }
        `,
        [observationFields, refusalFields],
      ),
      answer: ({ observation }) => ({ body: { observation: observationOf(observation) } }),
    }),
    way({
      given: { id: 'observationId' },
      document: graphql(
        `
          mutation ModerateObservation($input: ModerateObservationInput!) {
            done: moderateObservation(input: $input) {
              ... on ModerateObservationPayload { observation { ...ObservationFields } }
              ...RefusalFields
            }
          }
        `,
        [observationFields, refusalFields],
      ),
      answer: ({ observation }) => ({ body: { observation: observationOf(observation) } }),
    }),
  ),
];
