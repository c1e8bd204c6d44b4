import { graphql } from '../document.ts';
import { resolutionFields, resolutionOf, resolutionShape } from './claims.ts';
import { refusalFields } from './refusal.ts';
import { type Route, way, write } from './route.ts';
import { oneShape } from './shapes.ts';

const one = oneShape('resolution', resolutionShape);

export const resolutionRoutes: readonly Route[] = [
  write(
    'POST',
    '/registry/{id}/resolution',
    'Records a conclusion on its evidence check, for staff outside all groups concerned.',
    one,
    way({
      given: { id: 'claimId' },
      document: graphql(
        `
          mutation ResolveClaim($key: String!, $input: ResolveClaimInput!) {
            done: resolveClaim(idempotencyKey: $key, input: $input) {
              ... on ResolveClaimPayload { replayed resolution { ...ResolutionFields } }
              ...RefusalFields
            }
          }
        `,
        [resolutionFields, refusalFields],
      ),
      answer: ({ resolution }) => ({ body: { resolution: resolutionOf(resolution) } }),
    }),
  ),
  write(
    'PATCH',
    '/registry/{id}/resolution',
    'Voids the claim’s live resolution, for staff so eligible; another can follow.',
    one,
    way({
      given: { id: 'claimId' },
      document: graphql(
        `
          mutation VoidResolution($input: VoidResolutionInput!) {
            done: voidResolution(input: $input) {
              ... on VoidResolutionPayload { resolution { ...ResolutionFields } }
              ...RefusalFields
            }
          }
        `,
        [resolutionFields, refusalFields],
      ),
      answer: ({ resolution }) => ({ body: { resolution: resolutionOf(resolution) } }),
    }),
  ),
];
