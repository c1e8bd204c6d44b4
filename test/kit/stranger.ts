// A stranger's program that walks an archive from outside. It stands beside the project, not in it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const program = path.resolve(import.meta.dirname, '../../../shared/verify/archive_check.py');

/** What the stranger finds wrong and how many records of each dataset it saw; undefined where the program or python3 is missing. */
export async function askStranger(
  address: string,
  ...options: string[]
): Promise<{ wrong: string[]; records: Record<string, number> } | undefined> {
  if (!existsSync(program)) return undefined;
  const args = [program, address, ...options];
  const answer = await promisify(execFile)('python3', args).catch(
    (failed: { code?: unknown; stdout?: string }) => failed,
  );
  if ('code' in answer && answer.code === 'ENOENT') return undefined;
  const lines = (answer.stdout ?? '').split('\n');
  const seen = lines.flatMap((line) => [...line.matchAll(/^(\w+): (\d+) records/g)]);
  return {
    wrong: lines.filter((line) => line.startsWith('WRONG')),
    records: Object.fromEntries(seen.map(([, dataset, count]) => [dataset, Number(count)])),
  };
}
