import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  OperationTypeNode,
  execute as run,
  validate,
} from 'graphql';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import type { Context } from '#schema/context.ts';
import { refuseIntrospection } from '#schema/introspection.ts';
import { schema } from '#schema/schema.ts';
import { type Explain, refusalOrDefect, tellPatience } from '#services/http/problem.ts';
import { Representation, sendPrivate, sendPublic } from '#services/http/representation.ts';
import { contextOf, type Parts, visitorContextOf } from './context.ts';
import { sendGraphiql, wantsPage } from './graphiql.ts';
import { engineFor, introspects } from './graphql-engine.ts';
import { formatted, refusalOf } from './graphql-errors.ts';
import { refuseCost } from './graphql-limits.ts';
import { type Parameters, parametersOf, type ResponseType, responseTypeOf } from './graphql-request.ts';

const sound = new WeakSet<DocumentNode>();

/** Validates a fixed document, once; doors do so at the start for all of theirs. */
export function checkDocument(document: DocumentNode): void {
  if (sound.has(document)) return;
  const [error] = validate(schema, document);
  if (error) throw error;
  sound.add(document);
}

/** Executes a fixed document in process: REST, tools and pages. What a resolver threw stands in `originalError`. */
export async function execute(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<ExecutionResult> {
  checkDocument(document);
  return run({ schema, document, variableValues: variables, contextValue: context });
}

// 1.1 reads both ways: `/graphql` beside `/mcp`, or below the base like every API path.
const addresses = ['/graphql', '/api/community/graphql'];

/** GraphQL over HTTP by POST and GET, one operation a request, mutations by POST only (1.1, 1.3, 1.10). */
export function graphqlRoute(app: FastifyInstance, parts: Parts, explain: Explain): void {
  void app.register(async (route) => {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.method !== 'POST') void reply.header('vary', 'Accept');
      if (wantsPage(request)) return sendGraphiql(request, reply);
      const type = responseTypeOf(request.headers.accept);
      if (!type)
        throw new Refusal('query.invalid', 'Answers are application/graphql-response+json or application/json.');
      const asker = contextOf(parts, request, reply);
      const parameters = parametersOf(request);
      const operation = operationOf(parameters, request.method, asker);
      if ('errors' in operation) return send(request, reply, type, operation);
      if (asker.viewer || !operation.reads) return send(request, reply, type, await operation.run(asker));

      const visitor = visitorContextOf(parts, request, reply);
      // Refusals are the caller's own.
      let own: Answer | undefined;
      const { query, operationName, variables } = parameters;
      const name = JSON.stringify([type, query, operationName, variables]);
      const shared = await parts.visitors.answer(name, async () => {
        own = await operation.run(visitor);
        return own.errors ? undefined : representationOf(type, own);
      });
      if (!shared) return send(request, reply, type, own ?? (await operation.run(visitor)));
      if (request.method !== 'POST') return sendPublic(request, reply, shared);
      return reply.header('content-type', shared.contentType).send(shared.bytes);
    };

    const send = (request: FastifyRequest, reply: FastifyReply, type: ResponseType, { data, errors = [] }: Answer) => {
      const refused = errors.map((error) => ({
        error,
        refusal: refusalOf(error, (thrown) => refusalOrDefect(thrown, request, explain)),
      }));
      const refusals = refused.map(({ refusal }) => refusal);
      const status = statusOf(refusals, data === undefined, type);
      for (const refusal of refusals) tellPatience(reply, refusal);
      if (status === 401) void reply.header('www-authenticate', 'Bearer');
      const told = refused.length > 0 ? refused.map(({ error, refusal }) => formatted(error, refusal)) : undefined;
      const representation = representationOf(type, { errors: told, data });
      void reply.code(status);
      if (request.identity.viewer) return sendPrivate(reply, representation);
      return reply.header('content-type', representation.contentType).send(representation.bytes);
    };

    // What is refused before there is an operation has GraphQL's form too, with the status of its code.
    route.setErrorHandler((thrown, request, reply) => {
      const refusal = refusalOrDefect(thrown, request, explain);
      const { status } = refusalKinds[refusal.code];
      if (status === 401) void reply.header('www-authenticate', 'Bearer');
      tellPatience(reply, refusal);
      return reply
        .code(status)
        .header('content-type', `${responseTypeOf(request.headers.accept) ?? 'application/json'}; charset=utf-8`)
        .send(JSON.stringify({ errors: [formatted(thrown, refusal)] }));
    });
    for (const address of addresses) {
      route.post(address, answer);
      route.get(address, answer);
    }
  });
}

/** Only these say in HTTP what they say in GraphQL; the rest follows GraphQL over HTTP (1.3). */
const keptStatuses = new Set<number>([401, 413, 503]);

function statusOf(refusals: readonly Refusal[], unexecuted: boolean, type: ResponseType): number {
  const statuses = refusals.map(({ code }) => refusalKinds[code].status as number);
  const kept = statuses.find((status) => keptStatuses.has(status) || status === 405);
  if (kept !== undefined) return kept;
  // Clients of plain JSON read anything but 200 as no GraphQL answer at all.
  if (!unexecuted || type === 'application/json') return 200;
  return statuses[0] ?? 400;
}

/** What an operation gave; its errors are refusals, GraphQL's own or defects. */
interface Answer {
  data?: unknown;
  errors?: readonly unknown[] | undefined;
}

const representationOf = (type: ResponseType, { errors, data }: Answer): Representation =>
  Representation.ofText(JSON.stringify({ errors, data }), `${type}; charset=utf-8`);

/** What a request's operation is, before it runs. */
interface Operation {
  /** Whether it changes nothing. */
  reads: boolean;
  run(context: Context): Promise<Answer>;
}

/** The operation of a request, or what is wrong with it. */
function operationOf(
  { query, operationName, variables }: Parameters,
  method: string,
  asker: Context,
): Operation | Required<Pick<Answer, 'errors'>> {
  const enveloped = engineFor(asker);
  let document: DocumentNode;
  let operation: OperationDefinitionNode;
  try {
    document = enveloped.parse(query);
    const invalid = enveloped.validate(enveloped.schema, document);
    if (invalid.length > 0) return { errors: invalid };
    const found = getOperationAST(document, operationName);
    if (!found) throw new Refusal('query.invalid', 'operationName names one operation of the document.');
    if (method !== 'POST' && found.operation !== OperationTypeNode.QUERY)
      throw new Refusal('method.not_allowed', 'Acts are sent by POST.');
    operation = found;
  } catch (thrown) {
    return { errors: [thrown] };
  }

  async function run(contextValue: Context): Promise<Answer> {
    try {
      const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
        maxErrors: 20,
      });
      if (errors) return { errors };
      refuseCost(schema, document, operation, coerced);
      if (introspects(document)) await refuseIntrospection(contextValue);
    } catch (thrown) {
      return { errors: [thrown] };
    }
    return enveloped.execute({
      schema: enveloped.schema,
      document,
      operationName,
      variableValues: variables,
      contextValue,
    });
  }
  return { reads: operation.operation === OperationTypeNode.QUERY, run };
}
