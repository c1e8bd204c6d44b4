import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mirrorStatus } from '#services/reader/status.ts';
import { aDirectory, expectRight, held, run, wordOf } from './kit.ts';
import { MockArchive } from './mock-archive.ts';

const sorted = (pages: Map<string, string>) => new Map([...pages].sort());

/** A small archive with a few pages and gone records in it. */
async function aSmallArchive(): Promise<MockArchive> {
  const archive = await MockArchive.open();
  archive.publish('claims', 250, 'Ünïcödé \u2028 👩🏽‍🔬 "records":[] ,"gone"');
  archive.publish('checks', 100);
  archive.publish('resolutions', 3);
  archive.withdraw('claims', 7);
  return archive;
}

test('mirrors a whole archive, byte for byte, and knows with one request that it still is right', async () => {
  const archive = await aSmallArchive();
  const directory = aDirectory();
  const first = await run(archive.address, directory);
  expect(first).toMatchObject({ unchanged: false, pagesFetched: 5, generation: 4 });
  expect(await held(directory)).toEqual(sorted(archive.export()));
  await expectRight(directory);

  archive.forgetRequests();
  expect(await run(archive.address, directory)).toMatchObject({ unchanged: true, requests: 1 });
  expect(archive.counts).toMatchObject({ checkpoint: 1 });
  expect(archive.requests).toBe(1);
});

test('a withdrawal takes the content away and stays on a list without it', async () => {
  const archive = await aSmallArchive();
  const directory = aDirectory();
  await run(archive.address, directory);
  archive.correct('claims', 120, 'A secret that was published.');
  await run(archive.address, directory);
  archive.withdraw('claims', 120);
  const told: unknown[] = [];
  await run(archive.address, directory, { onWithdrawn: (one) => told.push(one) });
  expect(told).toEqual([
    { dataset: 'claims', id: archive.id('claims', 120), ordinal: 120, goneAt: expect.stringMatching(/Z$/) },
  ]);

  const [origin = ''] = await readdir(directory);
  const files = await readdir(path.join(directory, origin), { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile()))
    expect(await readFile(path.join(file.parentPath, file.name), 'utf8')).not.toContain('A secret');
  const list = await readFile(path.join(directory, origin, 'withdrawn/claims/000000.json'), 'utf8');
  expect((JSON.parse(list) as { ordinal: number }[]).map(({ ordinal }) => ordinal)).toEqual([7, 120]);
  expect((await mirrorStatus(directory))[0]?.datasets.claims).toMatchObject({ records: 248, pages: 3, withdrawn: 2 });

  archive.restore('claims', 120, 'It is back.');
  await run(archive.address, directory);
  expect((await mirrorStatus(directory))[0]?.datasets.claims).toMatchObject({ records: 249, withdrawn: 1 });
  expect(await held(directory)).toEqual(sorted(archive.export()));
  await expectRight(directory);
});

test('costs one request a touched dataset, block and page, and the former last page of one that grew', async () => {
  const archive = await MockArchive.open();
  archive.publish('claims', 10_100);
  archive.publish('checks', 100);
  const directory = aDirectory();
  await run(archive.address, directory);

  const cost = async () => {
    archive.forgetRequests();
    await run(archive.address, directory);
    await expectRight(directory);
    expect(await held(directory)).toEqual(sorted(archive.export()));
    const { checkpoint, manifest, block, page } = archive.counts;
    return { checkpoint, manifest, block, page };
  };
  archive.correct('claims', 1, 'One');
  archive.correct('claims', 2, 'Two');
  archive.correct('claims', 205, 'Three');
  archive.withdraw('claims', 10_001);
  archive.correct('checks', 5, 'Five');
  expect(await cost()).toEqual({ checkpoint: 1, manifest: 2, block: 3, page: 4 });
  archive.publish('checks', 1); // a second page: the first, whose records are the same, now leads on to it
  expect(await cost()).toEqual({ checkpoint: 1, manifest: 1, block: 1, page: 2 });
  archive.publish('claims', 9900); // fills the second block
  expect(await cost()).toEqual({ checkpoint: 1, manifest: 1, block: 1, page: 100 });
  archive.publish('claims', 1); // a third block: the second has the same hash, but its last page leads on
  expect(await cost()).toEqual({ checkpoint: 1, manifest: 1, block: 1, page: 2 });
});

test('keeps the datasets it is asked for, and those only', async () => {
  const archive = await aSmallArchive();
  const directory = aDirectory();
  await run(archive.address, directory, { datasets: ['checks', 'claims'] });
  expect(new Set([...(await held(directory)).keys()].map((key) => key.split(' ')[0]))).toEqual(
    new Set(['claims', 'checks']),
  );
  archive.forgetRequests();
  expect((await run(archive.address, directory)).datasets).toEqual({
    claims: { records: 249, pages: 3 },
    checks: { records: 100, pages: 1 },
  });
  expect(archive.requests).toBe(1);
  await run(archive.address, directory, { datasets: ['checks', 'resolutions'] });
  expect([...(await held(directory)).keys()]).toEqual(['checks 0', 'resolutions 0']);
  await expectRight(directory);
});

test('keeps several origins apart in one directory', async () => {
  const [one, other] = [await aSmallArchive(), await aSmallArchive()];
  const directory = aDirectory();
  await run(one.address, directory);
  await run(other.address, directory);
  one.publish('claims', 1);
  await run(one.address, directory);
  expect((await mirrorStatus(directory)).map(({ origin, generation }) => [origin, generation]).sort()).toEqual(
    [
      [one.origin, 5],
      [other.origin, 4],
    ].sort(),
  );
  await expectRight(directory);
});

test('a place where nothing can be written ends as storage', async () => {
  const archive = await aSmallArchive();
  const file = path.join(aDirectory(), 'file');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  const places = [path.join(file, 'under'), ...(process.platform === 'linux' ? ['/proc/mirror'] : [])];
  for (const place of places) expect([place, await wordOf(run(archive.address, place))]).toEqual([place, 'storage']);
});
