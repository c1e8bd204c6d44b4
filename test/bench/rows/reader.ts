// The reader as a process, from the first request to the last byte verified and on the disk.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Lacking, type Row } from '../row.ts';
import type { Server } from '../stage/processes.ts';

const reader = fileURLToPath(new URL('../../../services/reader/morrowkin-reader.mjs', import.meta.url));

const run = promisify(execFile);

interface Mirrored {
  unchanged: boolean;
  requests: number;
  datasets: { claims: { records: number; pages: number } };
}

async function mirror({ address }: Server, folder: string): Promise<Mirrored> {
  const { stdout } = await run(process.execPath, [reader, '--json', 'mirror', address, folder, '--datasets', 'claims']);
  return JSON.parse(stdout) as Mirrored;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

const copy = new URL('../peers/copy.mjs', import.meta.url);

export const readerRows: Row[] = [
  {
    name: 'export',
    work: 'whole export of the claims by the reader, verification included',
    against: 'the time of `COPY` of the stored records to a file by a client',
    bound: { most: 3, aim: 1.5 },
    async prepare({ usual }) {
      const archive = await usual.archive();
      if (!existsSync(new URL('node_modules/pg-copy-streams', copy)))
        throw new Lacking('the client that copies is not installed: npm install --prefix test/bench/peers');
      // Each round leaves what it made until the end: what a file system does after a removal would fall into the next one.
      const folder = usual.folder();
      let made = 0;
      return {
        ours: () =>
          secondsOf(async () => {
            const { datasets, unchanged } = await mirror(archive, path.join(folder, `mirror-${made++}`));
            assert.equal(unchanged, false);
            assert.equal(datasets.claims.pages, Math.ceil(usual.claims / 100));
          }),
        async peer() {
          const file = path.join(folder, `copy-${made++}`);
          const seconds = await secondsOf(() => run(process.execPath, [fileURLToPath(copy), usual.archiveUrl, file]));
          assert(statSync(file).size > usual.claims * 500);
          return seconds;
        },
        end: async () => rmSync(folder, { recursive: true }),
      };
    },
  },
  {
    name: 'recheck',
    work: 'recheck of an unchanged mirror of --large claims',
    against: 'one request',
    bound: { most: 1 },
    unit: 'requests',
    rounds: 1,
    async prepare({ growth }) {
      const { large } = await growth();
      const archive = await large.archive();
      const folder = large.folder();
      const { datasets } = await mirror(archive, folder);
      assert(datasets.claims.records > large.claims * 0.9);
      return {
        async ours() {
          const { requests, unchanged } = await mirror(archive, folder);
          assert.equal(unchanged, true);
          return requests;
        },
        end: async () => rmSync(folder, { recursive: true }),
      };
    },
  },
];
