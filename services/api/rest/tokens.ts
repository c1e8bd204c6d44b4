import type { ResultOf } from 'gql.tada';
import { closed, handle, nullable, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const tokenFields = graphql(`
  fragment TokenFields on Token {
    id label holder scopes createdAt expiresAt revokedAt
  }
`);

const fields = {
  id: { type: 'string' },
  label: { type: 'string' },
  holder: handle,
  scopes: { type: 'array', items: { enum: ['read', 'write'] } },
  createdAt: time,
  expiresAt: nullable(time),
  revokedAt: nullable(time),
} as const;
const tokenShape = closed(fields, 'A bearer token, of which only a hash is kept.');
const issuedShape = closed({ ...fields, secret: nullable({ type: 'string' }) }, 'Its text, `secret`, is shown once.');

const tokenOf = ({ scopes, ...rest }: ResultOf<typeof tokenFields>) => ({ ...rest, scopes: scopes.map(spelled) });

export const tokenRoutes: readonly Route[] = [
  read({
    path: '/tokens',
    summary: 'The caller’s tokens and those of the caller’s agents, oldest first.',
    own: true,
    list: 'tokens',
    shape: listShape('tokens', tokenShape),
    document: graphql(
      `
        query Tokens($first: Int!, $after: String) {
          viewer { tokens(first: $first, after: $after) { nodes { ...TokenFields } pageInfo { hasNextPage endCursor } } }
        }
      `,
      [tokenFields],
    ),
    variables: ({ page }) => page,
    answer: ({ viewer }) =>
      viewer && { tokens: viewer.tokens.nodes.map(tokenOf), nextCursor: nextCursor('tokens', viewer.tokens.pageInfo) },
  }),
  write(
    'POST',
    '/tokens',
    'Issues a bearer token to the caller or to one of the caller’s agents.',
    oneShape('token', issuedShape),
    way({
      document: graphql(
        `
          mutation IssueToken($key: String!, $input: IssueTokenInput!) {
            done: issueToken(idempotencyKey: $key, input: $input) {
              ... on IssueTokenPayload { replayed secret token { ...TokenFields } }
              ...RefusalFields
            }
          }
        `,
        [tokenFields, refusalFields],
      ),
      answer: ({ token, secret }) => ({ body: { token: { ...tokenOf(token), secret } } }),
    }),
  ),
  write(
    'PATCH',
    '/tokens/{id}',
    'Revokes a token of the caller or of one of the caller’s agents.',
    oneShape('token', tokenShape),
    way({
      given: { id: 'id' },
      document: graphql(
        `
          mutation RevokeToken($input: RevokeTokenInput!) {
            done: revokeToken(input: $input) {
              ... on RevokeTokenPayload { token { ...TokenFields } }
              ...RefusalFields
            }
          }
        `,
        [tokenFields, refusalFields],
      ),
      answer: ({ token }) => ({ body: { token: tokenOf(token) } }),
    }),
  ),
];
