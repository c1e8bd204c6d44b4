import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';
import { isAway } from '#prisma/sqlstate.ts';
import { pageSchema } from '#schema/records/envelope.ts';
import { KeptAnswers } from '#services/http/kept-answers.ts';
import { openHttp } from '#services/http/manners.ts';
import { ReadLimit } from '#services/http/read-limit.ts';
import { jsonType, Representation, sendPublic } from '#services/http/representation.ts';
import { archiveAddresses } from './addresses.ts';
import { feedRoutes } from './feeds/routes.ts';
import type { KeyFile } from './keys.ts';
import { checkpointResource, manifestResource } from './manifest.ts';
import { pageResource } from './page.ts';
import { manifestPlaceOf, placeOf } from './place.ts';
import { protocolResource } from './protocol-document.ts';
import type { PublicationReader } from './publication.ts';
import { Repeats } from './repeat.ts';
import type { Resource } from './resource.ts';
import { apiCatalog, fixed, securityContact } from './well-known.ts';

export interface ArchiveOptions {
  /** PUBLIC_ORIGIN: the published addresses begin with it, never with what a request says (1.2). */
  origin: string;
  publication: PublicationReader;
  keys: KeyFile;
  logger: FastifyBaseLogger;
  trustProxy: boolean | number | string[];
  /** Reads a minute and address, 0 for no limit. */
  readLimit: number;
  /** Memory for answers that were made, in all their codings. */
  keptBytes?: number;
  /** An address to report weaknesses to; the page of contacts unless given. */
  securityContact?: string | undefined;
}

const defaultKeptBytes = 32 * 1024 * 1024;

const explain = (thrown: unknown) =>
  isAway(thrown) ? new Refusal('unavailable', undefined, { retryAfter: 1 }) : thrown;

/** The archive (8): public pages of the publication, its manifest and checkpoint, their schema and the protocol document. */
export function openArchive(options: ArchiveOptions): FastifyInstance {
  const { origin, publication, keys, logger, trustProxy, readLimit, keptBytes = defaultKeptBytes } = options;
  const contact = options.securityContact ?? `${origin}/continuity`;
  const app = openHttp({ origin, logger, trustProxy, explain });
  const limit = new ReadLimit(readLimit);
  const kept = new KeptAnswers(keptBytes);
  const repeats = new Repeats(kept, publication.moment);
  const schema = fixed(
    archiveAddresses.recordSchema,
    Representation.ofText(
      JSON.stringify(pageSchema(`${origin}${archiveAddresses.recordSchema}`)),
      'application/schema+json; charset=utf-8',
    ),
  );
  const catalog = apiCatalog(origin);
  const security = securityContact(origin, contact);

  /** Sends what is right at a moment after the request came and cannot be repeated: kept where the state has not changed since it was made, else made now. */
  async function send<Mark>(
    request: FastifyRequest,
    reply: FastifyReply,
    resource: Resource<Mark>,
  ): Promise<FastifyReply> {
    const moment = await publication.moment();
    const { address } = resource;
    const answer = await kept.answer<Mark>(address, resource.stampOf(moment), (former) =>
      resource.make(moment, former),
    );
    void reply.header('link', linkHeader(origin, { canonical: address, ...resource.links?.(answer) }));
    await sendPublic(request, reply, answer.representation);
    kept.weigh(address, answer.representation);
    if (!resource.signed) repeats.note(reply, answer.representation, resource.stampOf);
    return reply;
  }

  app.get('/health', async (_request, reply) => {
    await publication.moment();
    return reply.header('content-type', jsonType).send('{"status":"ok"}');
  });

  void app.register(async (reads) => {
    reads.addHook('onRequest', async (request, reply) => {
      limit.admit(request.ip, reply);
      if (await repeats.answer(request, reply)) return reply;
    });

    const queryOf = (request: FastifyRequest) => new URL(request.url, origin).searchParams;
    reads.get(archiveAddresses.archive, (request, reply) =>
      send(request, reply, pageResource(publication, placeOf(queryOf(request)))),
    );
    reads.get(archiveAddresses.manifest, (request, reply) =>
      send(request, reply, manifestResource(publication, manifestPlaceOf(queryOf(request)))),
    );
    reads.get(archiveAddresses.checkpoint, async (request, reply) =>
      send(request, reply, checkpointResource(publication, await keys.signer(), origin)),
    );
    for (const resource of [schema, catalog, security]) {
      reads.get(resource.address, (request, reply) => send(request, reply, resource));
    }
    reads.get(archiveAddresses.protocol, async (request, reply) =>
      send(request, reply, protocolResource(origin, await keys.signer())),
    );
    feedRoutes(reads, publication, origin, send);
  });
  return app;
}

function linkHeader(origin: string, links: Record<string, string>): string {
  return Object.entries(links)
    .map(([rel, path]) => `<${origin}${path}>; rel="${rel}"`)
    .join(', ');
}
