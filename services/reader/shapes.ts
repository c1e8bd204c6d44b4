// What the documents of an archive must look like before anything in them is believed. Fields that are not named here are let pass:
// new ones are additive (1.1).
import { Ajv2020, type JSONSchemaType } from 'ajv/dist/2020.js';
import { type ArchiveDataset, lastCursor, mostRecords } from '#schema/records/protocol.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false });

const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const count = { type: 'integer', minimum: 0, maximum: lastCursor } as const;
const version = { type: 'string', pattern: '^1[.][0-9]{1,9}[.][0-9]{1,9}$' } as const;
const name = { type: 'string', pattern: '^[a-z_]{1,40}$' } as const;
// Base64 of an Ed25519 key is 44 characters long, of a signature 88.
const base64 = { type: 'string', pattern: '^[A-Za-z0-9+/]{1,86}={0,2}$' } as const;
const keyId = { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' } as const;

const object = <Schema>(required: object, optional: object = {}): JSONSchemaType<Schema> =>
  ({ type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) }) as never;

/** A key of an archive; all but the first are signed by an earlier one (8.3). */
export interface ArchiveKey {
  id: string;
  /** Base64 of the 32 raw bytes of an Ed25519 public key. */
  publicKey: string;
  from: string;
  signedBy?: string | null;
  signature?: string | null;
}

export interface ProtocolDocument {
  version: string;
  origin: string;
  addresses: { archive: string };
  polling: { seconds: number };
  demonstration?: boolean;
  keys: ArchiveKey[];
}

export interface SignedCheckpoint {
  version: string;
  body: string;
  signature: string;
  keyId: string;
}

export interface Manifest {
  version: string;
  dataset: ArchiveDataset;
  records: number;
  pages: number;
  root: string;
  blocks: { index: number; after: number; pages: number; sha256: string }[];
}

export interface Block {
  version: string;
  dataset: ArchiveDataset;
  index: number;
  sha256: string;
  pages: { after: number; count: number; sha256: string }[];
}

export interface Page {
  version: string;
  dataset: ArchiveDataset;
  after: number;
  records: { id: string; url: string }[];
  gone: { id: string; ordinal: number; goneAt: string }[];
  nextCursor: number | null;
  sha256: string;
}

export const isProtocolDocument = ajv.compile(
  object<ProtocolDocument>({
    version,
    origin: { type: 'string' },
    addresses: object({ archive: { type: 'string', maxLength: 2048 } }),
    polling: object({ seconds: { type: 'number', minimum: 0 } }),
    keys: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: object<ArchiveKey>(
        { id: keyId, publicKey: base64, from: { type: 'string', maxLength: 100 } },
        // biome-ignore format: one line a field
        {
          signedBy: { anyOf: [keyId, { type: 'null' }] },
          signature: { anyOf: [base64, { type: 'null' }] },
        },
      ),
    },
  }),
);

export const isSignedCheckpoint = ajv.compile(
  object<SignedCheckpoint>({ version, body: { type: 'string' }, signature: base64, keyId }),
);

export const isManifest = ajv.compile(
  object<Manifest>({
    version,
    dataset: name,
    records: count,
    pages: count,
    root: sha256,
    blocks: { type: 'array', items: object({ index: count, after: count, pages: count, sha256 }) },
  }),
);

export const isBlock = ajv.compile(
  object<Block>({
    version,
    dataset: name,
    index: count,
    sha256,
    pages: { type: 'array', maxItems: 100, items: object({ after: count, count, sha256 }) },
  }),
);

// Identifiers and times are printed and become lines of lists, so they hold nothing that a terminal obeys.
const id = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$' } as const;

export const isPage = ajv.compile(
  object<Page>({
    version,
    dataset: name,
    after: count,
    records: {
      type: 'array',
      maxItems: mostRecords,
      items: object({ id, url: { type: 'string', maxLength: 2048 } }),
    },
    gone: {
      type: 'array',
      maxItems: mostRecords,
      items: object({
        id,
        ordinal: count,
        goneAt: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,20}Z$' },
      }),
    },
    nextCursor: { anyOf: [count, { type: 'null' }] },
    sha256,
  }),
);

const anything = (_value: unknown): _value is unknown => true;

/** Whether these bytes are JSON at all. */
export const isJson = (bytes: Buffer): boolean => readShape<unknown>(bytes, anything) !== undefined;

/** The JSON in these bytes where it has the shape, else undefined; whatever is wrong with it, nothing is thrown. */
export function readShape<Shape>(bytes: Buffer, has: (value: unknown) => value is Shape): Shape | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return has(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
