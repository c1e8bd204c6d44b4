import { createHash } from 'node:crypto';
import { type ArchiveDataset, protocolVersion } from '#schema/records/protocol.ts';
import type { PageParts } from './publication.ts';

export interface PagePlace {
  dataset: ArchiveDataset;
  after: number;
  limit: number;
}

/** The text of a page (8.1): stored bodies are joined as they are, so the checksum is of the very bytes between `"records":` and `,"gone"`. */
export function pageText({ dataset, after, limit }: PagePlace, { bodies, gone, more }: PageParts): string {
  const records = `[${bodies.join(',')}]`;
  const sha256 = createHash('sha256').update(records, 'utf8').digest('hex');
  const head = `{"version":"${protocolVersion}","dataset":"${dataset}","after":${after}`;
  return `${head},"records":${records},"gone":${JSON.stringify(gone)},"nextCursor":${more ? after + limit : null},"sha256":"${sha256}"}`;
}
