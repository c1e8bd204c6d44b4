// Files that are there whole or not at all.
import { randomUUID } from 'node:crypto';
import fs, { closeSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ReaderFailure } from './failure.ts';

const opened = promisify(fs.open);
const synced = promisify(fs.fsync);

const codeOf = (thrown: unknown) => (thrown as { code?: unknown }).code;

/** Runs a piece of work on files; what the disk refuses becomes a failure with a word. */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const code = codeOf(thrown);
    if (thrown instanceof ReaderFailure || typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) throw thrown;
    throw new ReaderFailure('storage', `The directory of the mirror cannot be read or written (${code}).`);
  }
}

// What the disk need not be waited for is done on the spot: by way of another thread, small things cost several times as much. New files
// are begun elsewhere, since that is where file systems take their time.

/** Puts these bytes in the place of whatever the file held. */
export const writeWhole = (file: string, bytes: Buffer | string): Promise<void> => replace(file, bytes, synced);

/** The same without waiting for the disk, for a file that nothing speaks of before it is settled. */
export const writeUnsettled = (file: string, bytes: Buffer): Promise<void> => replace(file, bytes, async () => {});

async function replace(
  file: string,
  bytes: Buffer | string,
  written: (handle: number) => Promise<void>,
): Promise<void> {
  const half = halfOf(file);
  const handle = await begin(half);
  try {
    writeFileSync(handle, bytes);
    await written(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(half, file);
}

/** Waits until these files of a folder, and their names, are on the disk: sooner done for many at once than one by one. */
export async function settle(folder: string, files: readonly string[]): Promise<void> {
  await Promise.all(files.map(syncFile));
  await syncFolder(folder);
}

async function syncFile(file: string): Promise<void> {
  const handle = openSync(file, 'r+');
  try {
    await synced(handle);
  } finally {
    closeSync(handle);
  }
}

const halfOf = (file: string) => `${file}.${randomUUID()}${halfEnd}`;

async function begin(file: string): Promise<number> {
  try {
    return await opened(file, 'w');
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
    await makeFolder(path.dirname(file));
    return opened(file, 'w');
  }
}

// Node's own recursive way never ends where a folder cannot be made although its parent is there, as in /proc.
async function makeFolder(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder).catch((thrown) => {
      if (codeOf(thrown) !== 'EEXIST') throw thrown;
    });
  try {
    await make();
  } catch (thrown) {
    const parent = path.dirname(folder);
    if (codeOf(thrown) !== 'ENOENT' || parent === folder) throw thrown;
    await makeFolder(parent);
    await make();
  }
}

/** What a killed writer leaves behind ends so. */
export const halfEnd = '.half';

/** Makes renames and removals in a folder outlast a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder, and needs this for none.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The bytes of a file, or undefined where there is none. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return readFileSync(file);
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(thrown)))) return undefined;
    throw thrown;
  }
}

/** The names in a folder, in order; none where there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return [];
    throw thrown;
  }
}

/** The locks of this process: a number of its own in a lock may also be that of an earlier process, as in containers. */
const held = new Set<string>();

/** Does work that only one process at a time may do in a folder. */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const file = path.resolve(folder, 'lock');
  if (held.has(file)) throw new ReaderFailure('locked', 'This process is already at work on this mirror.');
  held.add(file);
  try {
    return await locked(file, work);
  } finally {
    held.delete(file);
  }
}

async function locked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const folder = path.dirname(file);
  await makeFolder(folder);
  const mine = halfOf(file);
  const handle = await open(mine, 'wx');
  try {
    await handle.writeFile(`${process.pid}\n`);
  } finally {
    await handle.close();
  }
  try {
    await take(mine, file);
  } finally {
    await rm(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** A link is there whole or not at all, and never replaces; a lock whose process is gone is moved aside first. */
async function take(mine: string, file: string): Promise<void> {
  for (;;) {
    try {
      return await link(mine, file);
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw thrown;
    }
    const holder = Number((await readIfThere(file))?.toString());
    if (holder && isRunning(holder)) throw new ReaderFailure('locked', `Process ${holder} is at work on this mirror.`);
    const aside = halfOf(file);
    try {
      await rename(file, aside);
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') continue;
      throw thrown;
    }
    // Another may have taken the lock in between: then it is given back.
    const moved = Number((await readIfThere(aside))?.toString());
    if (moved !== holder && moved && isRunning(moved)) await link(aside, file).catch(() => {});
    await rm(aside, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === 'EPERM';
  }
}
