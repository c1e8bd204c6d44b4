import { BREAK, type DocumentNode, parse, validate, visit } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Context } from '#schema/context.ts';
import { schema } from '#schema/schema.ts';
import { limits, refuseAliases } from './graphql-limits.ts';

const introspecting = new WeakSet<DocumentNode>();

/** Whether a document asks about the schema itself. */
export const introspects = (document: DocumentNode): boolean => introspecting.has(document);

function readWithin(...[source, options]: Parameters<typeof parse>): DocumentNode {
  const document = parse(source, { ...options, maxTokens: limits.tokens });
  refuseAliases(document);
  visit(document, {
    Field({ name }) {
      if (name.value !== '__schema' && name.value !== '__type') return undefined;
      introspecting.add(document);
      return BREAK;
    },
  });
  return document;
}

const withinLimits: Plugin = {
  onParse: ({ setParseFn }) => setParseFn(readWithin),
  onValidate: ({ setValidationFn }) =>
    setValidationFn((served: typeof schema, document: DocumentNode, rules: Parameters<typeof validate>[2]) =>
      validate(served, document, rules, { maxErrors: 20 }),
    ),
};

// What a document takes in memory grows with its text, by a factor of some hundred: kept texts are counted by length.
const keptByLength = <Kept extends object>() =>
  new LRUCache<string, Kept>({ maxSize: 1_000_000, sizeCalculation: (_kept, text) => text.length + 1 });

const yoga = createYoga<Context>({
  schema,
  plugins: [withinLimits],
  parserAndValidationCache: { documentCache: keptByLength<DocumentNode>(), errorCache: keptByLength() },
  logging: false,
  maskedErrors: false, // our own masking knows refusals; see graphql-errors.ts
  graphiql: false,
  landingPage: false,
});

/** Yoga reads, validates and executes for one request, and keeps what it has read; HTTP is Fastify's, where it costs a third (0021). */
export const engineFor = (context: Context) =>
  // A request and its parameters are for Yoga's own HTTP, which is not asked.
  yoga.getEnveloped({ ...context } as Parameters<typeof yoga.getEnveloped>[0]);
