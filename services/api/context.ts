import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runner } from '#domain/acts/run.ts';
import type { PrismaClient } from '#prisma/client.ts';
import type { Database } from '#prisma/database.ts';
import type { Context } from '#schema/context.ts';
import { allowanceHeaders } from '#services/http/allowance.ts';
import { type Representation, sendPrivate, sendPublic } from '#services/http/representation.ts';
import type { Identity } from './authenticate.ts';
import { setSession } from './session-cookie.ts';
import type { VisitorAnswers } from './visitors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, known before the body is read. */
    identity: Identity;
  }
}

/** What every request shares. */
export interface Parts {
  origin: string;
  database: Database;
  /** Where visitors' answers are read from: the same, or a replica of it (11.4). */
  reading: Database;
  prisma: PrismaClient;
  runner: Runner;
  visitors: VisitorAnswers;
}

/** What resolvers have at hand for one request; what they tell goes into the reply's headers (1.4, 1.7). */
export const contextOf = (parts: Parts, request: FastifyRequest, reply: FastifyReply): Context => ({
  ...parts,
  ...request.identity,
  address: request.ip,
  onAllowance: (allowance) => void reply.headers(allowanceHeaders('writes', allowance)),
  onSession: (secret) => void reply.header('set-cookie', setSession(secret, parts.origin)),
});

/** The same for a read of a visitor, who is answered alike by whichever server the answers come from. */
export const visitorContextOf = (parts: Parts, request: FastifyRequest, reply: FastifyReply): Context => ({
  ...contextOf(parts, request, reply),
  database: parts.reading,
});

/** Answers a read: anyone's alike to visitors, kept by nobody for whoever showed a credential (1.10). */
export async function sendRead(
  request: FastifyRequest,
  reply: FastifyReply,
  read: Representation,
): Promise<FastifyReply> {
  return request.identity.viewer ? sendPrivate(reply, read) : sendPublic(request, reply, read);
}
