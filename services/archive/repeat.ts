import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeptAnswers } from '#services/http/kept-answers.ts';
import { type Coding, chosenCoding, namesTag, type Representation } from '#services/http/representation.ts';
import type { Moment } from './publication.ts';

/** An answer as it left in one coding: header fields one after the other, as Node writes them fastest. */
interface Sent {
  etag: string;
  fields: string[];
  fieldsUnchanged: string[];
}

interface Known {
  stampOf: (moment: Moment) => string;
  sent: Map<Coding, Sent>;
}

const ofThisCall = /^ratelimit/;
const ofTheBody = /^content-(type|length|encoding)$/;

/** Sends an answer that was sent before and is kept once more, with the same bytes and header fields, where it still is right. */
export class Repeats {
  readonly #kept: KeptAnswers;
  readonly #moment: () => Promise<Moment>;
  /** Goes with what is kept. */
  readonly #known = new WeakMap<Representation, Known>();

  constructor(kept: KeptAnswers, moment: () => Promise<Moment>) {
    this.#kept = kept;
    this.#moment = moment;
  }

  /** Notes the reply that this answer has just left by. What `stampOf` says must follow from the moment alone. */
  note(reply: FastifyReply, representation: Representation, stampOf: (moment: Moment) => string): void {
    if (reply.statusCode !== 200 || reply.request.method !== 'GET') return;
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !ofThisCall.test(name));
    const flat = (entries: typeof headers) => entries.flatMap(([name, value]) => [name, String(value)]);
    const coding = (reply.getHeader('content-encoding') ?? 'identity') as Coding;
    const known = this.#known.get(representation) ?? { stampOf, sent: new Map<Coding, Sent>() };
    known.sent.set(coding, {
      etag: representation.etag(coding),
      fields: flat(headers),
      fieldsUnchanged: flat(headers.filter(([name]) => !ofTheBody.test(name))),
    });
    this.#known.set(representation, known);
  }

  /** Answers the call if that can be done by repeating, and says whether it was. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { method, url = '', headers } = request.raw;
    const answer = method === 'GET' ? this.#kept.find(url) : undefined;
    const known = answer && this.#known.get(answer.representation);
    const coding = chosenCoding(headers['accept-encoding']);
    const sent = known?.sent.get(coding);
    const bytes = answer?.representation.held(coding);
    if (!sent || !bytes || known?.stampOf(await this.#moment()) !== answer?.stamp) return false;
    const unchanged = namesTag(headers['if-none-match'], sent.etag);
    const fields = unchanged ? sent.fieldsUnchanged : sent.fields;
    const limit = reply.hasHeader('ratelimit') ? ['ratelimit-policy', 'ratelimit'] : [];
    reply.hijack();
    const all =
      limit.length === 0 ? fields : [...fields, ...limit.flatMap((name) => [name, String(reply.getHeader(name))])];
    reply.raw.writeHead(unchanged ? 304 : 200, all).end(unchanged ? undefined : bytes);
    return true;
  }
}
