import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';

/** A request's parameters (GraphQL over HTTP, 5.1 and 5.2). */
export interface Parameters {
  query: string;
  operationName: string | undefined;
  variables: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fault(detail: string): never {
  throw new Refusal('query.invalid', detail);
}

function read({ query, operationName, variables, extensions }: Record<string, unknown>): Parameters {
  if (typeof query !== 'string') fault('query is a GraphQL document.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    fault('operationName is a string.');
  if (variables !== undefined && variables !== null && !isObject(variables)) fault('variables is an object.');
  if (extensions !== undefined && extensions !== null && !isObject(extensions)) fault('extensions is an object.');
  return { query, operationName: operationName ?? undefined, variables: variables ?? {} };
}

/** In the address variables and extensions are JSON text. */
function fromText(name: string, value: unknown): unknown {
  if (value === undefined || value === '') return undefined;
  try {
    return JSON.parse(String(value));
  } catch {
    return fault(`${name} is JSON text.`);
  }
}

export function parametersOf({ method, query, body }: FastifyRequest): Parameters {
  if (method === 'GET' || method === 'HEAD') {
    const { variables, extensions, operationName, ...rest } = query as Record<string, unknown>;
    return read({
      ...rest,
      operationName: operationName === '' ? undefined : operationName,
      variables: fromText('variables', variables),
      extensions: fromText('extensions', extensions),
    });
  }
  if (Array.isArray(body)) fault('One request is one operation; batches are not answered.');
  if (!isObject(body)) fault('The body is a JSON object with a query.');
  return read(body);
}

export const responseTypes = ['application/graphql-response+json', 'application/json'] as const;
export type ResponseType = (typeof responseTypes)[number];

/** The media type that an Accept header likes best; absent or of equal liking, plain JSON, as old clients expect. Undefined where it takes neither. */
export function responseTypeOf(accept: string | undefined): ResponseType | undefined {
  if (accept === undefined || accept.trim() === '') return 'application/json';
  const liked = accept.split(',').flatMap((part, order) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = Number(/^q=([\d.]+)$/.exec(parameters.find((one) => one.startsWith('q=')) ?? '')?.[1] ?? 1);
    const type =
      range === '*/*' || range === 'application/*' ? 'application/json' : responseTypes.find((one) => one === range);
    return type && quality > 0 ? [{ type, quality, order }] : [];
  });
  return liked.sort((a, b) => b.quality - a.quality || a.order - b.order)[0]?.type;
}
