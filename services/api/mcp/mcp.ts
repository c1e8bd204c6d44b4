import { createMcpHandler, isJsonContentType, isLegacyRequest, PARSE_ERROR } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { type Body, keepBodyFaults, mostBodyBytes } from '#services/http/body.ts';
import { type Explain, refusalOrDefect, sendRefusal, tellPatience } from '#services/http/problem.ts';
import type { Identity } from '../authenticate.ts';
import { contextOf, type Parts } from '../context.ts';
import { answerBefore } from './before.ts';
import { refuseForeign } from './foreign.ts';
import { answerProtectedResource, resourceMetadataAt } from './protected-resource.ts';
import { openServer } from './server.ts';

export interface McpParts extends Parts {
  /** Where the archive process answers this one. */
  archive: string;
  /** Who calls, by bearer token and nothing else, counted where it is nobody (1.4, 1.7). */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<Identity>;
  explain: Explain;
}

// 1.1 reads both ways, as for GraphQL.
const addresses = ['/mcp', '/api/community/mcp'];

// There is no stream to open and no session to end.
const otherMethods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** A message, as far as this door looks into it; what is another is refused by the package. */
interface Called {
  params?: { arguments?: Record<string, unknown> };
}

/** MCP over streamable HTTP (9): a server and a transport of its own for each request, kept no longer than it. */
export function answerMcp(app: FastifyInstance, parts: McpParts): void {
  const { origin, explain } = parts;
  void app.register(async (door) => {
    keepBodyFaults(door);
    answerProtectedResource(door, origin);

    door.setErrorHandler((thrown, request, reply) => refuse(reply, refusalOrDefect(thrown, request, explain), origin));
    for (const url of addresses) {
      door.route<{ Body: Body | undefined }>({
        method: ['POST', ...otherMethods],
        url,
        onRequest: async (request, reply) => {
          refuseForeign(request, origin);
          request.identity = await parts.identify(request, reply);
          if (request.method === 'POST') return;
          void reply.header('allow', 'POST, OPTIONS');
          throw new Refusal('method.not_allowed');
        },
        handler: (request, reply) => exchange(request, reply, parts),
      });
    }
  });
}

function refuse(reply: FastifyReply, refusal: Refusal, origin: string): FastifyReply {
  if (refusalKinds[refusal.code].status === 401) {
    const fault = refusal.code === 'auth.invalid' ? 'error="invalid_token", ' : '';
    void reply.header('www-authenticate', `Bearer ${fault}resource_metadata="${resourceMetadataAt(origin)}"`);
  }
  return sendRefusal(reply, refusal, origin);
}

async function exchange(
  request: FastifyRequest<{ Body: Body | undefined }>,
  reply: FastifyReply,
  parts: McpParts,
): Promise<FastifyReply> {
  const body = request.body ?? { value: undefined };
  if ('fault' in body && isJsonContentType(request.headers['content-type']))
    return sendError(reply, PARSE_ERROR, body.fault.message);
  const value = 'value' in body ? body.value : undefined;
  // Both protocol versions send one message a request; a batch would be many calls for the price of one.
  if (Array.isArray(value)) return sendError(reply, -32600, 'A request is one message; batches are not answered.');

  let unauthorised: Refusal | undefined;
  const onRefusal = (thrown: unknown): Refusal => {
    const refusal = refusalOrDefect(thrown, request, parts.explain);
    if (refusalKinds[refusal.code].status === 401) unauthorised = refusal;
    tellPatience(reply, refusal);
    return refusal;
  };
  const context = {
    ...contextOf(parts, request, reply),
    archive: parts.archive,
    onReplay: () => void reply.header('idempotent-replayed', 'true'),
  };
  const { arguments: given } = (value as Called | undefined)?.params ?? {};
  const open = () => openServer(context, given, onRefusal);
  const onerror = (error: Error) => request.log.debug({ err: error }, 'an MCP request was not served');
  const asked = new Request(`${parts.origin}/mcp`, { method: 'POST', headers: headersOf(request) });
  const answer = (await isLegacyRequest(asked, value))
    ? await answerBefore(asked, value, open, onerror)
    : await createMcpHandler(open, { legacy: 'reject', maxRequestBodySize: mostBodyBytes, onerror }).fetch(asked, {
        parsedBody: value,
      });
  // Nothing goes on streaming, since nothing that can be subscribed to ever changes: the answer is whole before its status is sent.
  const text = await answer.text();
  // A call that lacks a credential is refused in HTTP's own form, by which clients know to bring one.
  if (unauthorised) return refuse(reply, unauthorised, parts.origin);
  const type = answer.headers.get('content-type');
  if (type) void reply.header('content-type', type);
  return reply.code(answer.status).send(text === '' ? undefined : text);
}

function sendError(reply: FastifyReply, code: number, message: string): FastifyReply {
  return reply.code(400).send({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** What the protocol reads of the headers; a credential is not its business. */
function headersOf({ headers }: FastifyRequest): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && /^(accept|content-type|mcp-.*)$/.test(name) ? [[name, value]] : [],
    ),
  );
}
