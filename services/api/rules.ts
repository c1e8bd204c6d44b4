import type { FastifyInstance } from 'fastify';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { ruleOf, rules } from '#domain/refusals/rules.ts';
import { refuseFields } from '#domain/text/input.ts';
import { protocolVersion as version } from '#schema/records/protocol.ts';
import { Representation } from '#services/http/representation.ts';
import { sendRead } from './context.ts';

/** Every rule and every refusal code (2). */
export function rulesDocument(origin: string) {
  return {
    version,
    notes: [
      `The terms for people at ${origin}/terms are authoritative; this document explains them to programs.`,
      'It is decision support: it authorises nothing and proves no operator’s consent. Identity, visibility, maintenance and limits are checked again when an act runs.',
    ],
    rules,
    refusals: Object.entries(refusalKinds).map(([code, { status, title, rule }]) => ({ code, status, title, rule })),
  };
}

/** `GET /.well-known/morrowkin-rules.json` and `GET /rules?action=` (2). */
export function answerRules(app: FastifyInstance, origin: string): void {
  const whole = Representation.ofJson(rulesDocument(origin));
  app.get('/.well-known/morrowkin-rules.json', (request, reply) => sendRead(request, reply, whole));
  app.get<{ Querystring: Record<string, string | string[]> }>('/api/community/rules', (request, reply) => {
    const { action } = request.query;
    if (Array.isArray(action)) refuseFields([{ field: 'action', message: 'is given more than once' }]);
    return sendRead(
      request,
      reply,
      action === undefined ? whole : Representation.ofJson({ version, ...ruleOf(action) }),
    );
  });
}
