// The reader as someone elsewhere has it: packed, installed in an empty folder, run by its name; and how much memory a large archive takes
// of it. Installing takes a while, so only `npm run check:reader-packed` does.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDirectory, expectRight, held } from './kit.ts';
import { MockArchive } from './mock-archive.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const mebibyte = 1024 ** 2;

describe.skipIf(!process.env.PACKED_READER)('packed and installed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-packed-'));
  const peakFile = path.join(folder, 'peak');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the installed command; the most memory it had, in bytes, and what it printed. */
  async function reader(...args: string[]): Promise<{ peak: number; told: Record<string, unknown> }> {
    const { stdout } = await run('npx', ['--no-install', 'morrowkin-reader', '--json', ...args], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: `--require ${path.join(folder, 'peak.cjs')}` },
      maxBuffer: 2 ** 26,
    });
    // npx is a process too.
    const peaks = readFileSync(peakFile, 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const peak = Math.max(
      ...peaks.map(([size, program]) => (program?.endsWith('morrowkin-reader') ? Number(size) : 0)),
    );
    rmSync(peakFile);
    return { peak: peak * 1024, told: JSON.parse(stdout) as Record<string, unknown> };
  }

  beforeAll(async () => {
    const { stdout } = await run('npm', ['pack', '--ignore-scripts=false', '--json', '--pack-destination', folder], {
      cwd: root,
      maxBuffer: 2 ** 24,
    });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    expect(files.filter(({ path: file }) => /^(\.compiled\/)?(test|\.(?!compiled|made-from)|prisma\/generated)/.test(file))).toEqual([]);
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
    writeFileSync(
      path.join(folder, 'peak.cjs'),
      `process.on('exit', () => require('node:fs').appendFileSync(${JSON.stringify(peakFile)}, process.resourceUsage().maxRSS + ' ' + process.argv[1] + '\\n'));`,
    );
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', path.join(folder, filename)], {
      cwd: folder,
    });
    expect(existsSync(path.join(folder, 'node_modules/morrowkin/services/reader'))).toBe(true);
  }, 600_000);

  test('mirrors, verifies and finds an unchanged archive unchanged', async () => {
    const archive = await MockArchive.open();
    archive.publish('claims', 250);
    const directory = aDirectory();
    expect((await reader('mirror', archive.address, directory)).told).toMatchObject({ pagesFetched: 3 });
    expect((await reader('mirror', archive.address, directory)).told).toMatchObject({ unchanged: true, requests: 1 });
    expect((await reader('verify', directory)).told).toMatchObject({ right: true, records: 250 });
    expect(await held(directory)).toEqual(new Map([...archive.export()].sort()));
    expect(await readdir(path.join(folder, 'node_modules/.bin'))).toContain('morrowkin-reader');
  }, 120_000);

  test('a mirror of 120,000 records takes hardly more memory than one of 5,000', async () => {
    const peaks: number[] = [];
    for (const records of [5_000, 120_000]) {
      const archive = await MockArchive.open();
      archive.publish('claims', records, 'It holds. '.repeat(100));
      const directory = aDirectory();
      const { peak, told } = await reader('mirror', archive.address, directory);
      expect(told).toMatchObject({ datasets: { claims: { records } } });
      const { peak: verifying } = await reader('verify', directory);
      peaks.push(Math.max(peak, verifying));
      await expectRight(directory);
    }
    const [small = 0, large = 0] = peaks;
    expect(small).toBeGreaterThan(20 * mebibyte);
    process.stdout.write(
      `${Math.round(small / mebibyte)} MiB for 5,000 records, ${Math.round(large / mebibyte)} MiB for 120,000\n`,
    );
    expect(large - small).toBeLessThan(128 * mebibyte);
  }, 300_000);
});
