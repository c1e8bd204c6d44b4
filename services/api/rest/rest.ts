import type { FastifyInstance } from 'fastify';
import { caveats } from '#domain/publication/caveats.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { protocolVersion as version } from '#schema/records/protocol.ts';
import { type Body, keepBodyFaults } from '#services/http/body.ts';
import { Representation, sendPrivate } from '#services/http/representation.ts';
import { contextOf, type Parts, sendRead, visitorContextOf } from '../context.ts';
import { checkDocument } from '../graphql.ts';
import { mutationOf, perform, run } from '../mutation.ts';
import { sessionCookieAt } from '../session-cookie.ts';
import { actInput } from './input.ts';
import { openapi } from './openapi.ts';
import { pageAsked } from './page.ts';
import type { Read, Way, Write } from './route.ts';
import { routes } from './routes.ts';

export const base = '/api/community';

/** REST v1: every route is a GraphQL document executed in process and reshaped; none has a query or a rule of its own (1.9, 13). */
export function answerRest(doors: FastifyInstance, parts: Parts): void {
  void doors.register(async (app) => {
    keepBodyFaults(app);
    for (const route of routes) {
      for (const { document } of route.method === 'GET' ? [route] : route.ways) checkDocument(document);
      if (route.method === 'GET') answerRead(app, parts, route);
      else answerWrite(app, parts, route);
    }
    const described = Representation.ofJson(openapi(routes, `${parts.origin}${base}`, sessionCookieAt(parts.origin)));
    // The API itself, as the catalogue has it, is answered with what it can do.
    for (const address of [base, `${base}/openapi.json`])
      app.get(address, (request, reply) => sendRead(request, reply, described));
  });
}

const fastifyPath = (path: string): string => base + path.replace(/\{(\w+)\}/g, ':$1');

function answerRead(app: FastifyInstance, parts: Parts, route: Read): void {
  app.get<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>(
    fastifyPath(route.path),
    async (request, reply) => {
      const { viewer, missing } = request.identity;
      if (route.own && !viewer) throw new Refusal(missing);
      const page = route.list === undefined ? { first: 0, after: null } : pageAsked(route.list, request.query);
      const asked = { params: request.params, viewer, page };
      const make = async () => {
        const context = viewer ? contextOf(parts, request, reply) : visitorContextOf(parts, request, reply);
        const data = await run(route.document, route.variables(asked), context);
        const body = route.answer(data, asked);
        if (!body) throw new Refusal('not_found');
        const notes = route.notes && { notes: route.notes.map((name) => caveats[name]) };
        return Representation.ofJson({ version, ...body, ...notes });
      };
      if (viewer) return sendPrivate(reply, await make());
      return parts.visitors.send(request, reply, JSON.stringify([route.path, asked.params, page]), make);
    },
  );
}

function answerWrite(app: FastifyInstance, parts: Parts, route: Write): void {
  const open = route.ways.every((way) => mutationOf(way.document).open);
  app.route<{ Params: Record<string, string>; Body: Body | undefined }>({
    method: route.method,
    url: fastifyPath(route.path),
    onRequest: async ({ identity: { viewer, missing } }) => {
      // Before the body is read: 401 goes before 413 (1.7).
      if (!viewer && !open) throw new Refusal(missing);
    },
    handler: async (request, reply) => {
      const context = contextOf(parts, request, reply);
      const given: Body = request.body ?? { value: undefined };
      const way =
        ('value' in given && route.ways.find((one) => isHeld(one, given.value))) || (route.ways.at(-1) as Way);
      const key = request.headers['idempotency-key'];
      const done = await perform(
        way.document,
        {
          input: (schema) => {
            if ('fault' in given) throw given.fault;
            return actInput(way, schema, given.value, request.params);
          },
          key: typeof key === 'string' ? key : undefined,
        },
        context,
      );
      const { body, location } = way.answer(done, parts.origin);
      const status = route.method === 'POST' ? 201 : 200;
      if (location !== undefined && status === 201) void reply.header('location', `${parts.origin}${base}${location}`);
      if ((done as { replayed?: boolean }).replayed) void reply.header('idempotent-replayed', 'true');
      return sendPrivate(reply.code(status), Representation.ofJson({ version, ...body }));
    },
  });
}

function isHeld({ holds }: Way, value: unknown): boolean {
  if (!holds || value === null || typeof value !== 'object') return false;
  return Object.entries(holds).every(([name, wanted]) => (value as Record<string, unknown>)[name] === wanted);
}
