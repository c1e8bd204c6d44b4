// The archive's kept answers against a server that does nothing but send files.
import assert from 'node:assert/strict';
import { growthOf, type Load, type Row } from '../row.ts';
import { ask } from '../stage/ask.ts';
import { type Ask, rateOf } from '../stage/load.ts';
import type { Stage } from '../stage/stage.ts';

const connections = 64;
const pages = 20;
const page = (after: number): Ask => ({ path: `/api/community/archive?dataset=claims&after=${after}` });

/** Pages from all over a dataset. */
const somePages = ({ claims }: Stage) =>
  Array.from({ length: pages }, (_, n) => page(Math.floor((n * claims) / pages / 100) * 100));

const warmPages: Load = async (stage, seconds) => {
  const archive = await stage.archive();
  const asks = somePages(stage);
  return () => rateOf(archive, asks, { connections, seconds });
};

async function besideNginx(stage: Stage) {
  const archive = await stage.archive();
  const asks = somePages(stage);
  const answers = await Promise.all(asks.map((one) => ask(archive, one)));
  const files = Object.fromEntries(answers.map(({ bytes }, n) => [`${n}.json`, bytes]));
  const nginx = await stage.nginx(files);
  const theirs: Ask[] = asks.map((_, n) => ({ path: `/${n}.json` }));
  const others = await Promise.all(theirs.map((one) => ask(nginx, one)));
  for (const [n, { status, bytes }] of answers.entries()) {
    assert.equal(status, 200);
    assert(bytes.length > 0 && others[n]?.bytes.equals(bytes));
  }
  return { archive, asks, answers, nginx, theirs, others };
}

/** The same questions by someone who has the answers already. */
const known = (asks: Ask[], answers: { headers: Headers }[]): Ask[] =>
  asks.map((one, n) => ({ ...one, headers: { 'if-none-match': answers[n]?.headers.get('etag') ?? '' } }));

const unchanged: Load = async (stage, seconds) => {
  const archive = await stage.archive();
  const asks = somePages(stage);
  const questions = known(asks, await Promise.all(asks.map((one) => ask(archive, one))));
  return () => rateOf(archive, questions, { connections, seconds });
};

export const archiveRows: Row[] = [
  {
    name: 'archive-page',
    work: 'archive page, warm',
    against: 'nginx serving the same bytes',
    bound: { least: 0.55, aim: 0.75 },
    async prepare({ usual, seconds }) {
      const { nginx, theirs } = await besideNginx(usual);
      return { ours: await warmPages(usual, seconds), peer: () => rateOf(nginx, theirs, { connections, seconds }) };
    },
  },
  {
    name: 'archive-304',
    work: 'archive 304',
    against: 'nginx 304',
    bound: { least: 0.6, aim: 0.8 },
    async prepare({ usual, seconds }) {
      const { archive, asks, answers, nginx, theirs, others } = await besideNginx(usual);
      const questions = known(theirs, others);
      for (const [server, one] of [
        [archive, known(asks, answers)[0]],
        [nginx, questions[0]],
      ] as const)
        assert.equal(one && (await ask(server, one)).status, 304);
      return { ours: await unchanged(usual, seconds), peer: () => rateOf(nginx, questions, { connections, seconds }) };
    },
  },
  growthOf('archive-page', 'archive page, warm', warmPages),
  growthOf('archive-304', 'archive 304', unchanged),
  {
    name: 'archive-ordinal',
    work: 'latency of a page not asked for before, at the last ordinals',
    against: 'at the first',
    bound: { most: 1.2, aim: 1.05 },
    async prepare({ growth }) {
      const { large } = await growth();
      const archive = await large.archive();
      let asked = 0;
      /** The median of pages that begin where none has begun, so that each is made anew. */
      const medianFrom = async (start: number) => {
        const times: number[] = [];
        for (let n = 0; n < 100; n++) {
          const begun = performance.now();
          const { status } = await ask(archive, page(start + 1 + asked++));
          times.push(performance.now() - begun);
          assert.equal(status, 200);
        }
        return times.toSorted((a, b) => a - b)[50] ?? 0;
      };
      return { ours: () => medianFrom(large.claims * 0.9), peer: () => medianFrom(0) };
    },
  },
];
