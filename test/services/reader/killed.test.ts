// A real process, killed with SIGKILL at fifty random moments of its work while the archive goes on changing.

import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyMirrors } from '#services/reader/verify.ts';
import { aDirectory, expectRight, held, run } from './kit.ts';
import { MockArchive } from './mock-archive.ts';
import { ReaderProcess, reader } from './reader-process.ts';

const kills = 50;

test('killed fifty times, the mirror never claims what is wrong, and is right in the end', async () => {
  const archive = await MockArchive.open();
  archive.publish('claims', 1200);
  archive.publish('checks', 300);
  const directory = aDirectory();
  // When to kill: at which request of a run, and how long after it.
  const moments = fc.sample(
    fc.record({ request: fc.integer({ min: 1, max: 14 }), after: fc.integer({ min: 0, max: 25 }) }),
    kills,
  );
  let killed = 0;
  for (const [round, { request, after }] of moments.entries()) {
    archive.correct('claims', 1 + ((round * 37) % 1200), `Round ${round}`);
    archive.withdraw('claims', 1 + ((round * 101) % 1200));
    archive.restore('claims', 1 + ((round * 53) % 1200));
    if (round % 10 === 9) archive.publish('checks', 30);
    archive.forgetRequests();
    const process = new ReaderProcess('mirror', archive.address, directory);
    let seen = 0;
    archive.mischief = async () => {
      if (++seen !== request) return false;
      void pause(after).then(() => process.child.kill('SIGKILL'));
      return false;
    };
    const { code, errors } = await process.ended();
    if (code === null) killed++;
    else expect({ code, errors }).toMatchObject({ code: 0 });

    const finished = (await readdir(directory, { recursive: true })).some((name) => name.endsWith('state.json'));
    if (finished) for (const { problems } of await verifyMirrors(directory)) expect(problems).toEqual([]);
  }
  archive.mischief = undefined;
  expect(killed).toBeGreaterThan(kills / 2);
  expect((await reader('mirror', archive.address, directory)).code).toBe(0);
  expect(await held(directory)).toEqual(new Map([...archive.export()].sort()));
  await expectRight(directory);
  expect((await run(archive.address, directory)).requests).toBe(1);
}, 600_000);
