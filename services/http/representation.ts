import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** JSON as we send it. */
export const jsonType = 'application/json; charset=utf-8';

const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** How each coding is made, and up to which size it is made on the spot: handing bytes to another thread costs more than packing a page. */
const packing = {
  br: {
    onTheSpot: 16 * 1024,
    here: brotliCompressSync,
    elsewhere: promisify<Buffer, BrotliOptions, Buffer>(brotliCompress),
    options: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  },
  gzip: {
    onTheSpot: 256 * 1024,
    here: gzipSync,
    elsewhere: promisify<Buffer, ZlibOptions, Buffer>(gzip),
    // A third of the usual level's time for a tenth more bytes: a walk through the archive packs all of it.
    options: { level: 3 },
  },
};

function pack(bytes: Buffer, coding: 'br' | 'gzip'): Buffer | Promise<Buffer> {
  const { onTheSpot, here, elsewhere, options } = packing[coding];
  return (bytes.length > onTheSpot ? elsewhere : here)(bytes, options);
}

/** The bytes of a public answer, with a strong entity tag for each coding; made once in each coding that is asked for, so it can be kept and sent again. */
export class Representation {
  readonly contentType: string;
  /** Never empty: each can be made from any other. */
  readonly #held = new Map<Coding, Buffer>();
  readonly #making = new Map<Coding, Promise<Buffer>>();
  #askedPlain = false;
  #digest: string | undefined;

  constructor(contentType: string, bytes: Buffer) {
    this.contentType = contentType;
    this.#held.set('identity', bytes);
  }

  static ofText(text: string, contentType = jsonType): Representation {
    return new Representation(contentType, Buffer.from(text));
  }

  static ofJson(value: unknown): Representation {
    return Representation.ofText(JSON.stringify(value));
  }

  /** In no coding. */
  get bytes(): Buffer {
    const gzipped = this.#held.get('gzip');
    return (
      this.#held.get('identity') ?? (gzipped ? gunzipSync(gzipped) : brotliDecompressSync(this.#held.get('br') ?? ''))
    );
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

  /** In this coding, if that was made. */
  held(coding: Coding): Buffer | undefined {
    return this.#held.get(coding);
  }

  async inCoding(coding: Coding): Promise<Buffer> {
    if (coding === 'identity') this.#askedPlain = true;
    return this.#held.get(coding) ?? this.#making.get(coding) ?? this.#make(coding);
  }

  async #make(coding: Coding): Promise<Buffer> {
    const made = coding === 'identity' ? this.bytes : pack(this.bytes, coding);
    if (made instanceof Promise) this.#making.set(coding, made);
    const bytes = await made;
    this.#held.set(coding, bytes);
    this.#making.delete(coding);
    return bytes;
  }

  /** Gives up the bytes in no coding where they are not asked for and a coding is there. */
  slim(): void {
    if (this.#askedPlain || this.#held.size < 2) return;
    this.etag('identity');
    this.#held.delete('identity');
  }

  /** Bytes held in memory, in all codings. */
  get heldBytes(): number {
    return [...this.#held.values()].reduce((sum, { length }) => sum + length, 0);
  }

  equals(other: Representation): boolean {
    return this.etag('identity') === other.etag('identity');
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
