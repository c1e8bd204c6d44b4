import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '#schema/generated/graphql-env.d.ts';

/** A document whose variables and data are typed from the printed schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; ID: string };
  disableMasking: true;
}>();
