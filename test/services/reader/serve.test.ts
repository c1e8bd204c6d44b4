import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { type Served, serveMirror } from '#services/reader/serve.ts';
import { aDirectory, expectRight, held, run, wordOf } from './kit.ts';
import { MockArchive } from './mock-archive.ts';
import { ReaderProcess, reader } from './reader-process.ts';

const served: Served[] = [];
afterAll(() => Promise.all(served.splice(0).map((one) => one.close())));
async function serve(directory: string): Promise<Served> {
  const one = await serveMirror(directory);
  served.push(one);
  return one;
}

const checker = path.resolve(import.meta.dirname, '../../../../shared/verify/archive_check.py');

async function anArchive(): Promise<{ archive: MockArchive; directory: string }> {
  const archive = await MockArchive.open();
  archive.publish('claims', 250, 'Ünïcödé \u2028 👩🏽‍🔬');
  archive.publish('posts', 100);
  for (let ordinal = 1; ordinal <= 100; ordinal++) archive.withdraw('posts', ordinal);
  archive.withdraw('claims', 250);
  const directory = aDirectory();
  await run(archive.address, directory);
  return { archive, directory };
}

test('a stranger finds nothing wrong with a served mirror', async (context) => {
  const { directory } = await anArchive();
  const process = new ReaderProcess('serve', directory, '--port', '0');
  const address = / on (\S+)$/.exec(await process.firstLine())?.[1] ?? '';
  if (!existsSync(checker)) return context.skip('archive_check.py stands beside no project of ours here');
  const { stdout } = await promisify(execFile)('python3', [checker, address]);
  expect(stdout).toContain('claims: 249 records, 3 pages');
  expect(stdout).not.toContain('WRONG');
  process.child.kill('SIGTERM');
  expect(await process.ended()).toMatchObject({ code: 0 });
});

test('a second reader mirrors the mirror, rechecks it with one request, and follows it', async () => {
  const { archive, directory } = await anArchive();
  const { address, origin } = await serve(directory);
  expect(origin).toBe(archive.origin);
  const second = aDirectory();
  expect(await run(address, second)).toMatchObject({ origin, address });
  expect(await held(second)).toEqual(await held(directory));
  await expectRight(second);
  expect((await reader('verify', second)).code).toBe(0);
  expect(await run(address, second)).toMatchObject({ unchanged: true, requests: 1 });
  archive.correct('claims', 3, 'Corrected');
  await run(archive.address, directory);
  expect(await run(address, second)).toMatchObject({ unchanged: false, pagesFetched: 1 });
  expect(await held(second)).toEqual(new Map([...archive.export()].sort()));
  // The origin itself continues what its mirror began, with the same pinned key.
  archive.withdraw('claims', 4);
  await run(archive.address, second);
  await expectRight(second);
  // And the mirror is behind then, which must not undo anything.
  expect(await wordOf(run(address, second))).toBe('rolled_back');
});

test('a mirror answers as an archive does: conditionally, past its end, and with problems', async () => {
  const { directory } = await anArchive();
  const { address } = await serve(directory);
  const get = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${address}/api/community/archive${query}`, { headers });
  const page = await get('?dataset=claims&after=100');
  const etag = page.headers.get('etag') ?? '';
  expect((await get('?dataset=claims&after=100', { 'if-none-match': `"x", ${etag}` })).status).toBe(304);
  expect(await (await get('?dataset=claims&after=900')).json()).toMatchObject({
    records: [],
    gone: [],
    nextCursor: null,
  });
  const refusals: [string, number, string][] = [
    ['?dataset=secrets', 400, 'input.invalid'],
    ['?dataset=claims&after=-1', 400, 'cursor.invalid'],
    ['?dataset=claims&after=1e3', 400, 'cursor.invalid'],
    ['?dataset=claims&after=50', 400, 'cursor.invalid'],
    ['?dataset=claims&limit=10', 400, 'input.invalid'],
    ['/manifest?dataset=claims&block=1', 404, 'not_found'],
    ['/manifest?dataset=../claims', 400, 'input.invalid'],
    ['/elsewhere', 404, 'not_found'],
  ];
  for (const [query, status, code] of refusals) {
    const response = await get(query);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect({ query, status: response.status, ...((await response.json()) as object) }).toMatchObject({
      query,
      status,
      code,
    });
  }
});

test('rechecking while others read the served mirror disturbs nobody', async () => {
  const { archive, directory } = await anArchive();
  const { address } = await serve(directory);
  let going = true;
  const reading = (async () => {
    const second = aDirectory();
    while (going) await run(address, second);
    return second;
  })();
  for (let round = 1; round <= 30; round++) {
    archive.correct('claims', round, `Round ${round}`);
    await run(archive.address, directory);
  }
  going = false;
  const second = await reading;
  await run(address, second);
  expect(await held(second)).toEqual(await held(directory));
});
