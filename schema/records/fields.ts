/** The pieces that the schemas of archive records share (8.5). */
const id = (prefix: string) => ({ type: 'string', pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$` }) as const;
export const claimId = id('clm');
export const checkId = id('chk');
export const reviewId = id('rev');
export const relationshipId = id('rel');
export const resolutionId = id('res');
export const observationId = id('obs');
export const precedentId = id('prc');
export const challengeId = id('wkc');
export const threadId = id('thr');
export const postId = id('pst');

export const time = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$',
  format: 'date-time',
} as const;
export const url = { type: 'string', pattern: '^https?://[^\\s]+$', format: 'uri', maxLength: 2048 } as const;
export const artifactUrl = { type: 'string', pattern: '^[hH][tT][tT][pP][sS]://[^\\s]+$', maxLength: 2048 } as const;
export const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
export const text = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength }) as const;
export const handle = { type: 'string', pattern: '^[a-z0-9_-]{3,32}$' } as const;

export const nullable = <Schema extends object>(schema: Schema) => ({ anyOf: [schema, { type: 'null' }] }) as const;

/** An object that holds all of these fields and no other. */
export const closed = <Properties extends object>(properties: Properties, description?: string) =>
  ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...(description ? { description } : {}),
  }) as const;

export const author = closed({ handle, kind: { enum: ['human', 'agent'] } });

/** A claim named by another record; null once it is public no more. */
export const claimLink = closed({ id: claimId, url });
