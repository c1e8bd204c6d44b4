import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals/refusal.ts';

/** 256 KiB (1.7). */
export const mostBodyBytes = 256 * 1024;

// A caller that is cut off in the middle of sending never reads why: what is too large is read to its end, within reason, and thrown away.
const mostDrainedBytes = 16 * 1024 * 1024;

// Far above any input of ours; whatever walks the value must not run out of stack.
const mostDepth = 64;

const jsonType = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i;

/** The JSON value of a request's body, or undefined for an empty one; else a refusal. */
async function readJson(headers: IncomingHttpHeaders, payload: Readable): Promise<unknown> {
  const bytes = await readBytes(payload);
  if (bytes.length === 0) return undefined;
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new Refusal('query.invalid', 'The body must be sent without a Content-Encoding.');
  if (!jsonType.test(headers['content-type'] ?? ''))
    throw new Refusal('query.invalid', 'The body must be JSON, sent as Content-Type: application/json.');
  const text = decoded(bytes);
  if (isDeeperThan(mostDepth, text))
    throw new Refusal('query.invalid', `The body is nested deeper than ${mostDepth} levels.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('query.invalid', 'The body is not well-formed JSON.');
  }
}

/** The fields of a form's body; else a refusal. */
export async function readForm(payload: Readable): Promise<URLSearchParams> {
  return new URLSearchParams(decoded(await readBytes(payload)));
}

/** Every body of this application is read as JSON; a bad one is refused before its handler. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) => readJson(request.headers, payload));
}

/** A body as it came: a JSON value, or what is wrong with it. */
export type Body = { value: unknown } | { fault: Refusal };

/** What is wrong with a body is kept for its handler, which counts the call first (1.7) or has a form of its own for it; only one that is too large is refused before. */
export function keepBodyFaults(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable): Promise<Body> => {
    try {
      return { value: await readJson(request.headers, payload) };
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.code !== 'body.too_large') return { fault: thrown };
      throw thrown;
    }
  });
}

async function readBytes(payload: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostDrainedBytes) break;
    if (length <= mostBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (length > mostBodyBytes) throw new Refusal('body.too_large', `A body takes at most ${mostBodyBytes} bytes.`);
  return Buffer.concat(chunks, length);
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('query.invalid', 'The body is not UTF-8.');
  }
}

function isDeeperThan(most: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      if (++depth > most) return true;
    } else if (character === ']' || character === '}') depth--;
  }
  return false;
}
