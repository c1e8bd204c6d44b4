// The vectors of the archive: good and bad documents that a verifier in any language must tell apart (8.3).
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { checkpointBody, type PublishedKey, rotationText } from '#schema/records/checkpoint.ts';
import type { GoneRecord } from '#schema/records/envelope.ts';
import { type ArchiveDataset, archiveDatasets } from '#schema/records/protocol.ts';
import { pageBytes } from '#services/archive/page.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hashOf = (hashes: readonly string[]) => sha256(hashes.map((hash) => `${hash}\n`).join(''));

/** A key that anyone can compute, of no use but this: its seed is the SHA-256 of its name. */
function keyOf(name: string) {
  const seed = createHash('sha256').update(`vector key ${name}`).digest();
  // PKCS #8 of an Ed25519 key is this head and the seed.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const raw = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    id: `key_${createHash('sha256').update(raw).digest('hex').slice(0, 16)}`,
    publicKey: raw.toString('base64'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

interface Vector {
  name: string;
  valid: boolean;
}

const texts = [
  'Plain words',
  'Emoji 👩🏽‍🔬 \u2028 \u2029',
  'עברית e\u0301 \u00e9',
  'Quotes " \\ </script> &amp; \\u0041',
  'Last \u{10ffff} \u{1fffe} \ue000',
];
const bodies = texts.map((text, index) =>
  JSON.stringify({ id: `obs_${index}`, url: `https://institution.test/observations/obs_${index}`, body: text }),
);
const gone = [{ id: 'obs_9', ordinal: 3, goneAt: '2026-11-30T10:00:00.000Z' }];

/** Whether each response is a page whose checksum is that of the bytes of its records. */
export function pageVectors(): (Vector & { response: string; sha256?: string })[] {
  const place = { dataset: 'observations', after: 0, limit: 100 } as const;
  const pageOf = (texts: readonly string[], rest: { gone: GoneRecord[]; more: boolean }) =>
    pageBytes(place, { records: `[${texts.join(',')}]`, ...rest }).toString();
  const good = pageOf(bodies, { gone, more: true });
  const empty = pageOf([], { gone, more: false });
  const tricky = pageOf([JSON.stringify({ id: 'obs_1', body: '"records":[],"gone":[' }), bodies[1] ?? ''], {
    gone: [],
    more: false,
  });
  return [
    { name: 'a page with something gone', valid: true, response: good },
    { name: 'a page that is all gone', valid: true, response: empty },
    { name: 'texts that look like the envelope', valid: true, response: tricky },
    { name: 'one letter of a text changed', valid: false, response: good.replace('Plain words', 'Plain wordz') },
    { name: 'a record left out', valid: false, response: good.replace(`${bodies[1]},`, '') },
    {
      name: 'two records exchanged',
      valid: false,
      response: good.replace(`${bodies[0]},${bodies[1]}`, `${bodies[1]},${bodies[0]}`),
    },
    { name: 'the same value in other bytes', valid: false, response: good.replace('👩', '\\ud83d\\udc69') },
    { name: 'a space between records', valid: false, response: good.replace('},{"id":"obs_1"', '}, {"id":"obs_1"') },
    { name: 'cut off', valid: false, response: good.slice(0, -80) },
    { name: 'another checksum', valid: false, response: good.replace(/"sha256":"./, '"sha256":"g') },
  ];
}

/** Whether the blocks are those of the manifest, and the pages those of the blocks. */
export function manifestVectors(): (Vector & { manifest: object; blocks: object[] })[] {
  const pages = Array.from({ length: 103 }, (_, page) => ({
    after: page * 100,
    count: page === 102 ? 5 : 100,
    sha256: sha256(`page ${page}`),
  }));
  pages[40] = { after: 4000, count: 0, sha256: sha256('[]') };
  const blocks = [pages.slice(0, 100), pages.slice(100)].map((part, index) => ({
    version: '1.0.0',
    dataset: 'claims',
    index,
    sha256: hashOf(part.map((page) => page.sha256)),
    pages: part,
  }));
  const manifest = {
    version: '1.0.0',
    dataset: 'claims',
    records: pages.reduce((sum, page) => sum + page.count, 0),
    pages: pages.length,
    root: hashOf(blocks.map((block) => block.sha256)),
    blocks: blocks.map((block) => ({
      index: block.index,
      after: block.index * 10_000,
      pages: block.pages.length,
      sha256: block.sha256,
    })),
  };
  const [first, second] = blocks;
  const nothing = { version: '1.0.0', dataset: 'posts', records: 0, pages: 0, root: sha256(''), blocks: [] };
  const swapped = [second, first].map((block, index) => ({ ...block, index }));
  return [
    { name: 'two blocks', valid: true, manifest, blocks },
    { name: 'nothing', valid: true, manifest: nothing, blocks: [] },
    { name: 'another root', valid: false, manifest: { ...manifest, root: sha256('') }, blocks },
    {
      name: 'one page of another hash',
      valid: false,
      manifest,
      blocks: [
        {
          ...first,
          pages: first?.pages.map((page, index) => (index === 7 ? { ...page, sha256: sha256('[]') } : page)),
        },
        second ?? {},
      ],
    },
    {
      name: 'a page missing',
      valid: false,
      manifest,
      blocks: [{ ...first, pages: first?.pages.slice(1) }, second ?? {}],
    },
    {
      name: 'a block missing',
      valid: false,
      manifest: { ...manifest, blocks: manifest.blocks.slice(0, 1) },
      blocks: blocks.slice(0, 1),
    },
    {
      name: 'blocks exchanged',
      valid: false,
      manifest: { ...manifest, blocks: manifest.blocks.toReversed() },
      blocks: swapped,
    },
    {
      name: 'more records than there are',
      valid: false,
      manifest: { ...manifest, records: manifest.records + 1 },
      blocks,
    },
    {
      name: 'hashes joined without newlines',
      valid: false,
      manifest: { ...manifest, root: sha256(blocks.map((block) => block.sha256).join('')) },
      blocks,
    },
  ];
}

const origin = 'https://institution.test';
const chain = (): { published: PublishedKey[]; last: ReturnType<typeof keyOf> } => {
  const [first, second, third] = [keyOf('1'), keyOf('2'), keyOf('3')];
  const handedOver = (key: typeof first, by: typeof first, from: string): PublishedKey => {
    const handed = { id: key.id, publicKey: key.publicKey, from, signedBy: by.id };
    return { ...handed, signature: by.sign(rotationText(handed)) };
  };
  return {
    published: [
      { id: first.id, publicKey: first.publicKey, from: '2026-11-30T10:00:00.000Z' },
      handedOver(second, first, '2027-01-01T00:00:00.000Z'),
      handedOver(third, second, '2027-06-01T12:34:56.789Z'),
    ],
    last: third,
  };
};

/** Whether the last key is reached from the first by signatures. */
export function keyVectors(): (Vector & { keys: PublishedKey[] })[] {
  const { published } = chain();
  const change = (index: number, part: Partial<PublishedKey>) =>
    published.map((key, place) => (place === index ? { ...key, ...part } : key));
  const stranger = keyOf('stranger');
  const forged = {
    id: stranger.id,
    publicKey: stranger.publicKey,
    from: '2027-06-01T12:34:56.789Z',
    signedBy: published[1]?.id ?? '',
  };
  return [
    { name: 'one key', valid: true, keys: published.slice(0, 1) },
    { name: 'two rotations', valid: true, keys: published },
    { name: 'a key put in the place of another', valid: false, keys: change(2, { publicKey: stranger.publicKey }) },
    { name: 'another time', valid: false, keys: change(1, { from: '2026-12-31T00:00:00.000Z' }) },
    {
      name: 'signed by itself',
      valid: false,
      keys: [...published.slice(0, 2), { ...forged, signature: stranger.sign(rotationText(forged)) }],
    },
    {
      name: 'no signature',
      valid: false,
      keys: [...published.slice(0, 2), { id: stranger.id, publicKey: stranger.publicKey, from: forged.from }],
    },
    { name: 'a link left out', valid: false, keys: published.filter((_, index) => index !== 1) },
    { name: 'an id of another key', valid: false, keys: change(0, { id: stranger.id }) },
  ];
}

/** Whether the checkpoint is signed by the key of these that it names, for this origin. */
export function checkpointVectors(): (Vector & { origin: string; keys: PublishedKey[]; checkpoint: object })[] {
  const { published: keys, last } = chain();
  const body = checkpointBody({
    origin,
    generation: 4242,
    changedAt: '2027-06-02T08:00:00.123Z',
    datasets: archiveDatasets.map((dataset: ArchiveDataset, index) => ({
      dataset,
      records: index * 99,
      pages: index,
      root: index === 0 ? sha256('') : sha256(dataset),
    })),
  });
  const checkpoint = { version: '1.0.0', body, signature: last.sign(body), keyId: last.id };
  const stranger = keyOf('stranger');
  const bad = (name: string, part: object) => ({
    name,
    valid: false,
    origin,
    keys,
    checkpoint: { ...checkpoint, ...part },
  });
  const signed = (name: string, other: string) => bad(name, { body: other, signature: last.sign(other) });
  return [
    { name: 'signed by the last key', valid: true, origin, keys, checkpoint },
    bad('another generation', { body: body.replace('4242', '4243') }),
    bad('no newline at the end', { body: body.trimEnd() }),
    bad('another signature', { signature: keyOf('1').sign(body) }),
    bad('a key that nobody knows', { keyId: stranger.id, signature: stranger.sign(body) }),
    { ...bad('another origin', {}), origin: 'https://elsewhere.test' },
    signed('signed, but a dataset is missing', body.replace(/^lineage .*\n/m, '')),
    signed('signed, but datasets are exchanged', body.replace(/^(threads .*\n)(posts .*\n)/m, '$2$1')),
    signed('signed, but of another form', body.replace('checkpoint/1', 'checkpoint/2')),
    signed('signed, but a generation that is no number', body.replace('4242', '4e3')),
    signed(
      'signed, but a root in capitals',
      body.replace(/[0-9a-f]{64}\n$/, (root) => root.toUpperCase()),
    ),
  ];
}
