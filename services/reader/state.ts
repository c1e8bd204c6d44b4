import path from 'node:path';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import { ReaderFailure } from './failure.ts';
import type { MirrorFolder } from './folder.ts';
import type { TrustedKey } from './keys.ts';
import { readIfThere, syncFolder, writeWhole } from './storage.ts';

/** A document as it was received, with the tag under which it was. */
export interface KeptDocument {
  text: string;
  etag?: string | undefined;
}

/** What a mirror claims to hold. */
export interface MirrorState {
  format: typeof stateForm;
  origin: string;
  /** Where it was last read: the origin itself, or another mirror. */
  address: string;
  datasets: ArchiveDataset[];
  checkpoint: KeptDocument;
  protocol: KeptDocument;
  schema: KeptDocument;
  /** When the archive last confirmed all of this, and when it last changed, by the clock of this machine. */
  checkedAt: string;
  changedAt: string;
}

export interface LoadedState extends MirrorState {
  signed: Checkpoint;
}

export const stateForm = 'morrowkin-mirror/1';
const keysForm = 'morrowkin-keys/1';

function damaged(file: string): never {
  // Folders that the reader made are named so; whatever else lies here is not repeated.
  const origin = path.basename(path.dirname(file));
  const mirror = /^https?\+[a-z0-9.+[\]-]{1,300}$/.test(origin) ? `mirror ${origin}` : 'mirror';
  throw new ReaderFailure('damaged', `The file ${path.basename(file)} of the ${mirror} is not as the reader wrote it.`);
}

/** The state of a mirror, or undefined where nothing was ever finished. */
export async function loadState(folder: MirrorFolder): Promise<LoadedState | undefined> {
  const bytes = await readIfThere(folder.state);
  if (bytes === undefined) return undefined;
  try {
    const state = JSON.parse(bytes.toString()) as MirrorState;
    const signed = readCheckpoint(Buffer.from(state.checkpoint.text));
    const known = state.datasets.every((dataset) => archiveDatasets.includes(dataset));
    if (state.format === stateForm && signed.origin === state.origin && known) return { ...state, signed };
  } catch {
    // Said below, in one sentence.
  }
  return damaged(folder.state);
}

/** Makes the mirror claim what `state` says; everything it speaks of is on the disk by then. */
export async function saveState(folder: MirrorFolder, { signed: _, ...state }: LoadedState): Promise<void> {
  await writeWhole(folder.state, `${JSON.stringify(state, null, 2)}\n`);
  await syncFolder(folder.path);
}

/** The keys trusted for an origin, the pinned one first; none before the first contact. */
export async function loadKeys(folder: MirrorFolder): Promise<TrustedKey[]> {
  const bytes = await readIfThere(folder.keys);
  if (bytes === undefined) return [];
  try {
    const { format, keys } = JSON.parse(bytes.toString()) as { format: string; keys: TrustedKey[] };
    const whole = keys.every(({ id, publicKey }) => typeof id === 'string' && typeof publicKey === 'string');
    if (format === keysForm && keys.length > 0 && whole) return keys;
  } catch {
    // Said below, in one sentence.
  }
  return damaged(folder.keys);
}

export async function saveKeys(folder: MirrorFolder, origin: string, keys: readonly TrustedKey[]): Promise<void> {
  await writeWhole(folder.keys, `${JSON.stringify({ format: keysForm, origin, keys }, null, 2)}\n`);
  await syncFolder(folder.path);
}
