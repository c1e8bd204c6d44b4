import type { FastifyReply, FastifyRequest } from 'fastify';
import { coalesced } from '#services/http/coalesced.ts';
import { KeptAnswers } from '#services/http/kept-answers.ts';
import { type Representation, sendPublic } from '#services/http/representation.ts';

/** What visitors are answered, all of them alike, kept as bytes while nothing that they may see has changed (docs/decisions/0081). */
export class VisitorAnswers {
  readonly #version: () => Promise<string>;
  readonly #kept: KeptAnswers;

  /** `version` asks the server that the answers are read from, and moves with everything that they show. */
  constructor(version: () => Promise<string>, mostBytes: number) {
    this.#version = coalesced(version);
    this.#kept = new KeptAnswers(mostBytes);
  }

  /** The answer under this name as it is right after the call; made where none is kept. Undefined, for whoever must not share an answer, is not kept. */
  async answer<Made extends Representation | undefined>(
    name: string,
    make: () => Promise<Made>,
  ): Promise<Representation | Made> {
    // Asked after the request came and before anything is read for it, so that an answer is never older than its stamp.
    const stamp = await this.#version();
    const answer = await this.#kept.answer(name, stamp, async () => {
      const representation = await make();
      return representation && { stamp, representation };
    });
    return answer?.representation as Representation | Made;
  }

  /** Answers a visitor's GET with what every visitor gets under this name. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    make: () => Promise<Representation>,
  ): Promise<FastifyReply> {
    const representation = await this.answer(name, make);
    await sendPublic(request, reply, representation);
    // It may have been compressed for this reply.
    this.#kept.weigh(name, representation);
    return reply;
  }
}
