import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Refusal, toProblem } from '#domain/refusals/refusal.ts';
import { readJsonBodies } from './body.ts';
import { answerProblems, type Explain, refusalOrDefect, type Show, sendRefusal } from './problem.ts';

export interface HttpOptions {
  /** PUBLIC_ORIGIN, for the addresses in problem documents. */
  origin: string;
  logger: FastifyBaseLogger;
  /** TRUST_PROXY: whose X-Forwarded-For to believe; a number is that of the proxies in front. */
  trustProxy: boolean | number | string[];
  explain?: Explain;
  /** How people are shown what programs get as a problem document. */
  show?: Show;
}

// Answers are data; a service that sends pages sets its own policy over these.
const careful = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** A Fastify application with the manners that every HTTP service of the institution shares: problem documents, JSON bodies, CORS and careful headers (1.3, 1.7, 1.10). */
export function openHttp({
  origin,
  logger,
  trustProxy,
  explain = (thrown) => thrown,
  show = () => undefined,
}: HttpOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    // A call that came in time is answered, in our form, while the service ends.
    return503OnClosing: false,
    // Nothing that is put in waits for anything: what takes long is a busy machine, and a time-out would hide what really failed.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (thrown, request, reply) => sendRefusal(reply, refusalOrDefect(thrown, request, explain), origin),
    // Node would refuse a call without a host in words of its own, which are none.
    http: { requireHostHeader: false },
    clientErrorHandler: (_thrown, socket) => refuseMalformed(socket, origin),
  });
  answerProblems(app, origin, explain, show);
  readJsonBodies(app);

  const overTls = origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    void reply.headers({ ...careful, ...overTls });
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw new Refusal('query.invalid', 'A request names its host.');
  });
  // An expectation other than 100-continue; left to Node it is a 417 without a word.
  app.server.on('checkExpectation', ({ socket }: IncomingMessage) => refuseMalformed(socket, origin));

  // Any origin may read and act with a bearer token; none with a cookie, since credentials are never allowed (1.10).
  void app.register(cors, {
    origin: '*',
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PATCH'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', '*'],
    exposedHeaders: ['ETag', 'Location', 'Link', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'],
    maxAge: 86_400,
  });
  return app;
}

/** What is not even HTTP has no request to answer, only a socket. */
function refuseMalformed(socket: Socket, origin: string): void {
  if (socket.destroyed || !socket.writable) return;
  const problem = JSON.stringify(
    toProblem(new Refusal('query.invalid', 'The request is not well-formed HTTP.'), origin),
  );
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(problem)}\r\nConnection: close\r\n\r\n${problem}`,
  );
}
