import proxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';
import type { Queryable } from '#prisma/database.ts';
import { sendRefusal } from '#services/http/problem.ts';
import { bearer } from './authenticate.ts';

/** The archive's addresses (8). The rules document is this service's own: it tells what its acts ask for. */
export const archiveRoutes = [
  '/api/community/archive',
  '/api/community/archive/*',
  '/feeds/*',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/.well-known/morrowkin-protocol.json',
  '/.well-known/morrowkin-record.schema.json',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
];

interface ArchivePaths {
  /** Where the archive process listens. */
  upstream: string;
  origin: string;
  database: Queryable;
}

/** Answers the archive's addresses from the archive process, so that one origin shows the whole protocol (11.2). */
export function passArchivePaths(app: FastifyInstance, { upstream, origin, database }: ArchivePaths): void {
  void app.register(proxy, {
    upstream,
    routes: archiveRoutes,
    httpMethods: ['GET', 'HEAD'],
    disableRequestLogging: true,
    preHandler: async ({ url, headers }) => {
      // The archive knows no tokens, but at this address a wrong one is wrong on every read (1.4).
      await bearer(database, headers);
      // The proxy would call such a path a defect; the archive, asked itself, has nothing there.
      if (/\.\.|\\/.test(decodeURIComponent(url.split('?')[0] ?? ''))) throw new Refusal('not_found');
    },
    replyOptions: {
      // The archive limits by address as well and believes this header from the proxies it is told to trust; a credential it never sees.
      rewriteRequestHeaders: ({ ip }, { authorization: _token, cookie: _session, ...headers }) => ({
        ...headers,
        'x-forwarded-for': ip,
      }),
      rewriteHeaders: (headers, request) =>
        request?.headers.authorization === undefined ? headers : { ...headers, 'cache-control': 'private, no-store' },
      onError: (reply, { error }) => {
        reply.log.warn({ err: error }, 'the archive did not answer');
        void sendRefusal(
          reply as Parameters<typeof sendRefusal>[0],
          new Refusal('unavailable', 'The archive does not answer just now.', { retryAfter: 1 }),
          origin,
        );
      },
    },
  });
}
