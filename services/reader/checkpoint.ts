import { type CheckpointDocument, checkpointForm } from '#schema/records/checkpoint.ts';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { mismatch } from './failure.ts';
import { originOf } from './origin.ts';
import { isCheckpointDocument, readTight } from './shapes.ts';

/** What a checkpoint says of one dataset: live records, pages of 100, and the root over its blocks (8.3). */
export interface DatasetLine {
  records: number;
  pages: number;
  root: string;
}

export interface Checkpoint extends CheckpointDocument {
  origin: string;
  generation: number;
  /** When the newest change was made, as the archive says. */
  changedAt: string;
  lines: Record<ArchiveDataset, DatasetLine>;
}

const whole = '(0|[1-9][0-9]{0,15})';
const head = new RegExp(`^${checkpointForm}\n([^\n]{1,300})\n${whole}\n([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,20}Z)\n`);
const datasetLine = new RegExp(`^([a-z_]{1,40}) ${whole} ${whole} ([0-9a-f]{64})$`);

/** Reads the answer of …/archive/checkpoint (8.3). Its signature is not looked at here. */
export function readCheckpoint(bytes: Buffer): Checkpoint {
  const signed =
    readTight(bytes, isCheckpointDocument) ?? mismatch('The checkpoint is no JSON of its documented form.');
  const [matched, written = '', generation, changedAt = ''] =
    head.exec(signed.body) ?? mismatch('The checkpoint does not begin as documented.');
  const origin = originOf(written) ?? mismatch('The checkpoint names no origin.');
  const rest = signed.body.slice(matched.length).split('\n');
  if (rest.length !== archiveDatasets.length + 1 || rest.at(-1) !== '')
    mismatch('The checkpoint has no line a dataset.');
  const lines = archiveDatasets.map((dataset, index) => {
    const [, name, records, pages, root = ''] = datasetLine.exec(rest[index] ?? '') ?? [];
    if (name !== dataset) mismatch(`The checkpoint has no line of ${dataset} in its place.`);
    return [dataset, { records: Number(records), pages: Number(pages), root }] as const;
  });
  return {
    ...signed,
    origin,
    generation: Number(generation),
    changedAt,
    lines: Object.fromEntries(lines) as Checkpoint['lines'],
  };
}

export const sameLine = (one: DatasetLine, other: DatasetLine): boolean =>
  one.records === other.records && one.pages === other.pages && one.root === other.root;
