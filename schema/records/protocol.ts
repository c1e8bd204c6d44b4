/** The version every public document carries (1.1). */
export const protocolVersion = '1.0.0';

/** The datasets of the archive, in the protocol's order (8.1). */
export const archiveDatasets = [
  'claims',
  'checks',
  'threads',
  'posts',
  'precedents',
  'challenges',
  'lineage',
  'observations',
  'check_reviews',
  'resolutions',
] as const;
export type ArchiveDataset = (typeof archiveDatasets)[number];

/** Records a page holds at most, and unless told otherwise (1.9). */
export const mostRecords = 100;
/** The largest cursor (1.9). */
export const lastCursor = 2 ** 53 - 1;
/** Pages of a block of the manifest (8.3). */
export const pagesPerBlock = 100;
