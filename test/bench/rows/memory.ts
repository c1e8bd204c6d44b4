// What each process holds after the loads of this run, and after one of its own that reaches everything.
import type { Row } from '../row.ts';
import { type Ask, rateOf } from '../stage/load.ts';
import { residentMegabytes, type Server } from '../stage/processes.ts';
import type { Stage } from '../stage/stage.ts';
import { ourPage } from './graphql.ts';

const row = (
  name: string,
  work: string,
  server: (stage: Stage) => Promise<Server>,
  asks: (stage: Stage) => Ask[],
): Row => ({
  name: `memory-${name}`,
  work: `memory of ${work}, after the load`,
  against: '',
  bound: { most: 256, aim: 160 },
  unit: 'MB',
  rounds: 1,
  async prepare({ usual, seconds }) {
    const process = await server(usual);
    return {
      async ours() {
        await rateOf(process, asks(usual), { connections: 64, seconds: seconds * 3 });
        return residentMegabytes(process);
      },
    };
  },
});

const everyHundredth = ({ claims }: Stage) => Array.from({ length: claims / 100 }, (_, n) => n * 100);

export const memoryRows: Row[] = [
  row(
    'archive',
    'the archive',
    (stage) => stage.archive(),
    (stage) =>
      ['claims', 'checks'].flatMap((dataset) =>
        everyHundredth(stage).map((after) => ({
          path: `/api/community/archive?dataset=${dataset}&after=${after}`,
          headers: after % 300 === 0 ? { 'accept-encoding': 'gzip' } : {},
        })),
      ),
  ),
  row(
    'api',
    'the API',
    (stage) => stage.api(),
    (stage) => everyHundredth(stage).map((after) => ourPage(after)),
  ),
];
