/** The integer cursor of what follows, null once, at the end (1.9). */
export const cursor = { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] } as const;

const versionShape = { type: 'string' } as const;

const whole = (properties: Record<string, object>) => ({
  type: 'object',
  properties: { version: versionShape, ...properties },
  required: ['version', ...Object.keys(properties)],
});

/** An answer's shape with the notes that its route adds to it (10). */
export const withNotes = (shape: object): object => {
  const { properties, required } = shape as ReturnType<typeof whole>;
  const notes = { type: 'array', items: { type: 'string' }, description: 'What the answer does not prove.' };
  return { ...shape, properties: { ...properties, notes }, required: [...required, 'notes'] };
};

/** `{version, <plural noun>:[…], nextCursor}` (1.9). */
export const listShape = (plural: string, item: object): object =>
  whole({ [plural]: { type: 'array', items: item }, nextCursor: cursor });

/** `{version, <singular>:…}` (1.9). */
export const oneShape = (singular: string, item: object): object => whole({ [singular]: item });
