// The law of the reader: whatever happened in whatever order, a recheck makes the mirror equal to a fresh export, within its price.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ArchiveDataset } from '#schema/records/protocol.ts';
import { aDirectory, expectRight, held, run } from './kit.ts';
import { MockArchive } from './mock-archive.ts';

const datasets = ['claims', 'checks', 'posts'] as const;

type Event =
  | { act: 'publish'; dataset: ArchiveDataset; count: number }
  | { act: 'correct' | 'withdraw' | 'restore'; dataset: ArchiveDataset; at: number }
  | { act: 'rotate' }
  | { act: 'recheck' };

const dataset = fc.constantFrom(...datasets);
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('publish' as const),
      dataset,
      count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 90, max: 230 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom('correct' as const, 'withdraw' as const, 'restore' as const),
      dataset,
      at: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ act: 'rotate' as const }) },
  { weight: 4, arbitrary: fc.constant({ act: 'recheck' as const }) },
);

interface Shape {
  pages: Map<string, string>;
}

/** Pages that differ between two exports, and what they may cost at most (8.3). */
function price(before: Shape, after: Shape): number {
  // Only records are signed: a page whose list of what is gone alone differs is not known to have changed.
  const signed = (text: string) =>
    JSON.stringify((JSON.parse(text) as { records: unknown }).records) + text.includes('"nextCursor":null');
  const changed = [...after.pages]
    .filter(([key, text]) => signed(before.pages.get(key) ?? '{}') !== signed(text))
    .map(([key]) => key.split(' '));
  const touched = new Set(changed.map(([name]) => name));
  const blocks = new Set(changed.map(([name, cursor]) => `${name} ${Math.floor(Number(cursor) / 10_000)}`));
  return 1 + touched.size + blocks.size + changed.length;
}

/** What a mirror and an export have in common by promise: all but the list of what is gone, which is unsigned (8.3). */
const signedPart = (pages: Map<string, string>) =>
  new Map([...pages].sort().map(([key, text]) => [key, text.replace(/,"gone":\[.*\],"nextCursor"/, ',"nextCursor"')]));

test('after any history, rechecked at any moments, the mirror equals a fresh export', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 25 }), async (events) => {
      const archive = await MockArchive.open();
      const directory = aDirectory();
      let before: Shape | undefined;
      const recheck = async () => {
        archive.forgetRequests();
        await run(archive.address, directory);
        const after = { pages: archive.export() };
        expect(signedPart(await held(directory))).toEqual(signedPart(after.pages));
        await expectRight(directory);
        const { protocol, schema } = archive.counts;
        if (before) expect(archive.requests - protocol - schema).toBeLessThanOrEqual(price(before, after));
        before = after;
      };
      for (const one of [...events, { act: 'recheck' as const }]) {
        if (one.act === 'recheck') await recheck();
        else if (one.act === 'rotate') archive.rotateKey();
        else if (one.act === 'publish') archive.publish(one.dataset, one.count);
        else if (archive.size(one.dataset) > 0) {
          const ordinal = 1 + (one.at % archive.size(one.dataset));
          if (one.act === 'correct') archive.correct(one.dataset, ordinal, `Corrected ${one.at}`);
          else archive[one.act](one.dataset, ordinal);
        }
      }
    }),
    { numRuns: 30 },
  );
}, 300_000);

test('a mirror of 200,000 records is known to be right by one request', async () => {
  const archive = await MockArchive.open();
  archive.publish('claims', 150_000, 'x');
  archive.publish('checks', 50_000, 'x');
  const directory = aDirectory();
  expect((await run(archive.address, directory)).pagesFetched).toBe(2000);
  archive.forgetRequests();
  expect(await run(archive.address, directory)).toMatchObject({ unchanged: true, requests: 1 });
  expect(archive.requests).toBe(1);
  // Five changes on three pages of two blocks.
  for (const ordinal of [1, 2, 250]) archive.correct('claims', ordinal, 'Corrected');
  for (const ordinal of [149_999, 150_000]) archive.withdraw('claims', ordinal);
  archive.forgetRequests();
  await run(archive.address, directory);
  const { protocol, schema, ...counted } = archive.counts;
  expect(counted).toEqual({ checkpoint: 1, manifest: 1, block: 2, page: 3 });
}, 300_000);
