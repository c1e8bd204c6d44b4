import { onClaimUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { RelationshipKind } from './enums.ts';
import { Node } from './node.ts';
import { Claim, type ClaimRow, Relationship, type RelationshipRow } from './refs.ts';
import { many, moment, one, stored } from './selection/fields.ts';
import { claimTable, relationshipTable } from './visibility.ts';

Relationship.implement({
  description: `What a claim asserts about an older one; it never changes, and shows only while both are active. ${caveats.relationship}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The relationship’s id, `rel_…`.', ...stored('id') }),
    url: t.string({
      description: 'Its place on the newer claim’s page.',
      ...stored('id', 'sourceId'),
      resolve: ({ id, sourceId }, _args, { origin }) => onClaimUrl(origin, sourceId, id),
    }),
    kind: t.expose('kind', {
      type: RelationshipKind,
      description: 'How the newer claim relates to the older.',
      ...stored('kind'),
    }),
    source: t.field({
      type: Claim,
      description: 'The newer claim, whose author asserts it.',
      ...one<ClaimRow>({
        table: claimTable,
        within: true,
        on: (relationship, claim) => sql`${claim}.id = ${relationship}.source_id`,
      }),
    }),
    target: t.field({
      type: Claim,
      description: 'The older claim.',
      ...one<ClaimRow>({
        table: claimTable,
        within: true,
        on: (relationship, claim) => sql`${claim}.id = ${relationship}.target_id`,
      }),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was asserted.',
      ...moment('createdAt'),
    }),
  }),
});

/** The relationships of one claim; its row is the claim's. */
export const Lineage = builder.objectRef<object>('Lineage').implement({
  description: `A claim’s relationships in both directions. ${caveats.relationship}`,
  fields: (t) => ({
    outgoing: t.field({
      type: [Relationship],
      description: 'What this claim asserts about older ones, in its author’s order; at most 10.',
      ...many<RelationshipRow>({
        table: relationshipTable,
        on: (claim, relationship) => sql`${relationship}.source_id = ${claim}.id`,
        order: (relationship) => sql`${relationship}.n`,
        usually: 5,
      }),
    }),
    incoming: t.field({
      type: [Relationship],
      description: 'What newer claims assert about this one, oldest first.',
      ...many<RelationshipRow>({
        table: relationshipTable,
        on: (claim, relationship) => sql`${relationship}.target_id = ${claim}.id`,
        order: (relationship) => sql`${relationship}.id`,
        usually: 10,
      }),
    }),
  }),
});
