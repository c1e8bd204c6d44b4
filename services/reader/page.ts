import { createHash } from 'node:crypto';
import { type ArchiveDataset, mostRecords } from '#schema/records/protocol.ts';
import { mismatch } from './failure.ts';
import { isGone, isPage, type Page, readJson, readStructure, readTight } from './shapes.ts';

/** What a page must be, as the signed manifest says. */
export interface ExpectedPage {
  dataset: ArchiveDataset;
  after: number;
  count: number;
  sha256: string;
  /** Whether no page follows, so that its nextCursor is null. */
  last: boolean;
}

/** Stands for the records while the rest of a page is read. */
const mark = 'records';

const isMarked = (value: unknown): value is { records: typeof mark } =>
  (value as { records?: unknown } | undefined)?.records === mark;

/** The bytes between the marks of 8.1, and what is around them. */
function partsOf(bytes: Buffer): [head: Buffer, records: Buffer, tail: Buffer] {
  const from = bytes.indexOf('"records":') + '"records":'.length;
  const to = bytes.lastIndexOf(',"gone"');
  return [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(Math.max(from, to))];
}

/** The page in these bytes, of its records the structure, read from the very bytes that are hashed: a member given twice could show a parser others. */
function pageIn(head: Buffer, records: Buffer, tail: Buffer): Page | undefined {
  const around = readTight(Buffer.concat([head, Buffer.from(`"${mark}"`), tail]), isMarked);
  const page = around && { ...around, records: readStructure(records) };
  return isPage(page) ? page : undefined;
}

/** Reads a page and holds its very bytes against the manifest (8.1). Of its records only identifiers are to be relied on: their texts are not decoded. */
export function readPage(bytes: Buffer, expected: ExpectedPage): Page {
  const { dataset, after, last } = expected;
  const where = `page of ${dataset} after ${after}`;
  const [head, records, tail] = partsOf(bytes);
  const page = pageIn(head, records, tail) ?? mismatch(`The ${where} has not its documented form.`);
  if (createHash('sha256').update(records).digest('hex') !== expected.sha256)
    mismatch(`The records of the ${where} have not the checksum of the manifest.`);
  if (page.sha256 !== expected.sha256) mismatch(`The checksum in the ${where} is not that of the manifest.`);
  if (page.dataset !== dataset || page.after !== after) mismatch(`The ${where} is another page.`);
  if (page.nextCursor !== (last ? null : after + mostRecords))
    mismatch(`The ${where} does not lead to the page that the manifest has next.`);
  if (page.records.length !== expected.count) mismatch(`The ${where} has not the records that the manifest counts.`);
  const ids = new Set([...page.records, ...page.gone].map(({ id }) => id));
  const placed = page.gone.every(({ ordinal }) => ordinal > after && ordinal <= after + mostRecords);
  if (ids.size !== page.records.length + page.gone.length || !placed)
    mismatch(`The ${where} has an identifier twice, or one out of its place.`);
  return page;
}

/** What a page that lies here says is gone; it was held against its manifest when it came. */
export function goneOn(bytes: Buffer): Page['gone'] {
  const [, , tail] = partsOf(bytes);
  const around = readJson(Buffer.concat([Buffer.from('{'), tail.subarray(1)])) as { gone?: unknown } | undefined;
  return isGone(around?.gone) ? around.gone : [];
}
