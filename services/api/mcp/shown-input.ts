import type { InputSchema } from '#domain/text/input.ts';

// Formats of ours mean nothing to clients, and some refuse what they do not know.
const shownFormats: Readonly<Record<string, string | undefined>> = {
  'evidence-address': 'uri',
  instant: 'date-time',
};

/** An input schema as clients are shown it: with the type that every value of an enum has, since many clients go by the type alone. */
export function shownInput(schema: InputSchema): object {
  return shown(schema) as object;
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries([
    ...typeOf(value),
    ...Object.entries(value).flatMap(([name, inner]) => {
      if (name !== 'format' || typeof inner !== 'string') return [[name, shown(inner)]];
      const format = shownFormats[inner];
      return format ? [['format', format]] : [];
    }),
  ]);
}

function typeOf(schema: { const?: unknown; enum?: readonly unknown[] }): [string, string][] {
  const types = new Set(('const' in schema ? [schema.const] : (schema.enum ?? [])).map((one) => typeof one));
  const [only] = types;
  return types.size === 1 && (only === 'string' || only === 'boolean') && !('type' in schema) ? [['type', only]] : [];
}
