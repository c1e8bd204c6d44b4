import path from 'node:path';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { ReaderFailure } from './failure.ts';
import { blocksOf, type MirrorFolder, pagesOf } from './folder.ts';
import { isSignedBy } from './keys.ts';
import { readBlock, readManifest } from './manifest.ts';
import { type FoundMirror, someMirrorsIn } from './mirrors.ts';
import { readPage } from './page.ts';
import { loadKeys } from './state.ts';
import { namesIn, onDisk, readIfThere } from './storage.ts';
import { listOf, type Withdrawn } from './sweep.ts';

/** What a check of every byte found. */
export interface Verification {
  origin: string;
  generation: number;
  right: boolean;
  /** Sentences, the first hundred. */
  problems: string[];
  records: number;
  pages: number;
  withdrawn: number;
  /** Whether a run was interrupted, so that files may lie here which the mirror does not claim. */
  unfinished: boolean;
}

const mostProblems = 100;

/** Checks every mirror of a directory from its signature down to the bytes of each page, asking no one (8.8). */
export async function verifyMirrors(directory: string, origin?: string): Promise<Verification[]> {
  const mirrors = await someMirrorsIn(directory, origin);
  const found: Verification[] = [];
  for (const mirror of mirrors) found.push(await onDisk(() => new Check(mirror).run()));
  return found;
}

class Check {
  readonly #mirror: FoundMirror;
  readonly #folder: MirrorFolder;
  readonly #found: Verification;

  constructor(mirror: FoundMirror) {
    this.#mirror = mirror;
    this.#folder = mirror.folder;
    this.#found = {
      origin: mirror.origin,
      generation: mirror.signed.generation,
      right: true,
      problems: [],
      records: 0,
      pages: 0,
      withdrawn: 0,
      unfinished: false,
    };
  }

  async run(): Promise<Verification> {
    this.#found.unfinished = (await readIfThere(this.#folder.unfinished)) !== undefined;
    const keys = await loadKeys(this.#folder);
    // The newest may be ahead of the state: keys are kept before anything that they sign.
    if (!keys.some((key) => isSignedBy(key, this.#mirror.signed)))
      this.#problem('The checkpoint is signed by no key that this mirror trusts.');
    for (const dataset of archiveDatasets) {
      if (this.#mirror.datasets.includes(dataset)) await this.#dataset(dataset);
      else await this.#nothingElse(this.#folder.dataset(dataset), []);
    }
    return this.#found;
  }

  #problem(sentence: string): void {
    this.#found.right = false;
    if (this.#found.problems.length < mostProblems) this.#found.problems.push(sentence);
  }

  /** What is read in a file of the mirror; undefined, and a problem, where it is missing or wrong. */
  async #read<Read>(file: string, read: (bytes: Buffer) => Read): Promise<Read | undefined> {
    const bytes = await readIfThere(file);
    if (bytes === undefined) {
      this.#problem(`The file ${path.relative(this.#folder.path, file)} is missing.`);
      return undefined;
    }
    try {
      return read(bytes);
    } catch (thrown) {
      if (!(thrown instanceof ReaderFailure)) throw thrown;
      this.#problem(thrown.message);
      return undefined;
    }
  }

  async #dataset(dataset: ArchiveDataset): Promise<void> {
    const line = this.#mirror.signed.lines[dataset];
    const file = this.#folder.manifest(dataset, line.root);
    const manifest = await this.#read(file, (bytes) => readManifest(bytes, dataset, line));
    if (!manifest) return;
    const blocks = blocksOf(manifest);
    await this.#nothingElse(this.#folder.dataset(dataset), [
      file,
      ...blocks.map(({ index }) => this.#folder.blockFolder(dataset, index)),
    ]);
    const before = this.#found.records;
    for (const expected of blocks) {
      const blockFile = this.#folder.block(expected);
      const block = await this.#read(blockFile, (bytes) => readBlock(bytes, expected));
      if (!block) continue;
      const pages = pagesOf(block, manifest.pages);
      await this.#nothingElse(this.#folder.blockFolder(dataset, expected.index), [
        blockFile,
        ...pages.map((page) => this.#folder.page(page)),
      ]);
      const gone: Withdrawn[] = [];
      for (const page of pages) {
        const read = await this.#read(this.#folder.page(page), (bytes) => readPage(bytes, page));
        if (!read) continue;
        this.#found.pages++;
        this.#found.records += read.records.length;
        gone.push(...read.gone);
      }
      this.#found.withdrawn += gone.length;
      await this.#listed(dataset, expected.index, gone);
    }
    const records = this.#found.records - before;
    if (records !== line.records)
      this.#problem(`There are ${records} records of ${dataset} where the checkpoint counts ${line.records}.`);
  }

  /** What is gone is listed as the pages have it; while a run is unfinished, the list may be of before. */
  async #listed(dataset: ArchiveDataset, index: number, gone: readonly Withdrawn[]): Promise<void> {
    if (this.#found.unfinished) return;
    const list = await readIfThere(this.#folder.withdrawn(dataset, index));
    if ((list?.toString() ?? '') !== (gone.length > 0 ? listOf(gone) : ''))
      this.#problem(`The list of what is withdrawn from block ${index} of ${dataset} is not what its pages say.`);
  }

  /** Nothing lies here that the state does not speak of; while a run is unfinished, what it fetched may. */
  async #nothingElse(folder: string, known: readonly string[]): Promise<void> {
    if (this.#found.unfinished) return;
    const names = new Set(known.map((file) => path.basename(file)));
    const others = (await namesIn(folder)).filter((name) => !names.has(name));
    if (others.length > 0)
      this.#problem(
        `There are ${others.length} files in ${path.relative(this.#folder.path, folder)} that the checkpoint knows nothing of.`,
      );
  }
}
