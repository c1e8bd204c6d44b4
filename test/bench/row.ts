// What a line of the table is made of. A new line is a Row in a file of rows/, listed in rows.ts.
import type { Stage } from './stage/stage.ts';

/** One measurement of one contestant in one round: a rate, a time, a size. */
export type Measure = () => Promise<number>;

/** What a row's `prepare` gives: the contestants, checked to give the same answer, and ready to be measured in turn. */
export interface Contest {
  ours: Measure;
  /** What ours is divided by, in the same round; without it the figure of ours counts by itself. */
  peer?: Measure;
  /** Takes away what was made for this row alone. */
  end?: () => Promise<void>;
}

export interface Row {
  /** For --rows. */
  name: string;
  work: string;
  against: string;
  /** A figure must reach `least` or stay within `most`; `aim` is what is hoped for. */
  bound: { least: number; aim?: number } | { most: number; aim?: number };
  unit?: 'MB' | 'requests' | undefined;
  /** Rounds, where one is as good as many or a round is long. */
  rounds?: number;
  prepare(bench: Bench): Promise<Contest>;
}

export interface Bench {
  /** How long one load lasts. */
  seconds: number;
  /** The institution of --claims. */
  usual: Stage;
  /** Institutions to see growth by: one of --large claims and one of a tenth of it. */
  growth(): Promise<{ small: Stage; large: Stage }>;
  /** An institution that nothing else is measured on, so that it can be written into. */
  written(): Promise<Stage>;
}

/** The same load on any institution: for a row against a peer and for a row on growth alike. */
export type Load = (stage: Stage, seconds: number) => Promise<Measure>;

/** What this machine lacks for a row, in a sentence. */
export class Lacking extends Error {}

/** The row that says how much longer a request takes where there is ten times as much. */
export const growthOf = (name: string, work: string, load: Load): Row => ({
  name: `${name}-growth`,
  work: `10× the data: ${work}`,
  against: 'itself',
  bound: { most: 1.3, aim: 1.1 },
  async prepare({ growth, seconds }) {
    const { small, large } = await growth();
    const [few, many] = [await load(small, seconds), await load(large, seconds)];
    // Times, so that more is worse.
    return { ours: async () => 1 / (await many()), peer: async () => 1 / (await few()) };
  },
});
