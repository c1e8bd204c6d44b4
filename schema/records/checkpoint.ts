import type { ArchiveDataset } from './protocol.ts';

/** What a checkpoint says of one dataset: live records, pages of 100 ordinals, and the root of the manifest (8.3). */
export interface DatasetState {
  dataset: ArchiveDataset;
  records: number;
  pages: number;
  root: string;
}

export interface CheckpointState {
  origin: string;
  /** The sum of the datasets' version counters: it grows with every change. */
  generation: number;
  /** Of the newest change, or of set-up; RFC 3339, UTC, milliseconds. */
  changedAt: string;
  /** All ten, in the protocol's order. */
  datasets: readonly DatasetState[];
}

export interface CheckpointDocument {
  version: string;
  body: string;
  /** Base64 of the Ed25519 signature of the body's UTF-8 bytes. */
  signature: string;
  keyId: string;
}

/** A key of the protocol document; `publicKey` is the base64 of its 32 bytes. All but the first are signed by the one before. */
export interface PublishedKey {
  id: string;
  publicKey: string;
  from: string;
  signedBy?: string;
  signature?: string;
}

export const checkpointForm = 'morrowkin-checkpoint/1';
export const rotationForm = 'morrowkin-key/1';

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');

/** The text of a checkpoint, whose UTF-8 bytes are signed (8.3). */
export const checkpointBody = ({ origin, generation, changedAt, datasets }: CheckpointState): string =>
  lines([
    checkpointForm,
    origin,
    String(generation),
    changedAt,
    ...datasets.map(({ dataset, records, pages, root }) => `${dataset} ${records} ${pages} ${root}`),
  ]);

/** The text that an old key signs to hand over to a new one; its UTF-8 bytes are what `signature` of the new key is over. */
export const rotationText = ({ signedBy, id, publicKey, from }: Omit<Required<PublishedKey>, 'signature'>): string =>
  lines([rotationForm, signedBy, id, publicKey, from]);
