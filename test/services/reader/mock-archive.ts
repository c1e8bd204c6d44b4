// An honest archive over HTTP that keeps its records in memory and misbehaves on command, for the reader's tests. It renders what protocol
// 8.1 to 8.3 say and shares no code with the archive service, so that the two check each other through the reader.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll } from 'vitest';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';

interface Entry {
  id: string;
  body: string | undefined;
  goneAt: string | undefined;
}

interface Dataset {
  entries: Entry[];
  version: number;
  pages: ({ text: string; count: number; sha256: string } | undefined)[];
}

interface Key {
  id: string;
  publicKey: string;
  from: string;
  signedBy?: string;
  signature?: string;
}

export type Kind = 'protocol' | 'schema' | 'checkpoint' | 'manifest' | 'block' | 'page';

export interface Request {
  kind: Kind;
  /** How many requests there were before this one, of any kind. */
  before: number;
  url: URL;
  /** The honest answer, to send something like it. */
  text: string;
  response: ServerResponse;
}

/** Answers a request in its own way and returns true, or lets the honest answer be sent. */
export type Mischief = (request: Request) => boolean | Promise<boolean>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const overHashes = (hashes: string[]) => sha256(hashes.map((hash) => `${hash}\n`).join(''));
const prefixes: Record<ArchiveDataset, string> = {
  claims: 'clm',
  checks: 'chk',
  threads: 'thr',
  posts: 'pst',
  precedents: 'prc',
  challenges: 'wkc',
  lineage: 'rel',
  observations: 'obs',
  check_reviews: 'rev',
  resolutions: 'res',
};

const open: Server[] = [];
afterAll(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

export class MockArchive {
  readonly counts: Record<Kind, number> = { protocol: 0, schema: 0, checkpoint: 0, manifest: 0, block: 0, page: 0 };
  address = '';
  origin = '';
  mischief: Mischief | undefined;
  pollingSeconds = 60;
  readonly keys: Key[] = [];
  #signer: KeyObject;
  #clock = Date.parse('2026-11-30T12:00:00.000Z');
  readonly #datasets: Record<ArchiveDataset, Dataset>;

  private constructor() {
    this.#datasets = Object.fromEntries(
      archiveDatasets.map((dataset) => [dataset, { entries: [], version: 0, pages: [] }]),
    ) as unknown as Record<ArchiveDataset, Dataset>;
    this.#signer = this.#newKey();
  }

  static async open(): Promise<MockArchive> {
    const archive = new MockArchive();
    const server = createServer((request, response) => void archive.#answer(request, response));
    open.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const place = server.address();
    if (place === null || typeof place === 'string') throw new Error('the mock has no port');
    archive.address = `http://127.0.0.1:${place.port}`;
    archive.origin = archive.address;
    return archive;
  }

  get requests(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }
  forgetRequests(): void {
    for (const kind of Object.keys(this.counts) as Kind[]) this.counts[kind] = 0;
  }

  // ---- what happens in the institution

  publish(dataset: ArchiveDataset, count = 1, text = 'It holds.'): void {
    const kept = this.#datasets[dataset];
    for (let made = 0; made < count; made++) {
      const ordinal = kept.entries.length + 1;
      const id = `${prefixes[dataset]}_${String(ordinal).padStart(26, '0')}`;
      kept.entries.push({ id, body: this.#body(id, text), goneAt: undefined });
      kept.pages[Math.floor((ordinal - 1) / 100)] = undefined;
    }
    // The page that was last leads on now.
    const lastBefore = Math.floor((kept.entries.length - count - 1) / 100);
    if (lastBefore >= 0) kept.pages[lastBefore] = undefined;
    this.#changed(kept);
  }
  correct(dataset: ArchiveDataset, ordinal: number, text: string): void {
    const entry = this.#entry(dataset, ordinal);
    if (entry.body === undefined) return;
    entry.body = this.#body(entry.id, text);
    this.#touch(dataset, ordinal);
  }
  withdraw(dataset: ArchiveDataset, ordinal: number): void {
    const entry = this.#entry(dataset, ordinal);
    if (entry.body === undefined) return;
    this.#tick();
    entry.body = undefined;
    entry.goneAt = this.#now();
    this.#touch(dataset, ordinal);
  }
  restore(dataset: ArchiveDataset, ordinal: number, text = 'It holds.'): void {
    const entry = this.#entry(dataset, ordinal);
    if (entry.body !== undefined) return;
    entry.body = this.#body(entry.id, text);
    entry.goneAt = undefined;
    this.#touch(dataset, ordinal);
  }
  /** What a database brought back from an old backup does. */
  rollBack(dataset: ArchiveDataset, versions: number): void {
    this.#datasets[dataset].version -= versions;
  }
  rotateKey(signed = true): void {
    const former = this.#signer;
    const formerId = this.keys.at(-1)?.id ?? '';
    this.#signer = this.#newKey();
    const key = this.keys.at(-1);
    if (!key || !signed) return;
    key.signedBy = formerId;
    const text = `morrowkin-key/1\n${formerId}\n${key.id}\n${key.publicKey}\n${key.from}\n`;
    key.signature = sign(null, Buffer.from(text), former).toString('base64');
  }
  size(dataset: ArchiveDataset): number {
    return this.#datasets[dataset].entries.length;
  }
  id(dataset: ArchiveDataset, ordinal: number): string {
    return this.#entry(dataset, ordinal).id;
  }

  // ---- what it publishes

  /** All that a fresh export holds: every page of every dataset, by its path. */
  export(): Map<string, string> {
    const pages = new Map<string, string>();
    for (const dataset of archiveDatasets)
      for (let page = 0; page < this.#pageCount(dataset); page++)
        pages.set(`${dataset} ${page * 100}`, this.#page(dataset, page).text);
    return pages;
  }
  protocolText(): string {
    return JSON.stringify({
      version: '1.0.0',
      origin: this.origin,
      demonstration: false,
      addresses: { checkpoint: `${this.origin}/api/community/archive/checkpoint` },
      export: { address: `${this.origin}/api/community/archive` },
      polling: { seconds: this.pollingSeconds },
      keys: this.keys,
    });
  }
  checkpointText(): string {
    const generation = archiveDatasets.reduce((sum, dataset) => sum + this.#datasets[dataset].version, 0);
    const lines = archiveDatasets.map((dataset) => {
      const live = this.#datasets[dataset].entries.filter(({ body }) => body !== undefined).length;
      return `${dataset} ${live} ${this.#pageCount(dataset)} ${overHashes(this.#blockHashes(dataset))}`;
    });
    const body = ['morrowkin-checkpoint/1', this.origin, String(generation), this.#now(), ...lines]
      .map((line) => `${line}\n`)
      .join('');
    return this.signed(body);
  }
  /** A checkpoint of any body, signed with the newest key. */
  signed(body: string): string {
    const signature = sign(null, Buffer.from(body), this.#signer).toString('base64');
    return JSON.stringify({ version: '1.0.0', body, signature, keyId: this.keys.at(-1)?.id });
  }

  #manifestText(dataset: ArchiveDataset): string {
    const hashes = this.#blockHashes(dataset);
    const pages = this.#pageCount(dataset);
    return JSON.stringify({
      version: '1.0.0',
      dataset,
      records: this.#datasets[dataset].entries.filter(({ body }) => body !== undefined).length,
      pages,
      root: overHashes(hashes),
      blocks: hashes.map((hash, index) => ({
        index,
        after: index * 10_000,
        pages: Math.min(100, pages - index * 100),
        sha256: hash,
      })),
    });
  }
  #blockText(dataset: ArchiveDataset, index: number): string {
    const pages = this.#pagesOfBlock(dataset, index).map((page) => {
      const { count, sha256: hash } = this.#page(dataset, page);
      return { after: page * 100, count, sha256: hash };
    });
    return JSON.stringify({
      version: '1.0.0',
      dataset,
      index,
      sha256: overHashes(pages.map((page) => page.sha256)),
      pages,
    });
  }
  #pagesOfBlock(dataset: ArchiveDataset, index: number): number[] {
    const length = Math.min(100, this.#pageCount(dataset) - index * 100);
    return Array.from({ length }, (_, at) => index * 100 + at);
  }
  #blockHashes(dataset: ArchiveDataset): string[] {
    return Array.from({ length: Math.ceil(this.#pageCount(dataset) / 100) }, (_, index) =>
      overHashes(this.#pagesOfBlock(dataset, index).map((page) => this.#page(dataset, page).sha256)),
    );
  }
  #pageCount(dataset: ArchiveDataset): number {
    return Math.ceil(this.#datasets[dataset].entries.length / 100);
  }
  #page(dataset: ArchiveDataset, page: number): { text: string; count: number; sha256: string } {
    const { entries, pages } = this.#datasets[dataset];
    const known = pages[page];
    if (known) return known;
    const after = page * 100;
    const covered = entries.slice(after, after + 100);
    const bodies = covered.flatMap(({ body }) => (body === undefined ? [] : [body]));
    const records = `[${bodies.join(',')}]`;
    const gone = covered.flatMap(({ id, goneAt }, at) => (goneAt ? [{ id, ordinal: after + at + 1, goneAt }] : []));
    const hash = sha256(records);
    const next = entries.length > after + 100 ? after + 100 : null;
    const text = `{"version":"1.0.0","dataset":"${dataset}","after":${after},"records":${records},"gone":${JSON.stringify(gone)},"nextCursor":${next},"sha256":"${hash}"}`;
    const made = { text, count: bodies.length, sha256: hash };
    pages[page] = made;
    return made;
  }

  #body(id: string, text: string): string {
    return JSON.stringify({ id, url: `${this.origin}/registry/${id}`, text });
  }
  #entry(dataset: ArchiveDataset, ordinal: number): Entry {
    const entry = this.#datasets[dataset].entries[ordinal - 1];
    if (!entry) throw new Error(`${dataset} has no ordinal ${ordinal}`);
    return entry;
  }
  #touch(dataset: ArchiveDataset, ordinal: number): void {
    const kept = this.#datasets[dataset];
    kept.pages[Math.floor((ordinal - 1) / 100)] = undefined;
    this.#changed(kept);
  }
  #changed(dataset: Dataset): void {
    this.#tick();
    dataset.version++;
  }
  #tick(): void {
    this.#clock += 1;
  }
  #now(): string {
    return new Date(this.#clock).toISOString();
  }
  #newKey(): KeyObject {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    const id = `key_${sha256(raw.toString('hex')).slice(0, 16)}`;
    this.keys.push({ id, publicKey: raw.toString('base64'), from: '2026-11-30T12:00:00.000Z' });
    return privateKey;
  }

  // ---- how it is asked

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.address);
    const asked = this.#asked(url);
    if (!asked) return void response.writeHead(404).end();
    const before = this.requests;
    this.counts[asked.kind]++;
    if (this.mischief && (await this.mischief({ ...asked, before, url, response }))) return;
    if (response.destroyed) return;
    const etag = `"${sha256(asked.text).slice(0, 20)}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, {
      etag,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(asked.text),
    });
    response.end(asked.text);
  }

  #asked(url: URL): { kind: Kind; text: string } | undefined {
    const dataset = archiveDatasets.find((one) => one === url.searchParams.get('dataset'));
    switch (url.pathname) {
      case '/.well-known/morrowkin-protocol.json':
        return { kind: 'protocol', text: this.protocolText() };
      case '/.well-known/morrowkin-record.schema.json':
        return { kind: 'schema', text: '{"$schema":"https://json-schema.org/draft/2020-12/schema"}' };
      case '/api/community/archive/checkpoint':
        return { kind: 'checkpoint', text: this.checkpointText() };
      case '/api/community/archive/manifest': {
        const block = url.searchParams.get('block');
        if (!dataset) return undefined;
        if (block === null) return { kind: 'manifest', text: this.#manifestText(dataset) };
        return { kind: 'block', text: this.#blockText(dataset, Number(block)) };
      }
      case '/api/community/archive':
        return dataset && { kind: 'page', text: this.#page(dataset, Number(url.searchParams.get('after')) / 100).text };
      default:
        return undefined;
    }
  }
}
