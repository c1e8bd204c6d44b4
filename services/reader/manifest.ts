import { createHash } from 'node:crypto';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, mostRecords, pagesPerBlock } from '#schema/records/protocol.ts';
import type { DatasetLine } from './checkpoint.ts';
import { mismatch } from './failure.ts';
import { isBlock, isManifest, readTight } from './shapes.ts';

/** What a block must be, as the signed root says. */
export interface ExpectedBlock {
  dataset: ArchiveDataset;
  index: number;
  pages: number;
  sha256: string;
}

const hashOver = (hashes: readonly string[]) =>
  createHash('sha256')
    .update(hashes.map((hash) => `${hash}\n`).join(''))
    .digest('hex');

/** Reads a dataset's manifest and holds it against the line of its checkpoint (8.3). */
export function readManifest(bytes: Buffer, dataset: ArchiveDataset, line: DatasetLine): Manifest {
  const manifest = readTight(bytes, isManifest) ?? mismatch(`The manifest of ${dataset} has not its documented form.`);
  const { blocks, pages, records, root } = manifest;
  if (manifest.dataset !== dataset || pages !== line.pages || records !== line.records || root !== line.root)
    mismatch(`The manifest of ${dataset} is not that of the checkpoint.`);
  const wanted = Math.ceil(pages / pagesPerBlock);
  const placed = blocks.every(
    (block, index) =>
      block.index === index &&
      block.after === index * pagesPerBlock * mostRecords &&
      block.pages === Math.min(pagesPerBlock, pages - index * pagesPerBlock),
  );
  if (blocks.length !== wanted || !placed) mismatch(`The blocks of ${dataset} are not in their places.`);
  if (hashOver(blocks.map(({ sha256 }) => sha256)) !== root)
    mismatch(`The root of ${dataset} does not follow from its blocks.`);
  return manifest;
}

/** Reads a block and holds it against its manifest (8.3). */
export function readBlock(bytes: Buffer, expected: ExpectedBlock): ManifestBlock {
  const where = `block ${expected.index} of ${expected.dataset}`;
  const block = readTight(bytes, isBlock) ?? mismatch(`The ${where} has not its documented form.`);
  const { pages } = block;
  if (block.dataset !== expected.dataset || block.index !== expected.index || block.sha256 !== expected.sha256)
    mismatch(`The ${where} is not that of the manifest.`);
  const first = expected.index * pagesPerBlock;
  const placed = pages.every(({ after, count }, at) => after === (first + at) * mostRecords && count <= mostRecords);
  if (pages.length !== expected.pages || !placed) mismatch(`The pages of ${where} are not in their places.`);
  if (hashOver(pages.map(({ sha256 }) => sha256)) !== expected.sha256)
    mismatch(`The hash of ${where} does not follow from its pages.`);
  return block;
}
