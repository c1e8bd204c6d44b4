// Every way in which an archive can fail a reader, and the documented end of each. Whatever happens, the mirror stays what it claims to be.
import { once } from 'node:events';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { mirror } from '#services/reader/mirror.ts';
import { mirrorsIn } from '#services/reader/mirrors.ts';
import { folderOf, originOf } from '#services/reader/origin.ts';
import { verifyMirrors } from '#services/reader/verify.ts';
import { aDirectory, expectRight, held, quick, run, wordOf } from './kit.ts';
import { type Kind, type Mischief, MockArchive } from './mock-archive.ts';

let archive: MockArchive;
let directory: string;

/** An archive and a mirror of it, which a change has since left behind. */
async function aMirrorBehind(): Promise<void> {
  archive = await MockArchive.open();
  archive.publish('claims', 150);
  directory = aDirectory();
  await run(archive.address, directory);
  archive.correct('claims', 3, 'Corrected');
}

/** The archive behaves, and the mirror comes out right. */
async function expectMended(): Promise<void> {
  archive.mischief = undefined;
  await run(archive.address, directory);
  expect(await held(directory)).toEqual(new Map([...archive.export()].sort()));
  await expectRight(directory);
}

afterEach(async () => {
  if (directory === undefined) return;
  // Whatever a test did, nothing here may claim to be right and be wrong.
  for (const { folder } of await mirrorsIn(directory)) {
    const [found] = await verifyMirrors(path.dirname(folder.path));
    expect(found?.problems).toEqual([]);
  }
});

const on =
  (kind: Kind, act: (request: Parameters<Mischief>[0]) => void): Mischief =>
  (request) => {
    if (request.kind !== kind) return false;
    act(request);
    return true;
  };
const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): ((request: Parameters<Mischief>[0]) => void) =>
  ({ response }) =>
    response.writeHead(status, headers).end(body);
const instead = (change: (text: string) => string) => (request: Parameters<Mischief>[0]) =>
  request.response.writeHead(200).end(change(request.text));

const kinds: Kind[] = ['checkpoint', 'manifest', 'block', 'page'];

test.each(kinds)('a connection that breaks in the middle of a %s ends as unreachable', async (kind) => {
  await aMirrorBehind();
  archive.mischief = on(kind, ({ response, text }) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
    response.write(text.slice(0, 40), () => response.destroy());
  });
  expect(await wordOf(run(archive.address, directory))).toBe('unreachable');
  expect(archive.counts[kind]).toBeGreaterThanOrEqual(5);
  await expectMended();
});

test.each(kinds)('a %s that was cut short, but declared so, ends as a mismatch after five restarts', async (kind) => {
  await aMirrorBehind();
  archive.forgetRequests();
  archive.mischief = on(
    kind,
    instead((text) => text.slice(0, -30)),
  );
  const restarts: number[] = [];
  expect(await wordOf(run(archive.address, directory, { onRestart: (_, attempt) => restarts.push(attempt) }))).toBe(
    'mismatch',
  );
  expect(restarts).toEqual([1, 2, 3, 4, 5]);
  // Each beginning asks once more whether the archive has moved on.
  expect(archive.counts.checkpoint).toBe(kind === 'checkpoint' ? 6 : 12);
  await expectMended();
});

test('wrong checksums and counts, at every level, are never believed', async () => {
  await aMirrorBehind();
  const digits = 'f'.repeat(64);
  const wrong: [Kind, (text: string) => string][] = [
    // What is found right is kept for the next run, so the upper levels come first.
    ['manifest', (text) => text.replace(/"root":"\w+"/, `"root":"${digits}"`)],
    ['manifest', (text) => text.replace('"records":150', '"records":151')],
    ['manifest', (text) => text.replace('"index":0', '"index":1')],
    ['manifest', (text) => text.replace('"index"', '"note":"never published","index"')],
    ['block', (text) => text.replace(/}$/, ',"note":"never published"}')],
    ['block', (text) => text.replace('"count":100', '"count":99')],
    ['block', (text) => text.replace('"count":100', '"count":99').replace('"count":50', '"count":51')],
    ['block', (text) => text.replace(/"sha256":"\w+"}/, `"sha256":"${digits}"}`)],
    ['block', (text) => text.replace('"after":100', '"after":200')],
    ['page', (text) => text.replace('Corrected', 'Distorted')],
    ['page', (text) => text.replace(/"sha256":"\w+"/, `"sha256":"${digits}"`)],
    ['page', (text) => text.replace('"nextCursor":100', '"nextCursor":null')],
    ['page', (text) => text.replace('"after":0', '"after":100')],
    ['page', (text) => text.replace('"dataset":"claims"', '"dataset":"checks"')],
    [
      'page',
      (text) => text.replace('"gone":[]', '"gone":[{"id":"clm_1","ordinal":500,"goneAt":"2026-11-30T12:00:00.000Z"}]'),
    ],
    // A parser takes the second `records`, a byte slice the first.
    ['page', (text) => text.replace(/}$/, ',"\\u0072ecords":[]}')],
    // What nobody signed is as it is written, so that nobody between can write anything else there.
    ['page', (text) => text.replace(/}$/, ',"note":"never published"}')],
    ['page', (text) => text.replace('"dataset"', '"dataset":"never published","dataset"')],
    ['page', (text) => text.replace(/}$/, ' }')],
    [
      'page',
      (text) =>
        text.replace(
          '"gone":[]',
          '"gone":[{"id":"clm_1","ordinal":1,"goneAt":"2026-11-30T12:00:00.000Z","title":"x"}]',
        ),
    ],
  ];
  for (const [kind, change] of wrong) {
    archive.mischief = (request) => {
      if (request.kind !== kind) return false;
      const changed = change(request.text);
      expect(kind === 'page' && !request.text.includes('Corrected') ? 'another page' : changed).not.toBe(request.text);
      request.response.writeHead(200).end(changed);
      return true;
    };
    expect(await wordOf(run(archive.address, directory)), String(change)).toBe('mismatch');
  }
  await expectMended();
});

test('a checkpoint with more or fewer records than its pages hold is no truth, though it is signed', async () => {
  await aMirrorBehind();
  const lie = (text: string) => text.replace('claims 150', 'claims 149').replace('"records":150', '"records":149');
  archive.mischief = (request) => {
    if (request.kind !== 'checkpoint' && request.kind !== 'manifest') return false;
    const text = lie(request.text);
    const body = (JSON.parse(text) as { body?: string }).body;
    request.response.writeHead(200).end(body === undefined ? text : archive.signed(body));
    return true;
  };
  expect(await wordOf(run(archive.address, directory))).toBe('mismatch');
  await expectMended();
});

test('a wrong signature, an unknown key and a key that nobody signed end as untrusted', async () => {
  await aMirrorBehind();
  archive.mischief = on(
    'checkpoint',
    instead((text) => text.replace('claims 150', 'claims 151')),
  );
  expect(await wordOf(run(archive.address, directory))).toBe('untrusted');
  archive.mischief = on(
    'checkpoint',
    instead((text) => text.replace(/"keyId":"\w+"/, '"keyId":"key_0000000000000000"')),
  );
  expect(await wordOf(run(archive.address, directory))).toBe('untrusted');
  archive.mischief = undefined;
  archive.rotateKey(false);
  expect(await wordOf(run(archive.address, directory))).toBe('untrusted');
});

test('follows signed rotations, several at once, and never back', async () => {
  await aMirrorBehind();
  const before = archive.checkpointText();
  archive.rotateKey();
  archive.rotateKey();
  await expectMended();
  archive.mischief = on(
    'checkpoint',
    instead(() => before),
  );
  archive.correct('claims', 4, 'Corrected');
  expect(await wordOf(run(archive.address, directory))).toBe('untrusted');
  await expectMended();
});

test('a key is pinned at the first contact, though nothing was finished then', async () => {
  archive = await MockArchive.open();
  archive.publish('claims', 10);
  directory = aDirectory();
  archive.mischief = on('page', answer(404));
  expect(await wordOf(run(archive.address, directory))).toBe('failing');
  archive.mischief = undefined;
  archive.rotateKey(false);
  expect(await wordOf(run(archive.address, directory))).toBe('untrusted');
});

test('a rolled-back checkpoint ends as rolled_back, another state of one generation as a mismatch', async () => {
  await aMirrorBehind();
  archive.rollBack('claims', 2);
  expect(await wordOf(run(archive.address, directory))).toBe('rolled_back');
  archive.rollBack('claims', -1);
  expect(await wordOf(run(archive.address, directory))).toBe('mismatch');
  archive.rollBack('claims', -1);
  await expectMended();
});

test('an archive that goes back only once is asked again and believed', async () => {
  await aMirrorBehind();
  const before = archive.checkpointText();
  archive.correct('claims', 5, 'Corrected');
  archive.mischief = ({ kind, response, text }) => {
    if (kind !== 'checkpoint') return false;
    const first = archive.counts.checkpoint === 2;
    response.writeHead(200).end(first ? before : text);
    return true;
  };
  archive.forgetRequests();
  archive.counts.checkpoint = 1;
  await run(archive.address, directory);
  await expectMended();
});

test('429 and 503 are obeyed as Retry-After says, in seconds and as a date, by all requests', async () => {
  await aMirrorBehind();
  let quietUntil = 0;
  let refusals = 0;
  const tooEarly: string[] = [];
  archive.mischief = ({ kind, response, url }) => {
    if (performance.now() < quietUntil) tooEarly.push(url.pathname);
    if (kind !== 'manifest' || refusals === 2) return false;
    refusals++;
    quietUntil = performance.now() + 900;
    const retryAfter = refusals === 1 ? '1' : new Date(Date.now() + 2000).toUTCString();
    response.writeHead(refusals === 1 ? 429 : 503, { 'retry-after': retryAfter }).end();
    return true;
  };
  await run(archive.address, directory);
  expect({ refusals, tooEarly }).toEqual({ refusals: 2, tooEarly: [] });
  await expectMended();
});

test('an archive that asks for more patience than there is ends as busy', async () => {
  await aMirrorBehind();
  archive.mischief = on('checkpoint', answer(429, { 'retry-after': '86400' }));
  archive.forgetRequests();
  expect(await wordOf(run(archive.address, directory))).toBe('busy');
  expect(archive.requests).toBe(1);
  await expectMended();
});

test('errors of the server are tried five times, other refusals once', async () => {
  await aMirrorBehind();
  for (const [status, times] of [
    [500, 5],
    [502, 5],
    [429, 5],
    [404, 1],
    [403, 1],
  ] as const) {
    archive.mischief = on('checkpoint', answer(status));
    archive.forgetRequests();
    expect(await wordOf(run(archive.address, directory))).toBe('failing');
    expect(archive.counts.checkpoint).toBe(times);
  }
  let failures = 3;
  archive.mischief = ({ response }) => {
    if (failures === 0) return false;
    failures--;
    response.writeHead(500).end();
    return true;
  };
  await run(archive.address, directory);
  await expectMended();
});

test('an archive that stops in the middle, or never begins, ends as slow', async () => {
  await aMirrorBehind();
  const impatient = { manners: { timeout: 150, patience: 10_000, pause: 1 } };
  archive.mischief = on('page', ({ response, text }) => {
    response.writeHead(200);
    response.write(text.slice(0, 10));
  });
  expect(await wordOf(run(archive.address, directory, impatient))).toBe('slow');
  archive.mischief = on('checkpoint', () => {});
  expect(await wordOf(run(archive.address, directory, impatient))).toBe('slow');
  await expectMended();
});

test('a redirect to another host is not followed, one on the same host is, without end is not', async () => {
  await aMirrorBehind();
  const other = createServer((_request, response) => void response.end('{}'));
  let asked = 0;
  other.on('request', () => asked++);
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  for (const location of [
    `http://127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/`,
    'http://user@127.0.0.1/',
    'file:///etc/passwd',
    'http://[',
  ]) {
    archive.mischief = on('page', answer(302, { location }));
    expect(await wordOf(run(archive.address, directory)), location).toBe('refused');
  }
  expect(asked).toBe(0);
  other.close();
  archive.mischief = on('page', ({ response, url }) => response.writeHead(307, { location: url.href }).end());
  expect(await wordOf(run(archive.address, directory))).toBe('refused');
  archive.mischief = (request) => {
    if (request.kind !== 'page' || request.url.searchParams.has('again')) return false;
    request.response.writeHead(301, { location: `${request.url.pathname}${request.url.search}&again=1` }).end();
    return true;
  };
  await run(archive.address, directory);
  await expectMended();
});

test('an answer without end, plain or compressed, and an endless archive are refused', async () => {
  await aMirrorBehind();
  archive.mischief = on('checkpoint', ({ response }) => {
    response.writeHead(200);
    const pour = () => {
      while (response.writable && response.write(' '.repeat(65_536)));
    };
    response.on('drain', pour);
    pour();
  });
  expect(await wordOf(run(archive.address, directory))).toBe('refused');

  const { gzipSync } = await import('node:zlib');
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  archive.mischief = on('page', ({ response }) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  expect(await wordOf(run(archive.address, directory))).toBe('refused');

  archive.mischief = on('checkpoint', ({ response, text }) => {
    const { body } = JSON.parse(text) as { body: string };
    response.writeHead(200).end(archive.signed(body.replace('claims 150 2 ', 'claims 150 9007199254740991 ')));
  });
  expect(await wordOf(run(archive.address, directory))).toBe('refused');
  await expectMended();
});

test('an archive that changes at every look ends as a mismatch, with what it had', async () => {
  await aMirrorBehind();
  let round = 0;
  archive.mischief = ({ kind }) => {
    if (kind === 'manifest') archive.correct('claims', 3, `Round ${round++}`);
    return false;
  };
  expect(await wordOf(run(archive.address, directory))).toBe('mismatch');
  await expectMended();
});

test('an archive that changes while it is read is followed at once, and what came need not come again', async () => {
  await aMirrorBehind();
  archive.publish('claims', 2400);
  await run(archive.address, directory);
  for (const page of [0, 5, 10, 15, 20, 24]) archive.correct('claims', page * 100 + 3, 'Corrected');
  let changes = 0;
  archive.mischief = ({ kind }) => {
    if (kind === 'checkpoint' && changes < 8) archive.correct('claims', 2403, `Change ${changes++}`);
    return false;
  };
  archive.forgetRequests();
  const restarts: number[] = [];
  await run(archive.address, directory, { onRestart: (_, attempt) => restarts.push(attempt) });
  expect([changes, restarts]).toEqual([8, []]);
  const { checkpoint, page } = archive.counts;
  expect(checkpoint).toBeGreaterThan(8);
  // Five pages once each; the others are of the one that moves, and of the last one, asked for beside each checkpoint.
  expect(page).toBeLessThan(5 + 3 * checkpoint);
  await expectMended();
});

test('what is no archive, or one of another host, is refused', async () => {
  archive = await MockArchive.open();
  directory = aDirectory();
  const documents = [
    '<!doctype html><title>Welcome</title>',
    '{"version":"2.0.0"}',
    archive.protocolText().replaceAll('/api/community/archive', '/elsewhere'),
    archive.protocolText().replace(`"checkpoint":"${archive.origin}`, '"checkpoint":"https://other.example'),
    archive.protocolText().replace(archive.origin, 'https://../../etc'),
    archive.protocolText().replace(archive.origin, 'https://host.example/path'),
  ];
  for (const text of documents) {
    archive.mischief = on('protocol', answer(200, {}, text));
    expect(await wordOf(run(archive.address, directory)), text).toBe('refused');
  }
  archive.mischief = on(
    'protocol',
    instead((text) => text.slice(0, -30)),
  );
  expect(await wordOf(run(archive.address, directory))).toBe('mismatch');
  expect(await readdir(directory)).toEqual([]);
});

test('an origin is a scheme, a host and a port; nothing else becomes a folder', () => {
  const bad = [
    'ftp://a',
    'http://a/b',
    'http://a/..',
    'http://a?b',
    'http://a#b',
    'http://u@a',
    'http://',
    'a',
    '',
    '../x',
    'http://a\\..\\b',
    'http://a%2fb',
    'file:///etc',
    `http://${'a'.repeat(400)}`,
  ];
  for (const text of bad) expect(originOf(text), text).toBeUndefined();
  const good = {
    'https://example.org': 'https+example.org',
    'HTTPS://Example.org/': 'https+example.org',
    'https://example.org:443': 'https+example.org',
    'http://127.0.0.1:4000': 'http+127.0.0.1+4000',
    'http://[::1]:4000': 'http+[--1]+4000',
  };
  for (const [text, folder] of Object.entries(good)) expect(folderOf(originOf(text) ?? '')).toBe(folder);
});

test('damage in the mirror is found by verify, and mended by repair', async () => {
  await aMirrorBehind();
  archive.withdraw('claims', 60);
  await run(archive.address, directory);
  const [origin = ''] = await readdir(directory);
  const folder = path.join(directory, origin, 'claims', '000000');
  const whole = aDirectory();
  await cp(directory, whole, { recursive: true });
  const files = await readdir(folder);
  const page = files.find((file) => file.startsWith('0-')) ?? '';
  const block = files.find((file) => file.startsWith('block-')) ?? '';
  const lists = path.join(directory, origin, 'withdrawn');
  const damages = [
    async () =>
      writeFile(
        path.join(folder, page),
        (await readFile(path.join(folder, page), 'utf8')).replace('It holds', 'It fails'),
      ),
    async () => writeFile(path.join(folder, page), `${await readFile(path.join(folder, page), 'utf8')}\n`),
    () => writeFile(path.join(folder, page), ''),
    () => rm(path.join(folder, page)),
    () => rm(path.join(folder, block)),
    () => writeFile(path.join(folder, 'left-over.json'), 'content'),
    () => rm(path.join(directory, origin, 'claims'), { recursive: true }),
    () => rm(lists, { recursive: true }),
    async () => appendFile(path.join(lists, 'claims', '000000.json'), ' '),
  ];
  for (const damage of damages) {
    await damage();
    expect((await verifyMirrors(directory))[0]?.right).toBe(false);
    await run(archive.address, directory, { repair: true });
    expect(await held(directory)).toEqual(await held(whole));
    await expectRight(directory);
  }
  // A recheck that meets damage mends it without being told.
  await rm(path.join(folder, block));
  archive.correct('claims', 9, 'Corrected');
  await expectMended();
});

test('what else lies in the directory disturbs no mirror, a damaged one of another origin included', async () => {
  await aMirrorBehind();
  await writeFile(path.join(directory, 'notes'), '');
  const other = path.join(directory, 'https+other.example');
  await mkdir(other);
  await writeFile(path.join(other, 'state.json'), '{');
  const { origin } = await run(archive.address, directory);
  expect(await verifyMirrors(directory, origin)).toMatchObject([{ right: true }]);
  expect(await wordOf(verifyMirrors(directory))).toBe('damaged');
  await expect(verifyMirrors(directory, 'https://other.example')).rejects.toThrow('https+other.example');
  await rm(other, { recursive: true });
});

test('only one run works on a mirror at a time, and a dead one is in nobody’s way', async () => {
  await aMirrorBehind();
  const [one, other] = await Promise.allSettled([run(archive.address, directory), run(archive.address, directory)]);
  const words = [one, other].map((result) =>
    result.status === 'fulfilled' ? 'done' : (result.reason as { word: string }).word,
  );
  expect(words.sort()).toEqual(['done', 'locked']);
  const [origin = ''] = await readdir(directory);
  await writeFile(path.join(directory, origin, 'lock'), '99999999\n');
  await expectMended();
});

test('a run that is interrupted ends at once and leaves the mirror as it was', async () => {
  await aMirrorBehind();
  const stop = new AbortController();
  archive.mischief = on('page', () => stop.abort());
  await expect(mirror(archive.address, directory, { ...quick, signal: stop.signal })).rejects.toThrow(/abort/i);
  await expectMended();
});
