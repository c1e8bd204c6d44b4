import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { ReaderFailure } from './failure.ts';

/** How a remote archive is asked. Times are in milliseconds. */
export interface Manners {
  /** For one answer, from the question to the last byte. */
  timeout: number;
  /** What an archive may make the reader wait in all, for one answer. */
  patience: number;
  /** The shortest pause between two tries; each further one is twice as long. */
  pause: number;
}

export const usualManners: Manners = { timeout: 60_000, patience: 600_000, pause: 1000 };

/** Tries after which a failing archive is let alone. */
const tries = 5;
const mostRedirects = 3;
// Taken for a pause too long to be meant; what a timer can hold is not much more.
const longestWait = 86_400_000;

export interface Answer {
  bytes: Buffer;
  etag: string | undefined;
}

interface Question {
  /** Bytes of the answer at most, after decompression. */
  most: number;
  etag?: string | undefined;
  signal: AbortSignal;
}

/** What may be different at the next try: no answer, a broken one, or one that says "later". */
class Passing extends Error {
  readonly failure: ReaderFailure;
  readonly retryAfter: number | undefined;

  constructor(failure: ReaderFailure, retryAfter?: number) {
    super(failure.message);
    this.failure = failure;
    this.retryAfter = retryAfter;
  }
}

/** An archive somewhere else, asked with patience and believed in nothing: answers are bounded in time and size, and no other host is followed. */
export class Remote {
  readonly address: string;
  readonly #manners: Manners;
  /** Until when (of performance.now) the archive asked to be let alone; it asks every request, not one. */
  #notBefore = 0;
  #requests = 0;

  constructor(address: string, manners: Manners) {
    this.address = address;
    this.#manners = manners;
  }

  /** Requests sent so far, repeated ones included. */
  get requests(): number {
    return this.#requests;
  }

  /** The answer to a GET, or undefined where the archive says that `etag` still names it. */
  async get(path: string, question: Question): Promise<Answer | undefined> {
    let waited = 0;
    const pause = async (milliseconds: number, failure: ReaderFailure) => {
      waited += milliseconds;
      if (waited > this.#manners.patience) throw failure;
      await wait(milliseconds, undefined, { signal: question.signal });
    };
    for (let failed = 0; ; ) {
      const quiet = this.#notBefore - performance.now();
      if (quiet > 0) await pause(quiet, busy(quiet));
      try {
        return await this.#ask(new URL(path, this.address), question);
      } catch (thrown) {
        question.signal.throwIfAborted();
        if (!(thrown instanceof Passing)) throw thrown;
        if (thrown.retryAfter !== undefined) {
          // Not counted as a failure: it is the archive's wish, and patience bounds it.
          this.#notBefore = Math.max(this.#notBefore, performance.now() + thrown.retryAfter);
          continue;
        }
        failed++;
        if (failed === tries) throw thrown.failure;
        await pause(this.#manners.pause * 2 ** (failed - 1), thrown.failure);
      }
    }
  }

  async #ask(url: URL, question: Question, redirects = 0): Promise<Answer | undefined> {
    const end = new AbortController();
    const stop = () => end.abort();
    question.signal.throwIfAborted();
    question.signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(stop, this.#manners.timeout);
    try {
      this.#requests++;
      const headers: Record<string, string> = {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'morrowkin-reader/1',
      };
      if (question.etag !== undefined) headers['if-none-match'] = question.etag;
      const response = await request(url, { headers, signal: end.signal });
      if (response.statusCode === 200) return { bytes: await bounded(response, question.most), etag: tagOf(response) };
      await response.body.dump();
      if (response.statusCode === 304 && question.etag !== undefined) return undefined;
      if (response.statusCode >= 300 && response.statusCode < 400)
        return await this.#ask(this.#redirected(response, url, redirects), question, redirects + 1);
      throw refused(response);
    } catch (thrown) {
      if (thrown instanceof ReaderFailure || thrown instanceof Passing) throw thrown;
      if (end.signal.aborted)
        throw new Passing(new ReaderFailure('slow', `The archive took longer than ${seconds(this.#manners.timeout)}.`));
      throw new Passing(
        new ReaderFailure('unreachable', 'The archive cannot be reached, or the connection broke before the end.'),
      );
    } finally {
      clearTimeout(timer);
      question.signal.removeEventListener('abort', stop);
    }
  }

  #redirected(response: Response, from: URL, redirects: number): URL {
    const location = headerOf(response, 'location') ?? '';
    const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
    if (to?.origin !== this.address || to.username !== '' || to.password !== '')
      throw new ReaderFailure('refused', 'The archive redirects to another host, which is not followed.');
    if (redirects === mostRedirects) throw new ReaderFailure('refused', 'The archive redirects without end.');
    return to;
  }
}

type Response = Dispatcher.ResponseData;

/** A header field that is there once. */
const headerOf = ({ headers }: Response, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Reads a body no further than it may be long: what is declared is not believed, and compression can hide anything. */
async function bounded(response: Response, most: number): Promise<Buffer> {
  const tooLong = () =>
    new ReaderFailure('refused', `The archive answers with more than ${most} bytes where less must do.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop ends the answer.
    if (size > most) throw tooLong();
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, size);
  const coding = headerOf(response, 'content-encoding') ?? 'identity';
  if (coding === 'identity') return bytes;
  if (coding !== 'gzip') throw new ReaderFailure('failing', 'The archive answers in a coding that was not asked for.');
  try {
    return await unpacked(bytes, most);
  } catch (thrown) {
    throw (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLong() : thrown;
  }
}

// A page is unpacked sooner than another thread could be asked to, and into one piece.
const aPage = 256 * 1024;

function unpacked(bytes: Buffer, most: number): Buffer | Promise<Buffer> {
  const options = { maxOutputLength: most, chunkSize: aPage };
  return bytes.length > aPage ? promisify(gunzip)(bytes, options) : gunzipSync(bytes, options);
}

function tagOf(response: Response): string | undefined {
  const tag = headerOf(response, 'etag') ?? '';
  return /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(tag) ? tag : undefined;
}

/** What an answer other than 200 and 304 means. */
function refused(response: Response): Error {
  const { statusCode: status } = response;
  const failure = new ReaderFailure('failing', `The archive answers with status ${status}.`);
  const retryAfter = retryAfterOf(headerOf(response, 'retry-after'));
  if (status === 429 || status === 503) return new Passing(failure, retryAfter);
  return status >= 500 || status === 408 ? new Passing(failure) : failure;
}

/** Retry-After in milliseconds: seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), longestWait);
}

const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1000)} s`;
const busy = (quiet: number) =>
  new ReaderFailure(
    'busy',
    `The archive asks to be let alone for ${seconds(quiet)}, which is longer than may be waited.`,
  );
