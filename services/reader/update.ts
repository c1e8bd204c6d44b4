import { rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, pagesPerBlock } from '#schema/records/protocol.ts';
import type { Received, RemoteArchive } from './archive.ts';
import { type DatasetLine, sameLine } from './checkpoint.ts';
import { mismatch, ReaderFailure } from './failure.ts';
import { blocksOf, type MirrorFolder, pagesOf } from './folder.ts';
import { type ExpectedBlock, readBlock, readManifest } from './manifest.ts';
import { type ExpectedPage, readPage } from './page.ts';

import { readIfThere, syncFolder, writeWhole } from './storage.ts';

/** Requests under way at once; with the largest page it bounds the memory. */
const atOnce = 4;

/** What an update did so far, for whoever shows it. */
export interface Progress {
  dataset: ArchiveDataset;
  /** Pages looked at, of those the dataset has. */
  done: number;
  pages: number;
  /** Pages that came over the network. */
  fetched: number;
}

interface Sources {
  archive: RemoteArchive;
  folder: MirrorFolder;
  show(progress: Progress): void;
}

/**
 * Brings the files of a dataset to what its line in the checkpoint says, beside those of the state before. Costs one request where the
 * line is new, one a block that is, one a page that is, and none for what an interrupted run left here whole. `before` is a line whose
 * files are here and right; without it every file here is checked anew. Returns the blocks that were touched.
 */
export async function updateDataset(
  sources: Sources,
  dataset: ArchiveDataset,
  line: DatasetLine,
  before: DatasetLine | undefined,
): Promise<number[]> {
  if (before && sameLine(before, line)) return [];
  const manifest = await here(sources.folder.manifest(dataset, line.root), {
    read: (bytes) => readManifest(bytes, dataset, line),
    fetch: () => sources.archive.manifest(dataset, line),
  });
  const former = before && (await readFormer(sources.folder, dataset, before));
  const touched = await new DatasetUpdate(sources, manifest.read, former).run();
  await syncFolder(sources.folder.dataset(dataset));
  return touched;
}

/** The files of a line that the mirror holds; undefined where they are not what they were, so that nothing rests on them. */
async function readFormer(
  folder: MirrorFolder,
  dataset: ArchiveDataset,
  line: DatasetLine,
): Promise<Manifest | undefined> {
  return readHere(folder.manifest(dataset, line.root), (bytes) => readManifest(bytes, dataset, line));
}

class DatasetUpdate {
  readonly #sources: Sources;
  readonly #manifest: Manifest;
  readonly #former: Manifest | undefined;
  readonly #limit = pLimit(atOnce);
  #progress: Progress;

  constructor(sources: Sources, manifest: Manifest, former: Manifest | undefined) {
    this.#sources = sources;
    this.#manifest = manifest;
    this.#former = former;
    this.#progress = { dataset: manifest.dataset, done: 0, pages: manifest.pages, fetched: 0 };
  }

  async run(): Promise<number[]> {
    const touched: number[] = [];
    const former = this.#former;
    let live = former?.records ?? 0;
    const formerBlocks = former ? blocksOf(former) : [];
    // What the checkpoint before called the last page leads on to another now, though its records may be the same.
    const formerLast =
      former && former.pages > 0 && former.pages !== this.#manifest.pages
        ? Math.floor((former.pages - 1) / pagesPerBlock)
        : -1;
    for (const expected of blocksOf(this.#manifest)) {
      const old = formerBlocks[expected.index];
      if (old?.sha256 === expected.sha256 && expected.index !== formerLast) {
        this.#shown(expected.pages);
        continue;
      }
      touched.push(expected.index);
      live += await this.#updateBlock(expected, old);
    }
    if (live !== this.#manifest.records)
      mismatch(`The pages of ${this.#manifest.dataset} have not the records that the checkpoint counts.`);
    return touched;
  }

  /** Returns by how many live records the block grew. */
  async #updateBlock(expected: ExpectedBlock, old: ExpectedBlock | undefined): Promise<number> {
    const { folder, archive } = this.#sources;
    const block = await here(folder.block(expected), {
      read: (bytes) => readBlock(bytes, expected),
      fetch: () => archive.block(expected),
    });
    const oldBlock = old && (await readHere(folder.block(old), (bytes) => readBlock(bytes, old)));
    if (old && !oldBlock)
      throw new ReaderFailure('damaged', `The mirror lacks a block of ${expected.dataset}; repair it.`);
    const before = oldBlock ? pagesOf(oldBlock, this.#former?.pages ?? 0) : [];
    const kept = new Map(before.map((page) => [folder.page(page), page.count]));
    const pages = pagesOf(block.read, this.#manifest.pages);
    let failure: unknown;
    const update = async (page: ExpectedPage) => {
      // What is under way ends before a failure counts, so that nothing writes on behind a new attempt; nothing more begins.
      if (failure !== undefined) return;
      try {
        // The hash covers no counts, so a page is the one held only where both say the same.
        if (kept.get(folder.page(page)) !== page.count) await this.#updatePage(page);
        this.#shown(1);
      } catch (thrown) {
        failure ??= thrown;
      }
    };
    await Promise.all(pages.map((page) => this.#limit(() => update(page))));
    if (failure !== undefined) {
      // It may be the block's counts that are wrong, so nothing is built on them again.
      await rm(folder.block(expected), { force: true });
      throw failure;
    }
    await syncFolder(folder.blockFolder(expected.dataset, expected.index));
    return liveOf(block.read) - (oldBlock ? liveOf(oldBlock) : 0);
  }

  async #updatePage(expected: ExpectedPage): Promise<void> {
    const { fetched } = await here(this.#sources.folder.page(expected), {
      read: (bytes) => readPage(bytes, expected),
      fetch: () => this.#sources.archive.page(expected),
    });
    if (fetched) this.#progress.fetched++;
  }

  #shown(pages: number): void {
    this.#progress.done += pages;
    this.#sources.show({ ...this.#progress });
  }
}

const liveOf = ({ pages }: ManifestBlock) => pages.reduce((sum, { count }) => sum + count, 0);

interface Way<Read> {
  read(bytes: Buffer): Read;
  fetch(): Promise<Received<Read>>;
}

/** What a file holds, if it holds the right thing; else what the archive answers, kept in that file as the bytes received. */
async function here<Read>(file: string, { read, fetch }: Way<Read>): Promise<{ read: Read; fetched: boolean }> {
  const found = await readHere(file, read);
  if (found !== undefined) return { read: found, fetched: false };
  const received = await fetch();
  await writeWhole(file, received.bytes);
  return { read: received.read, fetched: true };
}

/** What is read in a file of the mirror; undefined where it is missing or not what it should be. */
export async function readHere<Read>(file: string, read: (bytes: Buffer) => Read): Promise<Read | undefined> {
  const bytes = await readIfThere(file);
  if (bytes === undefined) return undefined;
  try {
    return read(bytes);
  } catch (thrown) {
    if (thrown instanceof ReaderFailure && thrown.word === 'mismatch') return undefined;
    throw thrown;
  }
}
