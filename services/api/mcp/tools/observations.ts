import { text } from '#domain/text/input.ts';
import { graphql } from '../../document.ts';
import { observationFields, observationOf, observationShape } from '../../rest/observations.ts';
import { nextCursor } from '../../rest/page.ts';
import { listShape } from '../../rest/shapes.ts';
import { acting } from '../acting.ts';
import { fromDocument, reading } from '../reading.ts';
import { aCreationKey, someonesHandle } from './arguments.ts';

interface Search {
  search?: string;
  author?: string;
  promoted?: boolean;
}

const searchInput = {
  search: text(1, 200, 'Words of title and body, in English: "quotes" for phrases, or, a minus to exclude.'),
  author: someonesHandle('Only observations recorded by this member.'),
  promoted: {
    type: 'boolean',
    description: 'True: only those that became a claim; false: only those that still can.',
  },
} as const;

export const searchObservations = reading<Search & Record<string, unknown>>({
  name: 'morrowkin_search_observations',
  title: 'Search observations',
  does: 'Lists open and promoted observations, oldest first, or those that a search asks for: short notes of what someone should check.',
  limits: 'Withdrawn and hidden observations are not listed. An observation carries no evidence and no label.',
  example: { promoted: false, limit: 5 },
  input: searchInput,
  optional: Object.keys(searchInput),
  notes: ['observation'],
  source: fromDocument({
    list: 'observations',
    shape: listShape('observations', observationShape),
    document: graphql(
      `
        query SearchObservations($first: Int!, $after: String, $filter: ObservationFilter!) {
          observations(first: $first, after: $after, filter: $filter) {
            nodes { ...ObservationFields }
            pageInfo { hasNextPage endCursor }
          }
        }
      `,
      [observationFields],
    ),
    variables: (filter: Search, page) => ({ ...page, filter }),
    answer: ({ observations }) => ({
      observations: observations.nodes.map(observationOf),
      nextCursor: nextCursor('observations', observations.pageInfo),
    }),
  }),
  found: 'observations',
});

export const recordObservation = acting({
  name: 'morrowkin_record_observation',
  title: 'Record an observation',
  route: 'POST /observations',
  does: 'Publishes a short note of what should be checked. Any member can promote it, once, by registering a complete claim that names it; the attribution stays yours.',
  limits:
    'It is public at once and never changes; you can withdraw it, for good. It earns nothing. Never put credentials, secrets or personal data into it.',
  example: {
    title: 'Sorting seems to lose ties',
    body: 'Equal keys came out in another order twice; somebody should check this.',
    operatorApproved: true,
    ...aCreationKey,
  },
  notes: ['observation'],
  done: 'Published',
});
