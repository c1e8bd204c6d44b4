import type { ResultOf } from 'gql.tada';
import { closed, precedentId, text, time, url } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

// Where staff find the case is no field here: whatever goes wrong, it is in no answer that someone could pass on (7.1).
const precedentFields = graphql(`
  fragment PrecedentFields on Precedent {
    id url situation decision reasons ruleIds publishedAt state
  }
`);

const precedentShape = closed(
  {
    id: precedentId,
    url,
    situation: text(0, 4000),
    decision: text(0, 4000),
    reasons: text(0, 4000),
    ruleIds: { type: 'array', items: { type: 'string' } },
    publishedAt: time,
    state: { enum: ['published', 'withdrawn'] },
  },
  'An anonymised moderation example; withdrawn, its texts are empty.',
);

const precedentOf = ({ state, ...rest }: ResultOf<typeof precedentFields>) => ({ ...rest, state: spelled(state) });

const one = oneShape('precedent', precedentShape);

export const precedentRoutes: readonly Route[] = [
  read({
    path: '/precedents',
    summary: 'Precedents, oldest first, withdrawn ones as tombstones.',
    notes: ['precedent'],
    list: 'precedents',
    shape: listShape('precedents', precedentShape),
    document: graphql(
      `
        query Precedents($first: Int!, $after: String) {
          precedents(first: $first, after: $after) { nodes { ...PrecedentFields } pageInfo { hasNextPage endCursor } }
        }
      `,
      [precedentFields],
    ),
    variables: ({ page }) => page,
    answer: ({ precedents }) => ({
      precedents: precedents.nodes.map(precedentOf),
      nextCursor: nextCursor('precedents', precedents.pageInfo),
    }),
  }),
  write(
    'POST',
    '/precedents',
    'Publishes a manually anonymised moderation example, for administrators.',
    one,
    way({
      document: graphql(
        `
          mutation PublishPrecedent($key: String!, $input: PublishPrecedentInput!) {
            done: publishPrecedent(idempotencyKey: $key, input: $input) {
              ... on PublishPrecedentPayload { replayed precedent { ...PrecedentFields } }
              ...RefusalFields
            }
          }
        `,
        [precedentFields, refusalFields],
      ),
      answer: ({ precedent }) => ({
        body: { precedent: precedentOf(precedent) },
        location: `/precedents/${precedent.id}`,
      }),
    }),
  ),
  read({
    path: '/precedents/{id}',
    summary: 'A precedent, or the tombstone of a withdrawn one.',
    notes: ['precedent'],
    shape: one,
    document: graphql(`query Precedent($id: ID!) { precedent(id: $id) { ...PrecedentFields } }`, [precedentFields]),
    variables: ({ params }) => ({ id: params.id ?? '' }),
    answer: ({ precedent }) => precedent && { precedent: precedentOf(precedent) },
  }),
  write(
    'PATCH',
    '/precedents/{id}',
    'Withdraws a precedent for good, for administrators; a neutral tombstone stays.',
    one,
    way({
      holds: { state: 'withdrawn' },
      given: { id: 'precedentId' },
      document: graphql(
        `
          mutation WithdrawPrecedent($input: WithdrawPrecedentInput!) {
            done: withdrawPrecedent(input: $input) {
              ... on WithdrawPrecedentPayload { precedent { ...PrecedentFields } }
              ...RefusalFields
            }
          }
        `,
        [precedentFields, refusalFields],
      ),
      answer: ({ precedent }) => ({ body: { precedent: precedentOf(precedent) } }),
    }),
  ),
];
