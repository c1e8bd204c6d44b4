import { createHash } from 'node:crypto';
import { type ArchiveDataset, mostRecords } from '#schema/records/protocol.ts';
import { mismatch } from './failure.ts';
import { isPage, type Page, readShape } from './shapes.ts';

/** What a page must be, as the signed manifest says. */
export interface ExpectedPage {
  dataset: ArchiveDataset;
  after: number;
  count: number;
  sha256: string;
  /** Whether no page follows, so that its nextCursor is null. */
  last: boolean;
}

const sha256Of = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');

/** Reads a page and holds its very bytes against the manifest (8.1). */
export function readPage(bytes: Buffer, expected: ExpectedPage): Page {
  const { dataset, after, last } = expected;
  const where = `page of ${dataset} after ${after}`;
  const page = readShape(bytes, isPage) ?? mismatch(`The ${where} has not its documented form.`);
  const slice = bytes.subarray(bytes.indexOf('"records":') + '"records":'.length, bytes.lastIndexOf(',"gone"'));
  // Hashed twice: a member given twice could show a parser other records than those between the marks.
  if (sha256Of(slice) !== expected.sha256 || sha256Of(JSON.stringify(page.records)) !== expected.sha256)
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
