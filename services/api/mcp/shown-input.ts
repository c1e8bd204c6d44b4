import type { InputSchema } from '#domain/text/input.ts';

// Formats of ours mean nothing to clients, and some refuse what they do not know.
const shownFormats: Readonly<Record<string, string | undefined>> = {
  'evidence-address': 'uri',
  instant: 'date-time',
};

/** An input schema as clients are shown it. */
export function shownInput(schema: InputSchema): object {
  return shown(schema) as object;
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== 'format' || typeof inner !== 'string') return [[name, shown(inner)]];
      const format = shownFormats[inner];
      return format ? [['format', format]] : [];
    }),
  );
}
