// Kept answers are right at once in every process (1.10, 8.3), and what is read beside the writing ends up whole.
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { sql } from '#prisma/database.ts';
import { archiveDatasets } from '#schema/records/protocol.ts';
import { nothingShared, runWriters, scripts } from '#test/domain/publication/writers.ts';
import { newKeyFile, readPage, serveArchive } from '#test/kit/archive.ts';
import { openInstitution } from '#test/kit/institution.ts';
import { people, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';
import { askStranger } from '#test/kit/stranger.ts';

async function answerOf(base: string, path: string, headers: Record<string, string> = {}) {
  const response = await request(`${base}${path}`, { headers });
  return {
    status: response.statusCode,
    tag: String(response.headers.etag),
    link: String(response.headers.link),
    text: await response.body.text(),
  };
}

const addresses = [
  '/api/community/archive/checkpoint',
  '/.well-known/morrowkin-protocol.json',
  ...archiveDatasets.flatMap((dataset) => [
    `/api/community/archive?dataset=${dataset}&after=0`,
    `/api/community/archive?dataset=${dataset}&after=3&limit=4`,
    `/api/community/archive/manifest?dataset=${dataset}`,
  ]),
];

test('two processes, one with room to keep hardly anything, show every change at once while others write', async () => {
  const institution = await openInstitution({ connections: 12 });
  const keys = newKeyFile();
  const bases = await Promise.all([
    serveArchive(institution, { keys }),
    serveArchive(institution, { keys, keptBytes: 3000 }),
  ]);
  const [author] = await people(institution.database, 1);
  const [staff] = await people(institution.database, 1, { role: 'moderator' });
  if (!author || !staff) throw new Error('nobody came');

  const shared = nothingShared();
  let writing = true;
  const others = fc
    .sample(scripts(3, 3, 15), { numRuns: 1, seed: 7 })
    .map((lives) => runWriters(institution, lives, shared).finally(() => (writing = false)));
  const readAll = async () => {
    while (writing) {
      for (const base of bases) for (const address of addresses) await answerOf(base, address);
      await pause(1);
    }
  };
  const reading = readAll();

  for (let round = 0; round < 12; round++) {
    const { id } = await institution.act(registerClaim, author, aClaim());
    const { place } = await institution.database.one<{ place: number }>(
      sql`select ordinal as place from publication where record_id = ${id}`,
    );
    const see = async (base: string, limit: number) => {
      const page = await readPage(base, 'claims', place - 1, limit);
      return [page.records.some((record) => record.id === id), page.gone.some((gone) => gone.id === id)];
    };
    for (const base of bases) for (const limit of [1, 100]) expect(await see(base, limit)).toEqual([true, false]);
    await institution.act(moderateClaim, staff, { claimId: id, state: 'hidden', reason: aReason });
    for (const base of bases) for (const limit of [1, 100]) expect(await see(base, limit)).toEqual([false, true]);
  }
  await Promise.all([...others, reading]);

  // At rest all agree, byte for byte, with each other, with a process that has kept nothing, and with a stranger's arithmetic.
  const fresh = await serveArchive(institution, { keys });
  for (const address of addresses) {
    const [first, second, third] = await Promise.all([...bases, fresh].map((base) => answerOf(base, address)));
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect((await answerOf(fresh, address, { 'if-none-match': first?.tag ?? '' })).status).toBe(304);
  }
  for (const base of bases) expect((await askStranger(base))?.wrong ?? []).toEqual([]);
});

test('a change elsewhere in the dataset leaves a page, its tag and its bytes alone; a rollback is no change', async () => {
  const institution = await openInstitution();
  const base = await serveArchive(institution);
  const author = await person(institution.database);
  for (let made = 0; made < 5; made++) await institution.act(registerClaim, author, aClaim());
  const first = '/api/community/archive?dataset=claims&after=0&limit=2';
  const [page, checkpoint] = [await answerOf(base, first), await answerOf(base, '/api/community/archive/checkpoint')];
  await expect(
    institution.database.transaction(async (tx) => {
      await tx.query(sql`select publish('claims', array['clm_never'], array['{}'])`);
      throw new Error('never mind');
    }),
  ).rejects.toThrow('never mind');
  expect(await answerOf(base, '/api/community/archive/checkpoint')).toEqual(checkpoint);
  await institution.act(registerClaim, author, aClaim());
  expect(await answerOf(base, first)).toEqual(page);
  expect((await answerOf(base, '/api/community/archive/checkpoint')).tag).not.toBe(checkpoint.tag);
});

test('every answer links to its own address, its schema and the page after it, on the public origin whatever the request says', async () => {
  const institution = await openInstitution();
  const base = await serveArchive(institution);
  const author = await person(institution.database);
  for (let made = 0; made < 3; made++) await institution.act(registerClaim, author, aClaim());
  const at = (path: string) => `https://institution.test${path}`;
  const linksOf = async (path: string) =>
    (await answerOf(base, path, { host: 'evil.test', 'x-forwarded-host': 'evil.test' })).link;
  const described = `<${at('/.well-known/morrowkin-record.schema.json')}>; rel="describedby"`;
  const page = '/api/community/archive?dataset=claims';
  expect(await linksOf(`${page}&limit=2&odd=1`)).toBe(
    `<${at(`${page}&after=0&limit=2`)}>; rel="canonical", ${described}, <${at(`${page}&after=2&limit=2`)}>; rel="next"`,
  );
  expect(await linksOf(`${page}&after=2&limit=2`)).toBe(
    `<${at(`${page}&after=2&limit=2`)}>; rel="canonical", ${described}`,
  );
  expect(await linksOf(page)).toBe(`<${at(`${page}&after=0`)}>; rel="canonical", ${described}`);
  const manifest = '/api/community/archive/manifest?dataset=claims';
  expect(await linksOf(`${manifest}&block=0`)).toBe(`<${at(`${manifest}&block=0`)}>; rel="canonical", ${described}`);
});
