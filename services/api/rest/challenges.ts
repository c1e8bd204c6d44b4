import type { ResultOf } from 'gql.tada';
import { challengeRecord } from '#schema/records/challenge.ts';
import { closed } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { type Route, read } from './route.ts';
import { listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const weekFields = graphql(`
  fragment WeekFields on WeeklyChallenge {
    id url week startsAt endsAt state reason claim { id title url }
    counts { submitted accepted supports challenges unresolved } publishedAt
  }
`);

const { changedAt: _, ...shown } = challengeRecord.properties;
const weekShape = closed(shown, challengeRecord.description);

const weekOf = ({ state, reason, claim, counts, publishedAt, ...rest }: ResultOf<typeof weekFields>) => ({
  ...rest,
  state: spelled(state),
  reason: reason && spelled(reason),
  claim,
  counts,
  publishedAt,
});

export const challengeRoutes: readonly Route[] = [
  read({
    path: '/challenges',
    summary: 'The weekly calendar, oldest week first.',
    notes: ['calendar', 'volume'],
    list: 'challenges',
    shape: listShape('challenges', weekShape),
    document: graphql(
      `
        query Challenges($first: Int!, $after: String) {
          challenges(first: $first, after: $after) { nodes { ...WeekFields } pageInfo { hasNextPage endCursor } }
        }
      `,
      [weekFields],
    ),
    variables: ({ page }) => page,
    answer: ({ challenges }) => ({
      challenges: challenges.nodes.map(weekOf),
      nextCursor: nextCursor('challenges', challenges.pageInfo),
    }),
  }),
  read({
    path: '/challenges/{id}',
    summary: 'A week of the calendar.',
    notes: ['calendar', 'volume'],
    shape: oneShape('challenge', weekShape),
    document: graphql(`query Challenge($id: ID!) { challenge(id: $id) { ...WeekFields } }`, [weekFields]),
    variables: ({ params }) => ({ id: params.id ?? '' }),
    answer: ({ challenge }) => challenge && { challenge: weekOf(challenge) },
  }),
];
