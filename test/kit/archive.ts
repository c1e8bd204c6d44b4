// The archive over real HTTP on a database of the test's, through the archive's own login.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { GoneRecord } from '#schema/records/envelope.ts';
import { openArchive } from '#services/archive/app.ts';
import { KeyFile } from '#services/archive/keys.ts';
import { openPublication } from '#services/archive/publication.ts';
import type { TestInstitution } from './institution.ts';

const open: FastifyInstance[] = [];
afterAll(() => Promise.all(open.splice(0).map((app) => app.close())));

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A file of keys that does not exist yet. */
export function newKeyFile(): KeyFile {
  const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-keys-'));
  folders.push(folder);
  return new KeyFile(path.join(folder, 'archive-keys.json'));
}

/** Serves a test's institution and returns the archive's address. */
export async function serveArchive(
  { archiveUrl, origin }: Pick<TestInstitution, 'archiveUrl' | 'origin'>,
  { readLimit = 0, port = 0, keys = newKeyFile(), keptBytes = 2 ** 24, trustProxy = false as boolean | string[] } = {},
): Promise<string> {
  const logger = pino({ level: 'silent' });
  const publication = openPublication(archiveUrl, () => {});
  const app = openArchive({ origin, publication, keys, logger, trustProxy, readLimit, keptBytes });
  app.addHook('onClose', () => publication.close());
  open.push(app);
  return app.listen({ host: '127.0.0.1', port });
}

export interface ArchivePage {
  version: string;
  dataset: string;
  after: number;
  records: ({ id: string; url: string } & Record<string, unknown>)[];
  gone: GoneRecord[];
  nextCursor: number | null;
  sha256: string;
}

/** One page; that its checksum is of the very bytes of `records` is checked every time. */
export async function readPage(base: string, dataset: string, after = 0, limit = 100): Promise<ArchivePage> {
  const response = await fetch(`${base}/api/community/archive?dataset=${dataset}&after=${after}&limit=${limit}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${dataset} after=${after}: ${response.status} ${bytes.toString()}`);
  const page = JSON.parse(bytes.toString()) as ArchivePage;
  const slice = bytes.subarray(bytes.indexOf('"records":') + '"records":'.length, bytes.lastIndexOf(',"gone"'));
  const sha256 = createHash('sha256').update(slice).digest('hex');
  if (sha256 !== page.sha256) throw new Error(`${dataset} after=${after}: the checksum is not that of the bytes`);
  return page;
}

/** A dataset's pages from the first to the last. */
export async function readPages(base: string, dataset: string, limit = 100): Promise<ArchivePage[]> {
  const pages: ArchivePage[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: ArchivePage = await readPage(base, dataset, after, limit);
    pages.push(page);
    after = page.nextCursor;
  }
  return pages;
}
