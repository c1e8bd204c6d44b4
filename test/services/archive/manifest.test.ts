// The manifest and the checkpoint, seen by a stranger who trusts no hash (8.3), and kept right by the database whoever writes.
import { createHash, createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Database, sql } from '#prisma/database.ts';
import type { CheckpointDocument, PublishedKey } from '#schema/records/checkpoint.ts';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { archiveDatasets } from '#schema/records/protocol.ts';
import { readPages, serveArchive } from '#test/kit/archive.ts';
import { openInstitution } from '#test/kit/institution.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hashOf = (hashes: readonly string[]) => sha256(hashes.map((hash) => `${hash}\n`).join(''));

async function read<Answer>(base: string, path: string): Promise<Answer> {
  const response = await fetch(`${base}${path}`);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Answer;
}

const manifestOf = (base: string, dataset: string) =>
  read<Manifest>(base, `/api/community/archive/manifest?dataset=${dataset}`);
const blockOf = (base: string, dataset: string, block: number) =>
  read<ManifestBlock>(base, `/api/community/archive/manifest?dataset=${dataset}&block=${block}`);

/** Everything the manifest of a dataset says, computed from its pages. */
async function compareWithPages(base: string, dataset: string): Promise<void> {
  const served = await readPages(base, dataset);
  const manifest = await manifestOf(base, dataset);
  const pages = served.length === 1 && served[0]?.records.length === 0 && served[0].gone.length === 0 ? [] : served;
  const listed: unknown[] = [];
  for (const { index } of manifest.blocks) {
    const block = await blockOf(base, dataset, index);
    listed.push(...block.pages);
    expect(block.sha256).toBe(hashOf(block.pages.map((page) => page.sha256)));
    expect(manifest.blocks[index]).toEqual({
      index,
      after: index * 10_000,
      pages: block.pages.length,
      sha256: block.sha256,
    });
  }
  expect(listed).toEqual(pages.map((page) => ({ after: page.after, count: page.records.length, sha256: page.sha256 })));
  expect(manifest).toMatchObject({
    version: '1.0.0',
    dataset,
    pages: pages.length,
    records: pages.reduce((sum, page) => sum + page.records.length, 0),
    root: hashOf(manifest.blocks.map((block) => block.sha256)),
  });
}

test('an empty institution has ten empty manifests and a signed checkpoint of them', async () => {
  const institution = await openInstitution();
  const base = await serveArchive(institution);
  for (const dataset of archiveDatasets) {
    expect(await manifestOf(base, dataset)).toEqual({
      version: '1.0.0',
      dataset,
      records: 0,
      pages: 0,
      root: sha256(''),
      blocks: [],
    });
  }
  const { body, signature, keyId, version } = await read<CheckpointDocument>(base, '/api/community/archive/checkpoint');
  const { founded } = await institution.database.one<{ founded: Date }>(
    sql`select changed_at as founded from public_setting where key = 'foundedAt'`,
  );
  expect(version).toBe('1.0.0');
  expect(body).toBe(
    `morrowkin-checkpoint/1\n${institution.origin}\n0\n${founded.toISOString()}\n` +
      archiveDatasets.map((dataset) => `${dataset} 0 0 ${sha256('')}\n`).join(''),
  );
  const { keys } = await read<{ keys: PublishedKey[] }>(base, '/.well-known/morrowkin-protocol.json');
  expect(keys).toEqual([{ id: keyId, publicKey: expect.any(String), from: expect.any(String) }]);
  const x = Buffer.from(keys[0]?.publicKey ?? '', 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64'))).toBe(true);
});

test('what is asked for wrongly is refused by name, and a block that is not there is not found', async () => {
  const base = await serveArchive(await openInstitution());
  const refusal = async (query: string) => {
    const response = await fetch(`${base}/api/community/archive/manifest${query}`);
    const { code, errors } = (await response.json()) as { code: string; errors?: { field: string }[] };
    return [response.status, code, errors?.[0]?.field];
  };
  expect(await refusal('')).toEqual([400, 'input.invalid', 'dataset']);
  expect(await refusal('?dataset=members')).toEqual([400, 'input.invalid', 'dataset']);
  for (const block of ['', '-1', '1.5', '01', 'one', '9007199254740992', '0&block=0']) {
    expect([block, await refusal(`?dataset=claims&block=${block}`)]).toEqual([block, [400, 'input.invalid', 'block']]);
  }
  expect(await refusal('?dataset=claims&block=0')).toEqual([404, 'not_found', undefined]);
  expect(await refusal('?dataset=claims&block=9007199254740991')).toEqual([404, 'not_found', undefined]);
});

// Bodies are of no schema here: what is under test is the database, whoever writes into it.
const text = fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.replace(/[\0\p{Cs}]/gu, ''));
type Write =
  | { do: 'publish'; records: string[] }
  | { do: 'insert'; records: string[] }
  | { do: 'change'; from: number; count: number; to: string | null };
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    do: fc.constantFrom('publish' as const, 'insert' as const),
    records: fc.array(text, { minLength: 1, maxLength: 250 }),
  }),
  fc.record({
    do: fc.constant('change' as const),
    from: fc.nat(700),
    count: fc.integer({ min: 1, max: 150 }),
    to: fc.option(text),
  }),
);

let made = 0;
const newIds = (count: number) => Array.from({ length: count }, () => `rec_${++made}`);

async function perform(database: Database, dataset: string, one: Write): Promise<void> {
  if (one.do === 'change') {
    const body = one.to === null ? null : JSON.stringify({ body: one.to });
    await database.query(sql`
      update publication set body = ${body}::text, gone_at = case when ${body}::text is null then now() end
      where dataset = ${dataset}::dataset and ordinal > ${one.from} and ordinal <= ${one.from + one.count}`);
    return;
  }
  const ids = newIds(one.records.length);
  const bodies = one.records.map((body, index) => JSON.stringify({ id: ids[index], url: '', body }));
  if (one.do === 'publish') {
    await database.query(sql`select publish(${dataset}::dataset, ${ids}::text[], ${bodies}::text[])`);
  } else {
    await database.transaction(async (tx) => {
      await tx.query(sql`select from publication_head where dataset = ${dataset}::dataset for update`);
      await tx.query(sql`
        insert into publication (dataset, ordinal, record_id, body)
        select ${dataset}::dataset, last + g.n, g.id, g.body
        from publication_head, unnest(${ids}::text[], ${bodies}::text[]) with ordinality as g (id, body, n) where dataset = ${dataset}::dataset`);
    });
  }
}

test('pages, blocks and roots are those of the bodies after any history, written by any statement, by many at once', async () => {
  const institution = await openInstitution({ connections: 8 });
  const base = await serveArchive(institution);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 4 }),
      async (writers) => {
        await Promise.all(
          writers.map(async (writes, writer) => {
            for (const one of writes) await perform(institution.database, writer % 2 ? 'lineage' : 'resolutions', one);
          }),
        );
        for (const dataset of ['lineage', 'resolutions']) await compareWithPages(base, dataset);
      },
    ),
    { numRuns: 12 },
  );
});

test('more than a block: 10,250 records in one statement, then a change in the second block', async () => {
  const institution = await openInstitution();
  const base = await serveArchive(institution);
  await perform(institution.database, 'claims', {
    do: 'insert',
    records: Array.from({ length: 10_250 }, (_, n) => `${n}`),
  });
  const before = await manifestOf(base, 'claims');
  expect(before.blocks.map(({ after, pages }) => [after, pages])).toEqual([
    [0, 100],
    [10_000, 3],
  ]);
  await perform(institution.database, 'claims', { do: 'change', from: 10_000, count: 100, to: null });
  const after = await manifestOf(base, 'claims');
  expect(after.blocks[0]).toEqual(before.blocks[0]);
  expect((await blockOf(base, 'claims', 1)).pages[0]).toEqual({ after: 10_000, count: 0, sha256: sha256('[]') });
  await compareWithPages(base, 'claims');
});

test('hashes are written by nobody else, and ordinals leave no gap', async () => {
  const { database } = await openInstitution();
  await perform(database, 'claims', { do: 'publish', records: ['one'] });
  for (const statement of [
    sql`update publication_page set sha256 = ''`,
    sql`delete from publication_page`,
    sql`truncate publication_page`,
    sql`insert into publication_block values ('checks', 0, '')`,
    sql`update publication_block set sha256 = ''`,
    sql`truncate publication_block`,
    sql`insert into publication (dataset, ordinal, record_id, body) values ('claims', 3, 'clm_gap', '{}')`,
  ]) {
    await expect(database.query(statement)).rejects.toThrow(/record.frozen|ordinals of claims go on from 1/);
  }
});
