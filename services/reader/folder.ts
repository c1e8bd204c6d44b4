// The directory of one origin:
//
//   state.json                          what the mirror claims to hold; written last, so it is never ahead of the rest
//   keys.json                           the keys trusted, the pinned one first
//   unfinished                          there while files may lie here that state.json does not speak of
//   <dataset>/manifest-<root>.json      the answers of the archive, byte for byte
//   <dataset>/<block>/block-<sha256>.json
//   <dataset>/<block>/<after>-<sha256>[-last].json
//   withdrawn/<dataset>/<block>.json    what went and when, without content
//
// Names hold the hashes, so two states of an archive can lie side by side and the old one stays whole while the new one comes.
import path from 'node:path';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, mostRecords, pagesPerBlock } from '#schema/records/protocol.ts';
import type { ExpectedBlock } from './manifest.ts';
import type { ExpectedPage } from './page.ts';

const blockFolder = (index: number) => String(index).padStart(6, '0');

export class MirrorFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  get state(): string {
    return path.join(this.path, 'state.json');
  }
  get keys(): string {
    return path.join(this.path, 'keys.json');
  }
  get unfinished(): string {
    return path.join(this.path, 'unfinished');
  }
  dataset(dataset: ArchiveDataset): string {
    return path.join(this.path, dataset);
  }
  manifest(dataset: ArchiveDataset, root: string): string {
    return path.join(this.path, dataset, `manifest-${root}.json`);
  }
  blockFolder(dataset: ArchiveDataset, index: number): string {
    return path.join(this.path, dataset, blockFolder(index));
  }
  block({ dataset, index, sha256 }: Pick<ExpectedBlock, 'dataset' | 'index' | 'sha256'>): string {
    return path.join(this.blockFolder(dataset, index), `block-${sha256}.json`);
  }
  page(page: Pick<ExpectedPage, 'dataset' | 'after' | 'sha256' | 'last'>): string {
    const { dataset, after, sha256, last } = page;
    const index = Math.floor(after / (pagesPerBlock * mostRecords));
    return path.join(this.blockFolder(dataset, index), `${after}-${sha256}${last ? '-last' : ''}.json`);
  }
  /** Where withdrawn records are listed; without an index, the folder of a dataset's lists. */
  withdrawn(dataset: ArchiveDataset, index?: number): string {
    const folder = path.join(this.path, 'withdrawn', dataset);
    return index === undefined ? folder : path.join(folder, `${blockFolder(index)}.json`);
  }
}

/** The blocks that a manifest wants, in order. */
export const blocksOf = ({ dataset, blocks }: Pick<Manifest, 'dataset' | 'blocks'>): ExpectedBlock[] =>
  blocks.map(({ index, pages, sha256 }) => ({ dataset, index, pages, sha256 }));

/** The pages that a block wants, in order; `pages` is how many the whole dataset has. */
export const pagesOf = (
  { dataset, pages: listed }: Pick<ManifestBlock, 'dataset' | 'pages'>,
  pages: number,
): ExpectedPage[] =>
  listed.map(({ after, count, sha256 }) => ({
    dataset,
    after,
    count,
    sha256,
    last: after === (pages - 1) * mostRecords,
  }));
