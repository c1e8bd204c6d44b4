import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  type ArchiveDataset,
  archiveDatasets,
  mostRecords,
  pagesPerBlock,
  protocolVersion,
} from '#schema/records/protocol.ts';
import { archivePath, documentPath, schemaPath } from './archive.ts';
import { ReaderFailure } from './failure.ts';
import { blocksOf, type MirrorFolder, pagesOf } from './folder.ts';
import { readBlock, readManifest } from './manifest.ts';
import { someMirrorsIn } from './mirrors.ts';
import { readPage } from './page.ts';
import { type LoadedState, loadState } from './state.ts';
import { readHere } from './update.ts';

export interface ServeOptions {
  host?: string;
  /** 0, unless given: any that is free. */
  port?: number;
  /** Which mirror, where the directory holds several. */
  origin?: string | undefined;
}

export interface Served {
  /** Where it listens. */
  address: string;
  /** Whose archive it shows. */
  origin: string;
  close(): Promise<void>;
}

/** Serves a mirror as the archive it mirrors (8.1, 8.3, 8.6): the bytes received, after one more look at their hashes. */
export async function serveMirror(directory: string, options: ServeOptions = {}): Promise<Served> {
  const [mirror, ...more] = await someMirrorsIn(directory, options.origin);
  if (!mirror || more.length > 0)
    throw new ReaderFailure('absent', 'This directory holds mirrors of several origins; say which with --origin.');
  const app = openMirror(mirror.folder);
  const address = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  return { address, origin: mirror.origin, close: () => app.close() };
}

/** What is refused, as a problem document (1.3). */
class Problem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

function openMirror(folder: MirrorFolder): FastifyInstance {
  const app: FastifyInstance = fastify({ forceCloseConnections: true });
  const current = stateReader(folder);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' });
  });
  app.setErrorHandler((thrown, _request, reply) => sendProblem(reply, thrown));
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new Problem(404, 'not_found', 'There is nothing here.')),
  );

  const serve = (path: string, bytesOf: (state: LoadedState, query: URLSearchParams) => Promise<Buffer> | Buffer) =>
    app.get(path, async (request, reply) => {
      const query = new URL(request.url, 'http://mirror').searchParams;
      const state = await current();
      try {
        return send(request, reply, await bytesOf(state, query));
      } catch (thrown) {
        // A recheck may have taken the files of this state away meanwhile; those of the next are there.
        const next = await current();
        if (next.checkpoint.text === state.checkpoint.text) throw thrown;
        return send(request, reply, await bytesOf(next, query));
      }
    });
  serve(documentPath, ({ protocol }) => Buffer.from(protocol.text));
  serve(schemaPath, ({ schema }) => Buffer.from(schema.text));
  serve(`${archivePath}/checkpoint`, ({ checkpoint }) => Buffer.from(checkpoint.text));
  serve(`${archivePath}/manifest`, (state, query) => {
    const dataset = datasetOf(state, query);
    const block = query.get('block');
    return block === null
      ? manifestBytes(folder, state, dataset)
      : blockBytes(folder, state, dataset, whole(block, 'block'));
  });
  serve(archivePath, (state, query) => {
    const limit = query.get('limit') ?? String(mostRecords);
    if (limit !== String(mostRecords))
      throw new Problem(400, 'input.invalid', `A mirror keeps pages as it received them: limit is ${mostRecords}.`);
    return pageBytes(folder, state, datasetOf(state, query), whole(query.get('after') ?? '0', 'after'));
  });
  app.get('/health', async (_request, reply) => {
    await current();
    return reply.header('content-type', 'application/json; charset=utf-8').send('{"status":"ok"}');
  });
  return app;
}

/** The state as it stands, read again only when its file is another. */
function stateReader(folder: MirrorFolder): () => Promise<LoadedState> {
  let known: { stamp: string; state: LoadedState } | undefined;
  return async () => {
    const { ino, mtimeMs, size } = await stat(folder.state);
    const stamp = `${ino} ${mtimeMs} ${size}`;
    if (known?.stamp !== stamp) {
      const state = await loadState(folder);
      if (!state) throw new Problem(503, 'unavailable', 'The mirror is not there just now.');
      known = { stamp, state };
    }
    return known.state;
  };
}

function datasetOf({ datasets }: LoadedState, query: URLSearchParams): ArchiveDataset {
  const dataset = archiveDatasets.find((one) => one === query.get('dataset'));
  if (!dataset) throw new Problem(400, 'input.invalid', `dataset is one of ${archiveDatasets.join(', ')}.`);
  if (!datasets.includes(dataset)) throw new Problem(404, 'not_found', `This mirror keeps no ${dataset}.`);
  return dataset;
}

function whole(text: string, name: string): number {
  const number = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Problem(400, 'cursor.invalid', `${name} is a whole number.`);
}

async function kept<Read>(file: string, read: (bytes: Buffer) => Read): Promise<{ bytes: Buffer; read: Read }> {
  const found = await readHere(file, (bytes) => ({ bytes, read: read(bytes) }));
  if (!found) throw new Problem(503, 'unavailable', 'This part of the mirror is damaged.');
  return found;
}

const manifestOf = (folder: MirrorFolder, { signed }: LoadedState, dataset: ArchiveDataset) => {
  const line = signed.lines[dataset];
  return kept(folder.manifest(dataset, line.root), (bytes) => readManifest(bytes, dataset, line));
};

const manifestBytes = async (folder: MirrorFolder, state: LoadedState, dataset: ArchiveDataset) =>
  (await manifestOf(folder, state, dataset)).bytes;

async function blockOf(folder: MirrorFolder, state: LoadedState, dataset: ArchiveDataset, index: number) {
  const manifest = await manifestOf(folder, state, dataset);
  const expected = blocksOf(manifest.read)[index];
  if (!expected) throw new Problem(404, 'not_found', `There is no block ${index} of ${dataset}.`);
  return kept(folder.block(expected), (bytes) => readBlock(bytes, expected));
}

const blockBytes = async (folder: MirrorFolder, state: LoadedState, dataset: ArchiveDataset, index: number) =>
  (await blockOf(folder, state, dataset, index)).bytes;

async function pageBytes(
  folder: MirrorFolder,
  state: LoadedState,
  dataset: ArchiveDataset,
  after: number,
): Promise<Buffer> {
  const { pages } = state.signed.lines[dataset];
  const number = after / mostRecords;
  // Past the end there is an empty page (1.9), and the first of an empty dataset is one.
  if (number >= pages) return Buffer.from(emptyPage(dataset, after));
  if (!Number.isInteger(number))
    throw new Problem(
      400,
      'cursor.invalid',
      `A mirror keeps pages as it received them: after is a multiple of ${mostRecords}.`,
    );
  const block = await blockOf(folder, state, dataset, Math.floor(number / pagesPerBlock));
  const expected = pagesOf(block.read, pages)[number % pagesPerBlock];
  if (!expected) throw new Problem(503, 'unavailable', 'This part of the mirror is damaged.');
  return (await kept(folder.page(expected), (bytes) => readPage(bytes, expected))).bytes;
}

const emptyPage = (dataset: ArchiveDataset, after: number) =>
  `{"version":"${protocolVersion}","dataset":"${dataset}","after":${after},"records":[],"gone":[],"nextCursor":null,"sha256":"${createHash('sha256').update('[]').digest('hex')}"}`;

function send(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  void reply.headers({ etag, 'cache-control': 'public, no-cache' });
  const named: readonly string[] = request.headers['if-none-match']?.match(/"[^"]*"|\*/g) ?? [];
  if (named.includes(etag) || named.includes('*')) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
}

/** Whatever failed, a caller learns no path and no stack. */
function sendProblem(reply: FastifyReply, thrown: unknown): FastifyReply {
  const { status, code, message } =
    thrown instanceof Problem ? thrown : new Problem(503, 'unavailable', 'The mirror cannot be read just now.');
  const title = { 400: 'Bad Request', 404: 'Not Found' }[status] ?? 'Service Unavailable';
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify({ type: 'about:blank', title, status, detail: message, code }));
}
