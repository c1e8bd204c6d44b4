import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';
import { type FeedOf, feedDatasets, feedFormNames, feedPath } from '#schema/records/feeds.ts';
import type { PublicationReader } from '../publication.ts';
import type { Resource } from '../resource.ts';
import { archivedFeedResource, feedResource } from './resources.ts';

const numberForm = /^[1-9][0-9]{0,11}$/;

/** Every feed in every form, and the archived ones (8.7). */
export function feedRoutes(
  app: FastifyInstance,
  publication: PublicationReader,
  origin: string,
  send: (request: FastifyRequest, reply: FastifyReply, resource: Resource) => Promise<FastifyReply>,
): void {
  for (const form of feedFormNames) {
    for (const of of ['site', ...feedDatasets] satisfies FeedOf[]) {
      const feed = feedResource(publication, origin, of, form);
      app.get(feedPath(of, form), (request, reply) => send(request, reply, feed));
    }
    for (const of of feedDatasets) {
      app.get<{ Params: { number: string } }>(`/feeds/${of}/archive/:number.${form}`, (request, reply) => {
        const { number } = request.params;
        if (!numberForm.test(number)) throw new Refusal('not_found');
        return send(request, reply, archivedFeedResource(publication, origin, of, form, Number(number)));
      });
    }
  }
}
