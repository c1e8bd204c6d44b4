// The machine in general terms: a figure without it says nothing, and more than this is nobody's business.
import { accessSync, constants } from 'node:fs';
import { availableParallelism, platform, totalmem } from 'node:os';
import path from 'node:path';
import { type Database, sql } from '#prisma/database.ts';

export async function describeMachine(database: Database): Promise<string> {
  const { version } = await database.one<{ version: string }>(sql`select current_setting('server_version') as version`);
  const system = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }[platform() as string] ?? platform();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${availableParallelism()} cores, ${gigabytes} GiB of memory, ${system}, Node ${process.versions.node}, PostgreSQL ${version.split(' ')[0]}`;
}

/** Where a program is, if it is here. */
export function foundProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
