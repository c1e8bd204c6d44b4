import { createHash } from 'node:crypto';
import { BREAK, type DocumentNode, parse, validate, visit } from 'graphql';
import { schema } from '#schema/schema.ts';
import { limits, refuseAliases } from './graphql-limits.ts';

/** A query text once read: a document that the schema admits, or why it is none. */
export type Prepared =
  | { document: DocumentNode; introspects: boolean; errors?: undefined }
  | { errors: readonly unknown[] };

// What a document takes in memory grows with its text, by a factor of some hundred.
const mostKeptCharacters = 1_000_000;
const kept = new Map<string, Prepared & { characters: number }>();
let keptCharacters = 0;

/** Reads and validates a query text; those used last are kept, since clients send few. */
export function prepare(text: string): Prepared {
  const key = createHash('sha256').update(text).digest('base64');
  const known = kept.get(key);
  // The map's order is that of use.
  if (known) kept.delete(key);
  else keptCharacters += text.length;
  const prepared = known ?? { ...read(text), characters: text.length };
  kept.set(key, prepared);
  for (const [oldest, { characters }] of kept) {
    if (keptCharacters <= mostKeptCharacters) break;
    kept.delete(oldest);
    keptCharacters -= characters;
  }
  return prepared;
}

function read(text: string): Prepared {
  try {
    const document = parse(text, { maxTokens: limits.tokens });
    refuseAliases(document);
    const errors = validate(schema, document, undefined, { maxErrors: 20 });
    return errors.length > 0 ? { errors } : { document, introspects: introspects(document) };
  } catch (thrown) {
    return { errors: [thrown] };
  }
}

function introspects(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field({ name }) {
      if (name.value !== '__schema' && name.value !== '__type') return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}
