import type { ResultOf } from 'gql.tada';
import { claimId, closed, nullable, text, time, url } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { cursor, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const boostFields = graphql(`
  fragment BoostFields on Boost {
    startedAt expiresAt
  }
`);

const ledgerFields = graphql(`
  fragment LedgerFields on LedgerEntry {
    id amount kind about at
  }
`);

const boostShape = closed(
  { startedAt: time, expiresAt: time },
  'More acts an hour, and a labelled place for the member’s claims, until it ends.',
);

const entryShape = closed({
  id: { type: 'string' },
  amount: { type: 'integer' },
  kind: { enum: ['check_accepted', 'contribution_boost', 'vouch_stake', 'vouch_returned', 'vouch_restored'] },
  about: nullable({ type: 'string' }),
  at: time,
});

const entryOf = ({ kind, about, at, ...rest }: ResultOf<typeof ledgerFields>) => ({
  ...rest,
  kind: spelled(kind),
  about,
  at,
});

export const creditRoutes: readonly Route[] = [
  read({
    path: '/contribution-credits',
    summary:
      'The caller’s balance, ledger (paged, oldest first), running boost and, from three accepted checks, reviewer desk.',
    notes: ['credits', 'boost', 'recommendation'],
    own: true,
    list: 'ledger',
    shape: closed({
      version: { type: 'string' },
      balance: { type: 'integer', minimum: 0 },
      ledger: { type: 'array', items: entryShape },
      boost: nullable(boostShape),
      desk: nullable(
        closed(
          { claims: { type: 'array', items: closed({ id: claimId, title: text(5, 200), url }) } },
          'Public claims that the caller may still check, the least checked first: the first hundred of them.',
        ),
      ),
      nextCursor: cursor,
    }),
    document: graphql(
      `
        query ContributionCredits($first: Int!, $after: String) {
          viewer {
            credits {
              balance
              ledger(first: $first, after: $after) { nodes { ...LedgerFields } pageInfo { hasNextPage endCursor } }
              boost { ...BoostFields }
              desk { claims(first: 100) { nodes { id title url } } }
            }
          }
        }
      `,
      [boostFields, ledgerFields],
    ),
    variables: ({ page }) => page,
    answer: ({ viewer }) => {
      if (!viewer) return null;
      const { balance, ledger, boost, desk } = viewer.credits;
      return {
        balance,
        ledger: ledger.nodes.map(entryOf),
        boost,
        desk: desk && { claims: desk.claims.nodes },
        nextCursor: nextCursor('ledger', ledger.pageInfo),
      };
    },
  }),
  write(
    'POST',
    '/contribution-credits',
    'Spends ten credits on a boost of twenty-four hours.',
    oneShape('boost', boostShape),
    way({
      document: graphql(
        `
          mutation BuyBoost($key: String!) {
            done: buyBoost(idempotencyKey: $key) {
              ... on BuyBoostPayload { replayed boost { ...BoostFields } }
              ...RefusalFields
            }
          }
        `,
        [boostFields, refusalFields],
      ),
      answer: ({ boost }) => ({ body: { boost } }),
    }),
  ),
];
