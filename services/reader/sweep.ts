import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { blocksOf, type MirrorFolder, pagesOf } from './folder.ts';
import { type ExpectedBlock, readBlock, readManifest } from './manifest.ts';
import { goneOn } from './page.ts';
import type { Page } from './shapes.ts';
import type { LoadedState } from './state.ts';
import { halfEnd, namesIn, readIfThere, syncFolder, writeWhole } from './storage.ts';
import { readHere } from './update.ts';

/** What stands where a record was: never its content. */
export type Withdrawn = Page['gone'][number];

/** A record that a mirror lists as withdrawn and did not before. */
export interface Withdrawal extends Withdrawn {
  dataset: ArchiveDataset;
}

type Tell = (withdrawal: Withdrawal) => void;

/** Removes every file that the state does not speak of, lists what is gone, and tells what is new on the lists. `only` names the blocks that changed; without it all are gone through. */
export async function sweep(
  folder: MirrorFolder,
  state: LoadedState,
  tell: Tell,
  only?: ReadonlyMap<ArchiveDataset, ReadonlySet<number>>,
): Promise<void> {
  for (const dataset of archiveDatasets) {
    const touched = only?.get(dataset);
    if (only && !touched) continue;
    if (state.datasets.includes(dataset)) await sweepDataset(folder, state, dataset, tell, touched);
    else await removeAll([folder.dataset(dataset), folder.withdrawn(dataset)]);
  }
  await removeOthers(folder.path, (name) => !name.endsWith(halfEnd) || name.startsWith('lock.'));
}

async function sweepDataset(
  folder: MirrorFolder,
  state: LoadedState,
  dataset: ArchiveDataset,
  tell: Tell,
  touched: ReadonlySet<number> | undefined,
): Promise<void> {
  const line = state.signed.lines[dataset];
  const manifest = await readHere(folder.manifest(dataset, line.root), (bytes) => readManifest(bytes, dataset, line));
  // A damaged mirror is left for verify to find and for repair to mend: what is right in it cannot be told.
  if (!manifest) return;
  const blocks = blocksOf(manifest);
  const known = new Set([
    path.basename(folder.manifest(dataset, line.root)),
    ...blocks.map(({ index }) => path.basename(folder.blockFolder(dataset, index))),
  ]);
  await removeOthers(folder.dataset(dataset), (name) => known.has(name));
  const lists = new Set(blocks.map(({ index }) => path.basename(folder.withdrawn(dataset, index))));
  await removeOthers(folder.withdrawn(dataset), (name) => lists.has(name));
  for (const expected of touched ? blocks.filter(({ index }) => touched.has(index)) : blocks)
    for (const withdrawal of await sweepBlock(folder, manifest, expected)) tell(withdrawal);
}

async function sweepBlock(folder: MirrorFolder, manifest: Manifest, expected: ExpectedBlock): Promise<Withdrawal[]> {
  const { dataset } = manifest;
  const block = await readHere(folder.block(expected), (bytes) => readBlock(bytes, expected));
  if (!block) return [];
  const pages = pagesOf(block, manifest.pages);
  const known = new Set(
    [folder.block(expected), ...pages.map((page) => folder.page(page))].map((file) => path.basename(file)),
  );
  await removeOthers(folder.blockFolder(dataset, expected.index), (name) => known.has(name));
  return listWithdrawn(folder, manifest, block);
}

/** The file that lists what is gone from a block, without content. */
export const listOf = (gone: readonly Withdrawn[]): string =>
  `${JSON.stringify(
    gone.map(({ id, ordinal, goneAt }) => ({ id, ordinal, goneAt })),
    null,
    1,
  )}\n`;

/** Rewrites the list of what is gone from a block, and returns what is new on it. */
async function listWithdrawn(folder: MirrorFolder, manifest: Manifest, block: ManifestBlock): Promise<Withdrawal[]> {
  const { dataset } = manifest;
  const file = folder.withdrawn(dataset, block.index);
  const before = new Set((await readWithdrawn(file)).map(({ id }) => id));
  const gone: Withdrawn[] = [];
  for (const expected of pagesOf(block, manifest.pages)) {
    const page = await readIfThere(folder.page(expected));
    if (page) gone.push(...goneOn(page));
  }
  if (gone.length > 0) await writeWhole(file, listOf(gone));
  else await rm(file, { force: true });
  return gone.filter(({ id }) => !before.has(id)).map((one) => ({ dataset, ...one }));
}

/** A list of what is gone; empty where there is none. */
export async function readWithdrawn(file: string): Promise<Withdrawn[]> {
  const bytes = await readIfThere(file);
  if (bytes === undefined) return [];
  try {
    return JSON.parse(bytes.toString()) as Withdrawn[];
  } catch {
    return []; // Made anew from the pages.
  }
}

async function removeOthers(folder: string, known: (name: string) => boolean): Promise<void> {
  const others = (await namesIn(folder)).filter((name) => !known(name));
  if (others.length === 0) return;
  await removeAll(others.map((name) => path.join(folder, name)));
  await syncFolder(folder);
}

async function removeAll(paths: string[]): Promise<void> {
  for (const one of paths) await rm(one, { recursive: true, force: true });
}
