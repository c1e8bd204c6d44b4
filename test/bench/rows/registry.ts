// REST: a page of the registry, beside the same JSON from one SQL statement; the first page beside the last.
import assert from 'node:assert/strict';
import { growthOf, type Load, type Row } from '../row.ts';
import { ask } from '../stage/ask.ts';
import { type Ask, rateOf } from '../stage/load.ts';
import type { Server } from '../stage/processes.ts';
import type { Stage } from '../stage/stage.ts';
import { ourPage } from './graphql.ts';

const connections = 16;
/** More than one round sends. */
const asksASecond = 600;

const page = (after: number): Ask => ({ path: `/api/community/registry?after=${after}` });

/** Cursors that look like chance, none twice for as long as there are claims. */
function* cursors({ claims }: Stage): Generator<number> {
  const step = 7919;
  for (let after = step; ; after += step) yield 1 + (after % (claims - 100));
}

const some = (places: Generator<number>, seconds: number): Ask[] =>
  Array.from({ length: seconds * asksASecond }, () => page(places.next().value as number));

const randomPages: Load = async (stage, seconds) => {
  const api = await stage.api();
  const places = cursors(stage);
  return () => rateOf(api, some(places, seconds), { connections, seconds, once: true });
};

/** The median time of one request at a time, in milliseconds, after any of these requests, each asked once. */
async function medianOf(server: Server, asks: readonly Ask[]): Promise<number> {
  const times: number[] = [];
  for (const one of asks) {
    const started = performance.now();
    const { status } = await ask(server, one);
    assert.equal(status, 200);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** How long pages take at the end of a list, beside those at its beginning; each cursor is another, so that no answer is kept. */
const depth = (name: string, work: string, at: (after: number) => Ask): Row => ({
  name,
  work: `page latency at the last ordinals, ${work}`,
  against: 'the same at 0',
  bound: { most: 1.2, aim: 1.05 },
  async prepare({ growth }) {
    const { large } = await growth();
    const api = await large.api();
    let asked = 0;
    const pages = (from: number) => () => {
      asked += 100;
      return medianOf(
        api,
        Array.from({ length: 100 }, (_, n) => at(from + ((asked + n) % 5000))),
      );
    };
    return { ours: pages(large.claims - 6000), peer: pages(0) };
  },
});

export const registryRows: Row[] = [
  {
    name: 'registry',
    work: 'REST `GET /registry?after=` random',
    against: 'the same JSON from one SQL statement in node:http',
    bound: { least: 0.4, aim: 0.7 },
    async prepare({ usual, seconds }) {
      const api = await usual.api();
      const { notes } = JSON.parse((await ask(api, page(0))).bytes.toString());
      const floor = await usual.oneStatement(notes);
      for (const after of [0, 4321 % usual.claims, usual.claims - 60]) {
        const [own, other] = await Promise.all([ask(api, page(after)), ask(floor, page(after))]);
        assert.deepEqual(JSON.parse(own.bytes.toString()), JSON.parse(other.bytes.toString()));
      }
      const places = cursors(usual);
      return {
        ours: await randomPages(usual, seconds),
        peer: () => rateOf(floor, some(places, seconds), { connections, seconds, once: true }),
      };
    },
  },
  growthOf('registry', 'a page of the registry by REST', randomPages),
  depth('registry-depth', 'REST', page),
  depth('claims-depth', 'GraphQL', ourPage),
];
