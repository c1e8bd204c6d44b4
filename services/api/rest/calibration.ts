import { closed, handle, nullable } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { type Route, read } from './route.ts';
import { cursor } from './shapes.ts';

const n = { type: 'integer', minimum: 0 } as const;
const share = { type: 'number', minimum: 0, maximum: 1 } as const;

export const calibrationRoutes: readonly Route[] = [
  read({
    path: '/calibration',
    summary: 'How forecasts of resolved claims came out: in all, by band and by member.',
    list: 'calibration',
    shape: closed({
      version: { type: 'string' },
      site: closed({ n, claims: n, meanBrier: nullable(share) }),
      bands: {
        type: 'array',
        minItems: 5,
        maxItems: 5,
        items: closed({ from: share, to: share, n, meanProbability: nullable(share), observedRate: nullable(share) }),
      },
      members: { type: 'array', items: closed({ handle, n, meanBrier: nullable(share) }) },
      nextCursor: cursor,
      notes: { type: 'array', items: { type: 'string' } },
    }),
    document: graphql(`
      query Calibration($first: Int!, $after: String) {
        calibration {
          site { n claims meanBrier }
          bands { from to n meanProbability observedRate }
          members(first: $first, after: $after) { nodes { handle n meanBrier } pageInfo { hasNextPage endCursor } }
          notes
        }
      }
    `),
    variables: ({ page }) => page,
    answer: ({ calibration: { site, bands, members, notes } }) => ({
      site,
      bands,
      members: members.nodes,
      nextCursor: nextCursor('calibration', members.pageInfo),
      notes,
    }),
  }),
];
