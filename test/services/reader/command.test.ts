import { expect, test } from 'vitest';
import { aDirectory, run } from './kit.ts';
import { MockArchive } from './mock-archive.ts';
import { ReaderProcess, reader } from './reader-process.ts';

test('each command says what it found, in words and as JSON, with its exit code', async () => {
  const archive = await MockArchive.open();
  archive.publish('claims', 120);
  const directory = aDirectory();
  const mirrored = await reader('mirror', archive.address, directory);
  expect(mirrored).toEqual({
    code: 0,
    output: `${archive.origin}: generation 1, 120 records, 2 pages fetched, 16 requests\n`,
    errors: '2 of 2 pages, 2 fetched\n',
  });
  archive.withdraw('claims', 7);
  const again = await reader('--json', 'mirror', archive.address, directory);
  expect({ ...again, output: JSON.parse(again.output) }).toMatchObject({
    code: 0,
    output: { generation: 2, unchanged: false, pagesFetched: 1, withdrawn: 1 },
    errors: '',
  });
  const status = await reader('status', directory, '--json');
  expect(JSON.parse(status.output)).toMatchObject({
    origin: archive.origin,
    datasets: { claims: { records: 119, withdrawn: 1 } },
  });
  expect(await reader('verify', directory)).toEqual({
    code: 0,
    output: `${archive.origin}: right, generation 2, 119 records on 2 pages, 1 withdrawn\n`,
    errors: '',
  });
});

test('what goes wrong is a word, a sentence and a code', async () => {
  const archive = await MockArchive.open();
  const directory = aDirectory();
  expect(await reader('verify', directory)).toMatchObject({
    code: 14,
    errors: 'absent: There is no finished mirror in this directory.\n',
  });
  expect(await reader('mirror', 'http://a/../b', directory)).toMatchObject({
    code: 10,
    errors: expect.stringMatching(/^refused: /),
  });
  expect(await reader('mirror', archive.address, directory, '--datasets', 'secrets')).toMatchObject({ code: 2 });
  archive.mischief = ({ response }) => {
    response.writeHead(404).end('\u001b[31mhostile\u001b[0m');
    return true;
  };
  const failed = await reader('--json', 'mirror', archive.address, directory);
  expect(failed).toMatchObject({ code: 4, errors: 'failing: The archive answers with status 404.\n' });
  expect(JSON.parse(failed.output)).toEqual({
    error: 'failing',
    message: 'The archive answers with status 404.',
    exitCode: 4,
  });
});

test('watches as often as the archive advises, through its failures, until it is told to stop', async () => {
  const archive = await MockArchive.open();
  archive.pollingSeconds = 0; // never more often than each second
  archive.publish('claims', 10);
  const directory = aDirectory();
  const process = new ReaderProcess('--json', 'mirror', archive.address, directory, '--watch');
  await process.firstLine();
  let rounds = 0;
  const asked: number[] = [];
  const done = new Promise<void>((resolve) => {
    archive.mischief = ({ kind, response }) => {
      if (kind !== 'checkpoint') return false;
      asked.push(performance.now());
      rounds++;
      if (rounds === 2) archive.publish('claims', 1);
      if (rounds === 5) resolve();
      if (rounds !== 2) return false;
      response.writeHead(404).end();
      return true;
    };
  });
  await done;
  process.child.kill('SIGTERM');
  const { code, output } = await process.ended();
  expect(code).toBe(0);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { error?: string; unchanged?: boolean });
  expect(lines.slice(0, 4)).toMatchObject([
    { unchanged: false },
    { unchanged: true },
    { error: 'failing' },
    { unchanged: false },
  ]);
  for (const [at, moment] of asked.entries())
    if (at > 0) expect(moment - (asked[at - 1] ?? 0)).toBeGreaterThanOrEqual(990);
});

test('interrupted, it ends with the code of the signal', async () => {
  const archive = await MockArchive.open();
  archive.publish('claims', 10);
  const directory = aDirectory();
  const process = new ReaderProcess('mirror', archive.address, directory);
  archive.mischief = ({ kind }) => {
    if (kind !== 'page') return false;
    process.child.kill('SIGINT');
    return true;
  };
  expect(await process.ended()).toMatchObject({ code: 130 });
  archive.mischief = undefined;
  await run(archive.address, directory);
});
