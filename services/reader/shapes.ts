// What the documents of an archive must look like before anything in them is believed. What is stored and shown to others as it came is
// closed (8.5), or anyone between could add to it; in the rest, fields that are not named here are let pass (1.1).
import { isUtf8 } from 'node:buffer';
import { Ajv2020, type JSONSchemaType } from 'ajv/dist/2020.js';
import type { CheckpointDocument, PublishedKey } from '#schema/records/checkpoint.ts';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, lastCursor, mostRecords, pagesPerBlock } from '#schema/records/protocol.ts';

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

const closed = <Schema>(required: object): JSONSchemaType<Schema> =>
  ({ ...object<Schema>(required), additionalProperties: false }) as never;

export interface ProtocolDocument {
  version: string;
  origin: string;
  addresses: { checkpoint: string };
  export: { address: string };
  polling: { seconds: number };
  demonstration?: boolean;
  keys: PublishedKey[];
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
    addresses: object({ checkpoint: { type: 'string', maxLength: 2048 } }),
    export: object({ address: { type: 'string', maxLength: 2048 } }),
    polling: object({ seconds: { type: 'number', minimum: 0 } }),
    keys: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: object<PublishedKey>(
        { id: keyId, publicKey: base64, from: { type: 'string', maxLength: 100 } },
        { signedBy: keyId, signature: base64 },
      ),
    },
  }),
);

export const isCheckpointDocument = ajv.compile(
  closed<CheckpointDocument>({ version, body: { type: 'string' }, signature: base64, keyId }),
);

export const isManifest = ajv.compile(
  closed<Manifest>({
    version,
    dataset: name,
    records: count,
    pages: count,
    root: sha256,
    blocks: { type: 'array', items: closed({ index: count, after: count, pages: count, sha256 }) },
  }),
);

export const isBlock = ajv.compile(
  closed<ManifestBlock>({
    version,
    dataset: name,
    index: count,
    sha256,
    pages: { type: 'array', maxItems: pagesPerBlock, items: closed({ after: count, count, sha256 }) },
  }),
);

// Identifiers and times are printed and become lines of lists, so they hold nothing that a terminal obeys.
const id = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$' } as const;

const gone: JSONSchemaType<Page['gone']> = {
  type: 'array',
  maxItems: mostRecords,
  items: closed({
    id,
    ordinal: count,
    goneAt: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,20}Z$' },
  }),
};

export const isGone = ajv.compile(gone);

export const isPage = ajv.compile(
  closed<Page>({
    version,
    dataset: name,
    after: count,
    records: {
      type: 'array',
      maxItems: mostRecords,
      items: object({ id, url: { type: 'string', maxLength: 2048 } }),
    },
    gone,
    nextCursor: { anyOf: [count, { type: 'null' }] },
    sha256,
  }),
);

/** Whether these bytes are JSON at all. */
export const isJson = (bytes: Buffer): boolean => readJson(bytes) !== undefined;

/** The JSON in these bytes where it has the shape, else undefined. */
export function readShape<Shape>(bytes: Buffer, has: (value: unknown) => value is Shape): Shape | undefined {
  const value = readJson(bytes);
  return has(value) ? value : undefined;
}

/** The same where these bytes are all that is needed to write it: no space between, no member twice, nothing that a parser passes over. */
export function readTight<Shape>(bytes: Buffer, has: (value: unknown) => value is Shape): Shape | undefined {
  const value = readShape(bytes, has);
  return value !== undefined && bytes.equals(Buffer.from(JSON.stringify(value))) ? value : undefined;
}

/** The JSON in these bytes, else undefined; whatever is wrong with it, nothing is thrown. */
export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(strict.decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * What readJson gives in a third of the time, for whoever looks at no letter beyond ASCII: each stands as the bytes that it is of. Such
 * letters can be inside strings only, so everything else is the same.
 */
export function readStructure(bytes: Buffer): unknown {
  try {
    return isUtf8(bytes) ? JSON.parse(bytes.toString('latin1')) : undefined;
  } catch {
    return undefined;
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
