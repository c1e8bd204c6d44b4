// npm run bench: every row side by side in one run. Options: --rows NAME[,NAME] --claims N --large N --rounds N --seconds N
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInstitutions } from './institutions.ts';
import { type Bench, Lacking, type Row } from './row.ts';
import { rows } from './rows.ts';
import { claimsOf } from './size.ts';
import { describeMachine } from './stage/machine.ts';
import { endServers } from './stage/processes.ts';
import { openStage, type Stage } from './stage/stage.ts';
import { missed, type Outcome, tableOf } from './table.ts';

/** Claims of the institution that is written into: enough that no table is small. */
const toWrite = 20_000;
const report = new URL('../../docs/benchmarks.md', import.meta.url);

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string' },
      claims: { type: 'string', default: '200000' },
      large: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
    },
  });
  const wanted = chosen(values.rows);
  const [claims, large] = [claimsOf(values.claims), claimsOf(values.large)];
  const rounds = Math.max(1, Number(values.rounds));

  const institutions = await openInstitutions();
  const stages = new Map<number | 'written', Stage>();
  const stageOf = async (size: number | 'written') => {
    const known = stages.get(size);
    if (known) return known;
    const stage = openStage(await (size === 'written' ? institutions.fresh(toWrite) : institutions.of(size)));
    stages.set(size, stage);
    return stage;
  };
  process.exitCode = 1;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void endServers().then(() => process.exit(1)));
  try {
    const usual = await stageOf(claims);
    const bench: Bench = {
      usual,
      seconds: Number(values.seconds),
      growth: async () => ({ small: await stageOf(claimsOf(String(large / 10))), large: await stageOf(large) }),
      written: () => stageOf('written'),
    };
    const outcomes: Outcome[] = [];
    for (const row of wanted) outcomes.push(await measured(row, bench, rounds));
    const machine = await describeMachine(usual.database);
    const table = tableOf(outcomes);
    process.stdout.write(`\n${machine}; ${claims} claims.\n\n${table}\n`);
    if (wanted.length === rows.length) writeFileSync(report, reportOf(machine, { claims, large, rounds }, table));
    process.exitCode = outcomes.some(missed) ? 1 : 0;
  } finally {
    await endServers();
    for (const stage of stages.values()) await stage.close();
    await institutions.close();
  }
}

function chosen(names: string | undefined): readonly Row[] {
  if (names === undefined) return rows;
  return names.split(',').map((name) => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`There is no row "${name}"; there are ${rows.map((one) => one.name).join(', ')}.`);
    return row;
  });
}

/** The contestants in turn, round by round, so that a busy machine bends all alike; the first round only warms up. */
async function measured(row: Row, bench: Bench, usualRounds: number): Promise<Outcome> {
  const say = (text: string) => process.stderr.write(text);
  say(`${row.name}:`);
  try {
    const { ours, peer, end } = await row.prepare(bench);
    const rounds = row.rounds ?? usualRounds;
    const figures: number[] = [];
    for (let round = rounds === 1 ? 1 : 0; round <= rounds; round++) {
      const other = peer ? await peer() : 1;
      const own = await ours();
      if (round === 0) continue;
      figures.push(own / other);
      say(` ${(own / other).toFixed(2)}${peer ? ` (${short(own)} / ${short(other)})` : ''}`);
    }
    await end?.();
    say('\n');
    return { row, figures };
  } catch (thrown) {
    if (!(thrown instanceof Lacking)) throw thrown;
    say(` NOT RUN, ${thrown.message}\n`);
    return { row, figures: [], lacking: thrown.message };
  }
}

const short = (figure: number) => Number(figure.toPrecision(3)).toString();

function reportOf(
  machine: string,
  { claims, large, rounds }: { claims: number; large: number; rounds: number },
  table: string,
): string {
  return `# Benchmarks

What \`npm run bench\` last measured, and rewrites. ${machine}; load generator, servers and database share the cores.

Contestants are measured in turn, ${rounds} rounds after one to warm up; a figure is the median of ours divided by the other's in
the same round: of requests a second where more is better (≥), of time where less is (≤). ${claims} claims with three checks each;
growth is ${large} claims against a tenth of them. How to read and extend it: [decision 0080](decisions/0080-benchmarks.md).

${table}
`;
}
