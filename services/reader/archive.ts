import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, pagesPerBlock } from '#schema/records/protocol.ts';
import { type Checkpoint, type DatasetLine, readCheckpoint } from './checkpoint.ts';
import { mismatch, ReaderFailure } from './failure.ts';
import { type ExpectedBlock, readBlock, readManifest } from './manifest.ts';
import { originOf } from './origin.ts';
import { type ExpectedPage, readPage } from './page.ts';
import type { Answer, Remote } from './remote.ts';
import { isJson, isProtocolDocument, type Page, type ProtocolDocument, readShape } from './shapes.ts';

const kibibyte = 1024;
// A page of the longest records that 1.11 admits is 7 MiB long.
const largest = { document: 1024 * kibibyte, checkpoint: 64 * kibibyte, page: 16 * 1024 * kibibyte };
const entryBytes = 256;

export const documentPath = '/.well-known/morrowkin-protocol.json';
export const schemaPath = '/.well-known/morrowkin-record.schema.json';
export const archivePath = '/api/community/archive';

/** Bytes as received, with what was read in them. */
export interface Received<Read> {
  bytes: Buffer;
  read: Read;
}

/** The documents of one archive (8), each held against what is already believed before it is returned. */
export class RemoteArchive {
  readonly #remote: Remote;
  readonly #signal: AbortSignal;

  constructor(remote: Remote, signal: AbortSignal) {
    this.#remote = remote;
    this.#signal = signal;
  }

  get address(): string {
    return this.#remote.address;
  }

  /** Discovery (8.6); undefined where `etag` still names the document. */
  async protocol(etag?: string): Promise<(Answer & { read: ProtocolDocument }) | undefined> {
    const answer = await this.#ask(documentPath, largest.document, etag);
    return answer && { ...answer, read: readProtocolDocument(answer.bytes) };
  }

  schema(etag?: string): Promise<Answer | undefined> {
    return this.#ask(schemaPath, largest.document, etag);
  }

  /** Undefined where `etag` still names the checkpoint, so that nothing at all has changed. */
  async checkpoint(etag?: string): Promise<(Answer & { read: Checkpoint }) | undefined> {
    const answer = await this.#ask(`${archivePath}/checkpoint`, largest.checkpoint, etag);
    return answer && { ...answer, read: readCheckpoint(answer.bytes) };
  }

  async manifest(dataset: ArchiveDataset, line: DatasetLine): Promise<Received<Manifest>> {
    const most = largest.checkpoint + Math.ceil(line.pages / pagesPerBlock) * entryBytes;
    const bytes = await this.#bytes(`${archivePath}/manifest?dataset=${dataset}`, most);
    return { bytes, read: readManifest(bytes, dataset, line) };
  }

  async block(expected: ExpectedBlock): Promise<Received<ManifestBlock>> {
    const path = `${archivePath}/manifest?dataset=${expected.dataset}&block=${expected.index}`;
    const bytes = await this.#bytes(path, largest.checkpoint);
    return { bytes, read: readBlock(bytes, expected) };
  }

  async page(expected: ExpectedPage): Promise<Received<Page>> {
    const bytes = await this.#bytes(`${archivePath}?dataset=${expected.dataset}&after=${expected.after}`, largest.page);
    return { bytes, read: readPage(bytes, expected) };
  }

  #ask(path: string, most: number, etag?: string): Promise<Answer | undefined> {
    return this.#remote.get(path, { most, etag, signal: this.#signal });
  }

  async #bytes(path: string, most: number): Promise<Buffer> {
    const answer = await this.#ask(path, most);
    // 304 is an answer to a condition only, and none was set.
    if (answer === undefined)
      throw new ReaderFailure('failing', 'The archive answers 304 where nothing was conditional.');
    return answer.bytes;
  }
}

/** Whether the archive is where version 1 has it, under the origin of the document itself. */
const isPlaced = (document: ProtocolDocument, origin: string) =>
  document.export.address === `${origin}${archivePath}` &&
  document.addresses.checkpoint === `${origin}${archivePath}/checkpoint`;

/** Reads a protocol document, and refuses one whose archive is not where version 1 has it (8.1). */
export function readProtocolDocument(bytes: Buffer): ProtocolDocument {
  const document = readShape(bytes, isProtocolDocument);
  // What begins as it should may have been cut off; what does not is something else.
  if (!document && bytes[0] === '{'.charCodeAt(0) && !isJson(bytes)) mismatch('The protocol document is cut off.');
  if (!document) throw new ReaderFailure('refused', 'There is no protocol document of version 1 at this address.');
  const origin = originOf(document.origin);
  if (origin === undefined || !isPlaced(document, origin))
    throw new ReaderFailure(
      'refused',
      'The protocol document does not say where its archive is, or says it of another host.',
    );
  return { ...document, origin };
}
