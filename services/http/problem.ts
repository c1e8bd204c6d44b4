import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, toProblem } from '#domain/refusals/refusal.ts';

/** What the HTTP layer itself found wrong, in the words of the protocol. */
const frameworkFaults: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('body.too_large'),
  FST_ERR_BAD_URL: () => new Refusal('query.invalid', 'The path is not well encoded.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('not_found'),
};

/** What a service knows of its own failures: the refusal behind what was thrown, or what was thrown. */
export type Explain = (thrown: unknown) => unknown;

/** How a service shows a refusal to whoever asked for no data; undefined where it does not. */
export type Show = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
) => Promise<FastifyReply> | undefined;

/** The refusal in whatever was thrown, or undefined for a defect of ours. */
function refusalOf(thrown: unknown, explain: Explain): Refusal | undefined {
  const reason = explain(thrown);
  if (reason instanceof Refusal) return reason;
  const { code, statusCode } = (reason ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_')) return undefined;
  if (frameworkFaults[code]) return frameworkFaults[code]();
  return typeof statusCode === 'number' && statusCode < 500 ? new Refusal('query.invalid') : undefined;
}

/** Says when trying again makes sense, where it ever does. */
export function tellPatience(reply: FastifyReply, { retryAfter }: Refusal): void {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
}

/** Answers with the problem document of a refusal (1.3). */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, origin: string): FastifyReply {
  const problem = toProblem(refusal, origin);
  tellPatience(reply, refusal);
  // A door that knows more about its credentials has said so already.
  if (problem.status === 401 && !reply.hasHeader('www-authenticate')) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

/** A refusal for what was thrown; a defect is logged with the request's id, and the caller learns that id and nothing else. */
export function refusalOrDefect(thrown: unknown, request: FastifyRequest, explain: Explain): Refusal {
  const refusal = refusalOf(thrown, explain);
  if (refusal) return refusal;
  request.log.error({ err: thrown }, 'a request failed');
  return new Refusal('internal', `Something failed on our side. Its reference is ${request.id}.`);
}

/** Every error, unknown address and wrong method leaves this application as a problem document. */
export function answerProblems(app: FastifyInstance, origin: string, explain: Explain, show: Show): void {
  const methods = methodsByAddress(app);
  const send = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) =>
    show(request, reply, refusal) ?? sendRefusal(reply, refusal, origin);
  app.setErrorHandler((thrown, request, reply) => send(request, reply, refusalOrDefect(thrown, request, explain)));
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods(request.url.split('?')[0] ?? '');
    if (allowed.size === 0) return send(request, reply, new Refusal('not_found'));
    void reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
    return send(request, reply, new Refusal('method.not_allowed'));
  });
}

/** Which methods the routes of an application take at an address: the router itself only says that one method has none. */
function methodsByAddress(app: FastifyInstance): (path: string) => Set<string> {
  const routes: { address: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat().filter((one) => one !== 'OPTIONS');
    // `*` of its own is not an address but what catches preflights.
    if (methods.length > 0 && url !== '*') routes.push({ address: patternOf(url), methods });
  });
  return (path) => new Set(routes.filter(({ address }) => address.test(path)).flatMap(({ methods }) => methods));
}

function patternOf(url: string): RegExp {
  const parts = url
    .split(/(:\w+|\*)/)
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`);
}
