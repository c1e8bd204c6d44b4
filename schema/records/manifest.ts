import { closed, sha256 } from './fields.ts';
import {
  type ArchiveDataset,
  archiveDatasets,
  lastCursor,
  mostRecords,
  pagesPerBlock,
  protocolVersion,
} from './protocol.ts';

/** A dataset's manifest (8.3): pages hold 100 ordinals, blocks 100 pages; `after` is the cursor of a block's first page. */
export interface Manifest {
  version: string;
  dataset: ArchiveDataset;
  records: number;
  pages: number;
  root: string;
  blocks: { index: number; after: number; pages: number; sha256: string }[];
}

/** One block's pages (8.3): `count` records are live on the page at `after`. */
export interface ManifestBlock {
  version: string;
  dataset: ArchiveDataset;
  index: number;
  sha256: string;
  pages: { after: number; count: number; sha256: string }[];
}

const count = (maximum: number, minimum = 0) => ({ type: 'integer', minimum, maximum }) as const;
const dataset = { enum: archiveDatasets } as const;
const version = { const: protocolVersion } as const;
const after = (span: number) => ({ ...count(lastCursor), multipleOf: span }) as const;

export const manifestSchema = closed(
  {
    version,
    dataset,
    records: count(lastCursor),
    pages: count(lastCursor),
    root: sha256,
    blocks: {
      type: 'array',
      items: closed({
        index: count(lastCursor),
        after: after(mostRecords * pagesPerBlock),
        pages: count(pagesPerBlock, 1),
        sha256,
      }),
    },
  },
  'A dataset’s manifest: root is the SHA-256 over the blocks’ hashes, each as 64 hexadecimal digits and a newline.',
);

export const manifestBlockSchema = closed(
  {
    version,
    dataset,
    index: count(lastCursor),
    sha256,
    pages: {
      type: 'array',
      minItems: 1,
      maxItems: pagesPerBlock,
      items: closed({ after: after(mostRecords), count: count(mostRecords), sha256 }),
    },
  },
  'One block of a manifest: sha256 is that of its pages’ hashes, each as 64 hexadecimal digits and a newline.',
);

const base64 = (bytes: 32 | 64) =>
  ({ type: 'string', pattern: bytes === 32 ? '^[A-Za-z0-9+/]{43}=$' : '^[A-Za-z0-9+/]{86}==$' }) as const;

export const checkpointSchema = closed(
  {
    version,
    body: {
      type: 'string',
      pattern: `^morrowkin-checkpoint/1\\nhttps?://[^\\s]+\\n[0-9]+\\n[0-9TZ:.-]+\\n${archiveDatasets.map((one) => `${one} [0-9]+ [0-9]+ [0-9a-f]{64}\\n`).join('')}$`,
    },
    signature: base64(64),
    keyId: { type: 'string', pattern: '^key_[0-9a-f]{16}$' },
  },
  'A signed statement of the whole archive at one moment. It shows who published this state, and not that what it says is true.',
);
