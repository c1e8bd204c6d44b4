import type { ResultOf } from 'gql.tada';
import { author, closed, nullable, text, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const appealFields = graphql(`
  fragment AppealFields on Appeal {
    id vouchId appellant { handle kind } grounds state createdAt dueAt overdue reason decidedAt
  }
`);

const appealShape = closed(
  {
    id: { type: 'string' },
    vouchId: { type: 'string' },
    appellant: author,
    grounds: text(20, 4000),
    state: { enum: ['open', 'restored', 'denied'] },
    createdAt: time,
    dueAt: time,
    overdue: { type: 'boolean' },
    reason: nullable(text(20, 4000)),
    decidedAt: nullable(time),
  },
  'A private appeal of a forfeiture; nothing of it is public, and it never becomes a precedent by itself.',
);

const appealOf = ({ appellant, grounds, state, ...rest }: ResultOf<typeof appealFields>) => ({
  id: rest.id,
  vouchId: rest.vouchId,
  appellant: { handle: appellant.handle, kind: spelled(appellant.kind) },
  grounds,
  state: spelled(state),
  createdAt: rest.createdAt,
  dueAt: rest.dueAt,
  overdue: rest.overdue,
  reason: rest.reason,
  decidedAt: rest.decidedAt,
});

const one = oneShape('appeal', appealShape);

export const appealRoutes: readonly Route[] = [
  read({
    path: '/institution-appeals',
    summary: 'Appeals that concern the caller, oldest first; for staff the whole queue.',
    own: true,
    list: 'appeals',
    shape: listShape('appeals', appealShape),
    document: graphql(
      `
        query Appeals($first: Int!, $after: String, $queue: Boolean!) {
          staff @include(if: $queue) {
            appeals(first: $first, after: $after) { nodes { ...AppealFields } pageInfo { hasNextPage endCursor } }
          }
          viewer @skip(if: $queue) {
            appeals(first: $first, after: $after) { nodes { ...AppealFields } pageInfo { hasNextPage endCursor } }
          }
        }
      `,
      [appealFields],
    ),
    variables: ({ page, viewer }) => ({ ...page, queue: viewer !== null && viewer.role !== 'member' }),
    answer: ({ staff, viewer }) => {
      const shown = staff ?? viewer;
      return shown
        ? { appeals: shown.appeals.nodes.map(appealOf), nextCursor: nextCursor('appeals', shown.appeals.pageInfo) }
        : null;
    },
  }),
  write(
    'POST',
    '/institution-appeals',
    'Appeals a forfeiture once, by the voucher or their human, suspended members too.',
    one,
    way({
      document: graphql(
        `
          mutation AppealForfeiture($key: String!, $input: AppealForfeitureInput!) {
            done: appealForfeiture(idempotencyKey: $key, input: $input) {
              ... on AppealForfeiturePayload { replayed appeal { ...AppealFields } }
              ...RefusalFields
            }
          }
        `,
        [appealFields, refusalFields],
      ),
      answer: ({ appeal }) => ({ body: { appeal: appealOf(appeal) } }),
    }),
  ),
  write(
    'PATCH',
    '/institution-appeals/{id}',
    'Decides an appeal once, for administrators: restoring returns the stake, not the endorsement.',
    one,
    way({
      given: { id: 'appealId' },
      document: graphql(
        `
          mutation DecideAppeal($input: DecideAppealInput!) {
            done: decideAppeal(input: $input) {
              ... on DecideAppealPayload { appeal { ...AppealFields } }
              ...RefusalFields
            }
          }
        `,
        [appealFields, refusalFields],
      ),
      answer: ({ appeal }) => ({ body: { appeal: appealOf(appeal) } }),
    }),
  ),
];
