import { rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, pagesPerBlock } from '#schema/records/protocol.ts';
import type { Received, RemoteArchive } from './archive.ts';
import { type DatasetLine, sameLine } from './checkpoint.ts';
import { mismatch, ReaderFailure, readIfFitting } from './failure.ts';
import { blocksOf, type MirrorFolder, pagesOf } from './folder.ts';
import { type ExpectedBlock, readBlock, readManifest } from './manifest.ts';
import { type ExpectedPage, readPage } from './page.ts';
import { allEnded, type Requests } from './requests.ts';
import { readIfThere, settle, syncFolder, writeUnsettled, writeWhole } from './storage.ts';

export interface Sources {
  archive: RemoteArchive;
  folder: MirrorFolder;
  requests: Requests;
  /** Pages that were found right on the disk since the run began. */
  seen: SeenPages;
  /** Told before a file of a dataset, or of a block of it, is written. */
  touches(dataset: ArchiveDataset, block?: number): void;
  /** Told of pages that are as they should be, and how many of them came over the network. */
  shows(pages: number, fetched: number): void;
}

/** What need not be read again at the next beginning, as far as memory may go. */
export class SeenPages {
  readonly #names = new Set<string>();

  has(file: string, count: number): boolean {
    return this.#names.has(`${count} ${file}`);
  }

  add(file: string, count: number): void {
    if (this.#names.size < mostSeen) this.#names.add(`${count} ${file}`);
  }
}

const mostSeen = 100_000;

/**
 * Brings the files of a dataset to what its line in the checkpoint says, beside those of the state before. Costs one request where the
 * line is new, one a block that is, one a page that is, and none for what an interrupted run left here whole. `before` is a line whose
 * files are here and right; without it every file here is checked anew.
 */
export async function updateDataset(
  sources: Sources,
  dataset: ArchiveDataset,
  line: DatasetLine,
  before: DatasetLine | undefined,
): Promise<void> {
  if (before && sameLine(before, line)) return sources.shows(line.pages, 0);
  sources.touches(dataset);
  const { folder, archive, requests } = sources;
  const manifest = await here(folder.manifest(dataset, line.root), {
    read: (bytes) => readManifest(bytes, dataset, line),
    fetch: () => requests.run(() => archive.manifest(dataset, line)),
  });
  const former =
    before && (await readHere(folder.manifest(dataset, before.root), (bytes) => readManifest(bytes, dataset, before)));
  await allEnded([updateBlocks(sources, manifest.read, former), manifest.written]);
  await syncFolder(folder.dataset(dataset));
}

async function updateBlocks(sources: Sources, manifest: Manifest, former: Manifest | undefined): Promise<void> {
  const formerBlocks = former ? blocksOf(former) : [];
  // What the checkpoint before called the last page leads on to another now, though its records may be the same.
  const longer = former !== undefined && former.pages !== manifest.pages;
  const formerLast = longer ? Math.floor((former.pages - 1) / pagesPerBlock) : undefined;
  const updateOne = async (expected: ExpectedBlock) => {
    const old = formerBlocks[expected.index];
    if (old?.sha256 === expected.sha256 && expected.index !== formerLast) {
      sources.shows(expected.pages, 0);
      return 0;
    }
    sources.touches(manifest.dataset, expected.index);
    return updateBlock(sources, expected, manifest.pages, old && { block: old, pages: former?.pages ?? 0 });
  };
  // The next one's pages are asked for while the last of this one are on their way.
  const atOnce = pLimit(2);
  const grown = await allEnded(blocksOf(manifest).map((expected) => atOnce(updateOne, expected)));
  const live = grown.reduce((sum, records) => sum + records, former?.records ?? 0);
  if (live !== manifest.records)
    mismatch(`The pages of ${manifest.dataset} have not the records that the checkpoint counts.`);
}

/** Returns by how many live records the block grew. `pages` is how many the dataset has, before and now. */
async function updateBlock(
  { archive, folder, requests, seen, shows }: Sources,
  expected: ExpectedBlock,
  pages: number,
  old: { block: ExpectedBlock; pages: number } | undefined,
): Promise<number> {
  const block = await here(folder.block(expected), {
    read: (bytes) => readBlock(bytes, expected),
    fetch: () => requests.run(() => archive.block(expected)),
  });
  const oldBlock = old && (await readHere(folder.block(old.block), (bytes) => readBlock(bytes, old.block)));
  if (old && !oldBlock)
    throw new ReaderFailure('damaged', `The mirror lacks a block of ${expected.dataset}; repair it.`);
  const held = new Map((oldBlock ? pagesOf(oldBlock, old.pages) : []).map((page) => [folder.page(page), page.count]));
  const files = new Map<string, ExpectedPage>();
  const updatePage = async (page: ExpectedPage) => {
    const file = folder.page(page);
    // The hash covers no counts, so a page is the one held only where both say the same.
    if (held.get(file) === page.count || seen.has(file, page.count)) return shows(1, 0);
    const read = (bytes: Buffer) => readPage(bytes, page);
    // Read and written in its turn too, which bounds what is in memory.
    const fetched = await requests.run(async () => {
      if ((await readHere(file, read)) !== undefined) return 0;
      await writeUnsettled(file, (await archive.page(page)).bytes);
      return 1;
    });
    files.set(file, page);
    shows(1, fetched);
  };
  try {
    await allEnded([...pagesOf(block.read, pages).map(updatePage), block.written]);
  } catch (thrown) {
    // It may be the block's counts that are wrong, so nothing is built on them again.
    await rm(folder.block(expected), { force: true });
    throw thrown;
  } finally {
    // Those of a block that is given up too: they need not come again.
    await settle(folder.blockFolder(expected.dataset, expected.index), [...files.keys()]);
    for (const [file, { count }] of files) seen.add(file, count);
  }
  return liveOf(block.read) - (oldBlock ? liveOf(oldBlock) : 0);
}

const liveOf = ({ pages }: ManifestBlock) => pages.reduce((sum, { count }) => sum + count, 0);

interface Way<Read> {
  read(bytes: Buffer): Read;
  fetch(): Promise<Received<Read>>;
}

/**
 * What a file holds, if it holds the right thing; else what the archive answers, which is kept in that file as the bytes received. The next
 * request need not wait for `written`: the sooner it is asked, the less has changed.
 */
async function here<Read>(file: string, { read, fetch }: Way<Read>): Promise<{ read: Read; written: Promise<void> }> {
  const found = await readHere(file, read);
  if (found !== undefined) return { read: found, written: Promise.resolve() };
  const received = await fetch();
  const written = writeWhole(file, received.bytes);
  // Whoever awaits it hears of its failure; until then nobody does.
  written.catch(() => {});
  return { read: received.read, written };
}

/** What is read in a file of the mirror; undefined where it is missing or not what it should be. */
export async function readHere<Read>(file: string, read: (bytes: Buffer) => Read): Promise<Read | undefined> {
  const bytes = await readIfThere(file);
  if (bytes === undefined) return undefined;
  return readIfFitting(bytes, read);
}
