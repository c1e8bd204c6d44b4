import { closed, nullable, sha256, time } from './fields.ts';
import { recordSchemas } from './index.ts';
import { checkpointSchema, manifestBlockSchema, manifestSchema } from './manifest.ts';
import { type ArchiveDataset, archiveDatasets, lastCursor, mostRecords, protocolVersion } from './protocol.ts';

/** What stands where a record was (8.2): never why, never by whom. */
export interface GoneRecord {
  id: string;
  ordinal: number;
  goneAt: string;
}

const cursor = { type: 'integer', minimum: 0, maximum: lastCursor } as const;

const hasRecords = (dataset: ArchiveDataset): dataset is keyof typeof recordSchemas =>
  Object.hasOwn(recordSchemas, dataset);

/** One dataset's lists of records and gone records; a dataset that has no records yet shows none. */
function listsOf(dataset: ArchiveDataset) {
  const none = { type: 'array', maxItems: 0 } as const;
  if (!hasRecords(dataset)) return { records: none, gone: none };
  const ordinal = { type: 'integer', minimum: 1, maximum: lastCursor } as const;
  return {
    records: { type: 'array', maxItems: mostRecords, items: { $ref: `#/$defs/${dataset}` } },
    gone: {
      type: 'array',
      maxItems: mostRecords,
      items: closed({ id: { $ref: `#/$defs/${dataset}/properties/id` }, ordinal, goneAt: time }),
    },
  } as const;
}

/** The JSON Schema (draft 2020-12) of an archive page, with the address it stands at; in its `$defs` each dataset's record, the manifest, its blocks and the checkpoint (8.5). */
export const pageSchema = (address: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: address,
  title: 'A page of the public archive',
  description:
    'Records are as they stand now. sha256 is the SHA-256 of the UTF-8 bytes between "records": and ,"gone" in the response. ' +
    'It shows that the bytes arrived as they were sent; it does not show that what they say is true.',
  ...closed({
    version: { const: protocolVersion },
    dataset: { enum: archiveDatasets },
    after: cursor,
    records: { type: 'array' },
    gone: { type: 'array' },
    nextCursor: nullable(cursor),
    sha256,
  }),
  allOf: archiveDatasets.map((dataset) => ({
    if: { type: 'object', properties: { dataset: { const: dataset } }, required: ['dataset'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { type: 'object', properties: listsOf(dataset) },
  })),
  $defs: {
    ...recordSchemas,
    manifest: manifestSchema,
    manifest_block: manifestBlockSchema,
    checkpoint: checkpointSchema,
  },
});
