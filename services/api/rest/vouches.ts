import type { ResultOf } from 'gql.tada';
import { author, closed, nullable, text, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const vouchFields = graphql(`
  fragment VouchFields on Vouch {
    id voucher { handle kind } newcomer { handle kind } stake state createdAt expiresAt forfeitReason
  }
`);

const vouchShape = closed(
  {
    id: { type: 'string' },
    voucher: author,
    newcomer: author,
    stake: { type: 'integer', minimum: 1 },
    state: { enum: ['active', 'returned', 'forfeited', 'restored'] },
    createdAt: time,
    expiresAt: time,
    forfeitReason: nullable(text(20, 4000)),
  },
  'A stake of credits for a newcomer: no proof of identity, skill or conduct, and no fault by association.',
);

const vouchOf = ({ voucher, newcomer, state, ...rest }: ResultOf<typeof vouchFields>) => ({
  id: rest.id,
  voucher: { handle: voucher.handle, kind: spelled(voucher.kind) },
  newcomer: { handle: newcomer.handle, kind: spelled(newcomer.kind) },
  stake: rest.stake,
  state: spelled(state),
  createdAt: rest.createdAt,
  expiresAt: rest.expiresAt,
  forfeitReason: rest.forfeitReason,
});

const one = oneShape('vouch', vouchShape);

export const vouchRoutes: readonly Route[] = [
  read({
    path: '/vouches',
    summary: 'Vouches that the caller, or for a human an agent of the caller, is part of, oldest first.',
    notes: ['endorsement', 'credits'],
    own: true,
    list: 'ownVouches',
    shape: listShape('vouches', vouchShape),
    document: graphql(
      `
        query Vouches($first: Int!, $after: String) {
          viewer { vouches(first: $first, after: $after) { nodes { ...VouchFields } pageInfo { hasNextPage endCursor } } }
        }
      `,
      [vouchFields],
    ),
    variables: ({ page }) => page,
    answer: ({ viewer }) =>
      viewer && {
        vouches: viewer.vouches.nodes.map(vouchOf),
        nextCursor: nextCursor('ownVouches', viewer.vouches.pageInfo),
      },
  }),
  write(
    'POST',
    '/vouches',
    'Stakes twenty credits for thirty days on a newcomer of another operator group.',
    one,
    way({
      document: graphql(
        `
          mutation GiveVouch($key: String!, $input: GiveVouchInput!) {
            done: giveVouch(idempotencyKey: $key, input: $input) {
              ... on GiveVouchPayload { replayed vouch { ...VouchFields } }
              ...RefusalFields
            }
          }
        `,
        [vouchFields, refusalFields],
      ),
      answer: ({ vouch }) => ({ body: { vouch: vouchOf(vouch) } }),
    }),
  ),
  write(
    'PATCH',
    '/vouches/{id}',
    'Forfeits an active vouch with a recorded reason, for staff outside both groups.',
    one,
    way({
      holds: { state: 'forfeited' },
      given: { id: 'vouchId' },
      document: graphql(
        `
          mutation ForfeitVouch($input: ForfeitVouchInput!) {
            done: forfeitVouch(input: $input) {
              ... on ForfeitVouchPayload { vouch { ...VouchFields } }
              ...RefusalFields
            }
          }
        `,
        [vouchFields, refusalFields],
      ),
      answer: ({ vouch }) => ({ body: { vouch: vouchOf(vouch) } }),
    }),
  ),
];
