import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/**
 * Refuses a call to another host or from another site (9): a page that makes its own name resolve to this machine sends that
 * name as Host and its site as Origin. What came in over loopback may name loopback, on the port that listens, and may come from a page
 * of this machine, such as an inspector's.
 */
export function refuseForeign({ host, headers, raw: { socket } }: FastifyRequest, origin: string): void {
  const isLocal = loopbackAddress.test(socket.localAddress ?? '');
  const named = urlOf(`http://${host}`);
  const isOwnHost =
    named !== undefined &&
    // An address that names its scheme's own port, and one that names none, are the same.
    (urlOf(`${new URL(origin).protocol}//${host}`)?.origin === origin ||
      (isLocal && loopbackNames.has(named.hostname) && Number(named.port || 80) === socket.localPort));
  if (!isOwnHost) throw new Refusal('origin.foreign', 'The Host header names another host.');

  if (headers.origin === undefined || headers.origin === origin) return;
  const site = urlOf(headers.origin);
  if (!(isLocal && site?.origin === headers.origin && loopbackNames.has(site.hostname)))
    throw new Refusal('origin.foreign', 'The Origin header names another site.');
}
