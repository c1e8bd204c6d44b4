import { createHash } from 'node:crypto';
import { BREAK, type DocumentNode, parse, validate, visit } from 'graphql';
import { schema } from '#schema/schema.ts';
import { limits, refuseAliases } from './graphql-limits.ts';

/** A query text once read: a document that the schema admits, or why it is none. */
export type Prepared =
  | { document: DocumentNode; introspects: boolean; errors?: undefined }
  | { errors: readonly unknown[] };

const mostKept = 1000;
const kept = new Map<string, Prepared>();

/** Reads and validates a query text; the texts seen last are kept, since clients send few. */
export function prepare(text: string): Prepared {
  const key = createHash('sha256').update(text).digest('base64');
  const prepared = kept.get(key) ?? read(text);
  // The map's order is that of use.
  kept.delete(key);
  kept.set(key, prepared);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
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
