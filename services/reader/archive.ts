import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, mostRecords, pagesPerBlock } from '#schema/records/protocol.ts';
import { type Checkpoint, type DatasetLine, readCheckpoint } from './checkpoint.ts';
import { isMismatch, mismatch, ReaderFailure, readIfFitting } from './failure.ts';
import { type ExpectedBlock, readBlock, readManifest } from './manifest.ts';
import { originOf } from './origin.ts';
import { type ExpectedPage, readPage } from './page.ts';
import type { Answer, Remote } from './remote.ts';
import { allEnded } from './requests.ts';
import { isJson, isProtocolDocument, type Page, type ProtocolDocument, readShape } from './shapes.ts';

const kibibyte = 1024;
// A page of the longest records that 1.11 admits is 7 MiB long.
const largest = { document: 1024 * kibibyte, checkpoint: 64 * kibibyte, page: 16 * 1024 * kibibyte };
const entryBytes = 256;
const mostEarlyBytes = 64 * 1024 * kibibyte;

export const documentPath = '/.well-known/morrowkin-protocol.json';
export const schemaPath = '/.well-known/morrowkin-record.schema.json';
export const archivePath = '/api/community/archive';

interface Asked {
  path: string;
  /** Bytes of the answer at most. */
  most: number;
}

const manifestPlace = (dataset: ArchiveDataset, { pages }: DatasetLine): Asked => ({
  path: `${archivePath}/manifest?dataset=${dataset}`,
  most: largest.checkpoint + Math.ceil(pages / pagesPerBlock) * entryBytes,
});
const blockPlace = ({ dataset, index }: Pick<ExpectedBlock, 'dataset' | 'index'>): Asked => ({
  path: `${archivePath}/manifest?dataset=${dataset}&block=${index}`,
  most: largest.checkpoint,
});
const pagePlace = ({ dataset, after }: Pick<ExpectedPage, 'dataset' | 'after'>): Asked => ({
  path: `${archivePath}?dataset=${dataset}&after=${after}`,
  most: largest.page,
});

/** What changes with every addition to a dataset: its manifest, the last block and the last page. */
const endOf = (dataset: ArchiveDataset, line: DatasetLine): Asked[] => [
  manifestPlace(dataset, line),
  blockPlace({ dataset, index: Math.floor((line.pages - 1) / pagesPerBlock) }),
  pagePlace({ dataset, after: (line.pages - 1) * mostRecords }),
];

/** Bytes as received, with what was read in them. */
export interface Received<Read> {
  bytes: Buffer;
  read: Read;
}

/** Answers by path, one a path and no more than memory has room for. */
class EarlyAnswers {
  readonly #answers = new Map<string, Buffer>();
  #bytes = 0;

  set(path: string, bytes: Buffer): void {
    this.take(path);
    if (this.#bytes + bytes.length > mostEarlyBytes) return;
    this.#answers.set(path, bytes);
    this.#bytes += bytes.length;
  }

  take(path: string): Buffer | undefined {
    const bytes = this.#answers.get(path);
    if (this.#answers.delete(path)) this.#bytes -= bytes?.length ?? 0;
    return bytes;
  }
}

/** The documents of one archive (8), each held against what is already believed before it is returned. */
export class RemoteArchive {
  readonly #remote: Remote;
  readonly #signal: AbortSignal;
  /** Answers that fitted no checkpoint, by path: they may be ahead of it, and fit the next one. */
  readonly #early = new EarlyAnswers();

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

  /**
   * The checkpoint after `etag`, where there is another, and in the same moment what changes with every addition to these datasets: asked
   * for one after the other, while many write, they would hardly ever belong together.
   */
  async nextCheckpoint(etag: string | undefined, lines: readonly (readonly [ArchiveDataset, DatasetLine])[]) {
    const ends = lines.flatMap(([dataset, line]) => (line.pages > 0 ? endOf(dataset, line) : []));
    const asked = this.checkpoint(etag);
    await allEnded<unknown>([
      asked,
      ...ends.map(async (place) => this.#early.set(place.path, await this.#bytes(place))),
    ]);
    return asked;
  }

  manifest(dataset: ArchiveDataset, line: DatasetLine): Promise<Received<Manifest>> {
    return this.#received(manifestPlace(dataset, line), (bytes) => readManifest(bytes, dataset, line));
  }

  block(expected: ExpectedBlock): Promise<Received<ManifestBlock>> {
    return this.#received(blockPlace(expected), (bytes) => readBlock(bytes, expected));
  }

  page(expected: ExpectedPage): Promise<Received<Page>> {
    return this.#received(pagePlace(expected), (bytes) => readPage(bytes, expected));
  }

  async #received<Read>(place: Asked, read: (bytes: Buffer) => Read): Promise<Received<Read>> {
    const early = this.#early.take(place.path);
    if (early) {
      const found = readIfFitting(early, read);
      if (found !== undefined) return { bytes: early, read: found };
    }
    const bytes = await this.#bytes(place);
    try {
      return { bytes, read: read(bytes) };
    } catch (thrown) {
      if (isMismatch(thrown)) this.#early.set(place.path, bytes);
      throw thrown;
    }
  }

  #ask(path: string, most: number, etag?: string): Promise<Answer | undefined> {
    return this.#remote.get(path, { most, etag, signal: this.#signal });
  }

  async #bytes({ path, most }: Asked): Promise<Buffer> {
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
