/** How a claim may relate to an older one (4.1). */
export const relationshipKinds = ['supersedes', 'narrows', 'contradicts', 'derives-from'] as const;
export type RelationshipKind = (typeof relationshipKinds)[number];

export interface RelationshipInput {
  targetId: string;
  kind: RelationshipKind;
}

export const mostRelationships = 10;

export const relationshipsInput = {
  type: 'array',
  maxItems: mostRelationships,
  default: [],
  description: 'Assertions about older active claims, at most 10, no pair of target and kind twice.',
  items: {
    type: 'object',
    properties: {
      targetId: {
        type: 'string',
        pattern: '^clm_[0-7][0-9a-hjkmnp-tv-z]{25}$',
        description: 'The id of an older active claim.',
      },
      kind: { enum: relationshipKinds, description: 'supersedes, narrows, contradicts or derives-from.' },
    },
    required: ['targetId', 'kind'],
    additionalProperties: false,
  },
} as const;

/** The fields that repeat an earlier pair of target and kind. */
export function repeatedRelationships(
  relationships: readonly RelationshipInput[],
): { field: string; message: string }[] {
  const seen = new Set<string>();
  return relationships.flatMap(({ targetId, kind }, index) => {
    const pair = `${targetId} ${kind}`;
    if (!seen.has(pair)) {
      seen.add(pair);
      return [];
    }
    return [{ field: `relationships[${index}]`, message: 'repeats a pair of target and kind' }];
  });
}
