import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';
import { isAway } from '#prisma/sqlstate.ts';
import { pageSchema } from '#schema/records/envelope.ts';
import { openHttp } from '#services/http/manners.ts';
import { ReadLimit } from '#services/http/read-limit.ts';
import { Representation, sendPublic } from '#services/http/representation.ts';
import { archiveAddresses } from './addresses.ts';
import { pageText } from './page.ts';
import { placeOf } from './place.ts';
import { protocolDocument } from './protocol-document.ts';
import type { PublicationReader } from './publication.ts';

export interface ArchiveOptions {
  /** PUBLIC_ORIGIN: the published addresses begin with it, never with what a request says (1.2). */
  origin: string;
  publication: PublicationReader;
  logger: FastifyBaseLogger;
  trustProxy: boolean | number | string[];
  /** Reads a minute and address, 0 for no limit. */
  readLimit: number;
}

const json = 'application/json; charset=utf-8';

const representation = (contentType: string, text: string) => new Representation(contentType, Buffer.from(text));

const explain = (thrown: unknown) =>
  isAway(thrown) ? new Refusal('unavailable', undefined, { retryAfter: 1 }) : thrown;

/** The archive (8): public pages of the publication, their schema and the protocol document. */
export function openArchive({ origin, publication, logger, trustProxy, readLimit }: ArchiveOptions): FastifyInstance {
  const app = openHttp({ origin, logger, trustProxy, explain });
  const limit = new ReadLimit(readLimit);
  const schema = representation(
    'application/schema+json; charset=utf-8',
    JSON.stringify(pageSchema(`${origin}${archiveAddresses.recordSchema}`)),
  );

  app.get('/health', async (_request, reply) => {
    await publication.settings();
    return reply.header('content-type', json).send('{"status":"ok"}');
  });

  void app.register(async (reads) => {
    reads.addHook('onRequest', async (request, reply) => limit.admit(request.ip, reply));

    reads.get(archiveAddresses.archive, async (request, reply) => {
      const place = placeOf(new URL(request.url, origin).searchParams);
      const page = await publication.page(place.dataset, place.after, place.limit);
      return sendPublic(request, reply, representation(json, pageText(place, page)));
    });
    reads.get(archiveAddresses.recordSchema, (request, reply) => sendPublic(request, reply, schema));
    reads.get(archiveAddresses.protocol, async (request, reply) =>
      sendPublic(
        request,
        reply,
        representation(json, JSON.stringify(protocolDocument(origin, await publication.settings()))),
      ),
    );
  });
  return app;
}
