import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { ReaderFailure } from '#services/reader/failure.ts';
import { type MirrorOptions, mirror } from '#services/reader/mirror.ts';
import { verifyMirrors } from '#services/reader/verify.ts';
import { temporary } from '#test/kit/temporary.ts';

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A directory for mirrors, removed at the end. */
export function aDirectory(): string {
  const folder = mkdtempSync(path.join(temporary, 'morrowkin-reader-'));
  made.push(folder);
  return folder;
}

/** As patient as a reader is, in a hundredth of the time. */
export const quick: MirrorOptions = { manners: { timeout: 5000, patience: 10_000, pause: 5 } };

/** The word of the failure a run ends with. */
export async function wordOf(run: Promise<unknown>): Promise<string> {
  try {
    await run;
  } catch (thrown) {
    if (thrown instanceof ReaderFailure) return thrown.word;
    throw thrown;
  }
  return 'no failure';
}

export const run = (address: string, directory: string, options: MirrorOptions = {}) =>
  mirror(address, directory, { ...quick, ...options });

/** The pages that a mirror's only origin holds, by dataset and cursor, as a fresh export has them. */
export async function held(directory: string): Promise<Map<string, string>> {
  const [origin = ''] = await readdir(directory);
  const pages: [string, string][] = [];
  for (const file of await readdir(path.join(directory, origin), { recursive: true })) {
    const [, dataset, after] = /^(\w+)[/\\]\d+[/\\](\d+)-[0-9a-f]{64}(?:-last)?\.json$/.exec(file) ?? [];
    if (dataset) pages.push([`${dataset} ${after}`, await readFile(path.join(directory, origin, file), 'utf8')]);
  }
  return new Map(pages.sort());
}

/** The mirror verifies from its signature down to the bytes. */
export async function expectRight(directory: string): Promise<void> {
  for (const { problems, unfinished } of await verifyMirrors(directory))
    expect({ problems, unfinished }).toEqual({ problems: [], unfinished: false });
}
