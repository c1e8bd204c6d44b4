import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const satisfies Record<Exclude<Coding, 'identity'>, (bytes: Buffer) => Promise<Buffer>>;

/** The bytes of a public answer, with a strong entity tag for each coding; compressed once each, so it can be kept and sent again. */
export class Representation {
  readonly contentType: string;
  readonly bytes: Buffer;
  #digest: string | undefined;
  #codedBytes = 0;
  readonly #coded = new Map<Coding, Promise<Buffer>>();

  constructor(contentType: string, bytes: Buffer) {
    this.contentType = contentType;
    this.bytes = bytes;
  }

  static ofText(text: string, contentType = 'application/json; charset=utf-8'): Representation {
    return new Representation(contentType, Buffer.from(text));
  }

  static ofJson(value: unknown): Representation {
    return Representation.ofText(JSON.stringify(value));
  }

  /** Strong: it changes with every byte of the answer and differs between codings (1.10). */
  etag(coding: Coding): string {
    this.#digest ??= createHash('sha256')
      .update(this.contentType)
      .update('\n')
      .update(this.bytes)
      .digest('base64url')
      .slice(0, 27);
    return coding === 'identity' ? `"${this.#digest}"` : `"${this.#digest}-${coding}"`;
  }

  inCoding(coding: Coding): Promise<Buffer> {
    const known = this.#coded.get(coding);
    if (known !== undefined) return known;
    if (coding === 'identity') return Promise.resolve(this.bytes);
    const made = compress[coding](this.bytes).then((bytes) => {
      this.#codedBytes += bytes.length;
      return bytes;
    });
    this.#coded.set(coding, made);
    return made;
  }

  /** Bytes held in memory, those of the codings made so far included. */
  get keptBytes(): number {
    return this.bytes.length + this.#codedBytes;
  }

  equals(other: Representation): boolean {
    return this.contentType === other.contentType && this.bytes.equals(other.bytes);
  }
}

/** The coding that an Accept-Encoding header likes best; between equals br, then gzip. Nothing acceptable means identity (RFC 9110, 12.5.3). */
export function chosenCoding(acceptEncoding: string | undefined): Coding {
  const qualities = new Map<string, number>();
  for (const part of acceptEncoding?.toLowerCase().split(',') ?? []) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = Number(/^q\s*=\s*([\d.]+)$/.exec(parameters.find((one) => one.startsWith('q')) ?? 'q=1')?.[1] ?? 0);
    if (coding !== '') qualities.set(coding === 'x-gzip' ? 'gzip' : coding, Number.isNaN(quality) ? 0 : quality);
  }
  // Identity is acceptable without being named, but less than anything named.
  const qualityOf = (coding: Coding) =>
    qualities.get(coding) ?? qualities.get('*') ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  return codings.reduce(
    (best: Coding, one) =>
      qualityOf(one) > qualityOf(best) ||
      (best === 'identity' && qualityOf(one) === qualityOf(best) && qualityOf(one) > 0)
        ? one
        : best,
    'identity',
  );
}

/** Whether an If-None-Match header names this tag: lists, weak forms and `*` (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === etag);
}

/** Answers a public GET or HEAD: 304 where the caller has these bytes, else 200 in the coding it likes best (1.10). */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
  caching = 'public, no-cache',
): Promise<FastifyReply> {
  const coding = chosenCoding(request.headers['accept-encoding']);
  const etag = representation.etag(coding);
  void reply.headers({
    etag,
    'cache-control': caching,
    vary: [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '),
  });
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  return reply.header('content-type', representation.contentType).send(await representation.inCoding(coding));
}

/** Answers someone who showed a credential: kept by no cache, and not compressed beside a secret (1.10). */
export function sendPrivate(reply: FastifyReply, { contentType, bytes }: Representation): FastifyReply {
  return reply.header('cache-control', 'private, no-store').header('content-type', contentType).send(bytes);
}
