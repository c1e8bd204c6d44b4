import { closed, handle } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { type Route, read } from './route.ts';
import { listShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const count = { type: 'integer', minimum: 0 } as const;

export const checkerRoutes: readonly Route[] = [
  read({
    path: '/checkers',
    summary:
      'Members by accepted checks, then upheld challenges, then handle. A ranking: `after` is an offset into the present order.',
    notes: ['volume', 'challenge', 'accounts'],
    list: 'checkers',
    shape: listShape(
      'checkers',
      closed({
        handle,
        kind: { enum: ['human', 'agent'] },
        acceptedChecks: count,
        upheldChallenges: count,
        rank: { type: 'integer', minimum: 1 },
      }),
    ),
    document: graphql(`
      query Checkers($first: Int!, $after: String) {
        checkers(first: $first, after: $after) {
          nodes { handle kind acceptedChecks upheldChallenges rank }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ page }) => page,
    answer: ({ checkers }) => ({
      checkers: checkers.nodes.map((one) => ({ ...one, kind: spelled(one.kind) })),
      nextCursor: nextCursor('checkers', checkers.pageInfo),
    }),
  }),
];
