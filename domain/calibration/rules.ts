import { inDiversePairs, type LabelledCheck } from '../claims/rules.ts';
import type { RefusalCode } from '../refusals/codes.ts';
import type { FieldError } from '../refusals/refusal.ts';

/** Probabilities are kept in millionths: exact, and as fine as 5.1 admits. */
export const millionthsOf = (probability: number): number => Math.round(probability * 1e6);
export const probabilityOf = (millionths: number): number => millionths / 1e6;

/** Refuses what has more than six decimals: a number that its millionths do not give back. */
export const coarseProbability = ({ probability }: { probability: number }): FieldError[] =>
  probabilityOf(millionthsOf(probability)) === probability
    ? []
    : [{ field: 'probability', message: 'takes at most 6 decimals' }];

export interface EvidenceCheck extends LabelledCheck {
  challengeUpheld: boolean;
}

/** The refusal a conclusion meets on the claim's checks, all of them given, if any (5.2). */
export function refusalOf(
  checks: readonly EvidenceCheck[],
  evidence: EvidenceCheck,
  reproduced: boolean,
): RefusalCode | undefined {
  if (!reproduced) {
    const upheld = evidence.state === 'accepted' && evidence.result === 'challenges' && evidence.challengeUpheld;
    return upheld ? undefined : 'resolution.challenge_not_upheld';
  }
  if (checks.some(({ state, result }) => state === 'accepted' && result === 'challenges'))
    return 'resolution.challenge_accepted';
  return inDiversePairs(checks).has(evidence.id) ? undefined : 'resolution.no_diverse_pair';
}

/** Sums over scored forecasts, in whole millionths and their squares, so that nothing is lost before the one rounding. */
export interface Sums {
  n: bigint;
  /** Σ probability, in millionths. */
  probability: bigint;
  /** Σ outcome: how many came true. */
  outcome: bigint;
  /** Σ (probability − outcome)², in millionths squared. */
  squares: bigint;
}

export const noSums: Sums = { n: 0n, probability: 0n, outcome: 0n, squares: 0n };

export const plus = (a: Sums, b: Sums): Sums => ({
  n: a.n + b.n,
  probability: a.probability + b.probability,
  outcome: a.outcome + b.outcome,
  squares: a.squares + b.squares,
});

/** A quotient of whole numbers that are not negative, rounded half away from zero. */
const rounded = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

/** A mean in millionths as a number of six decimals; null for a sample that is empty or smaller than the setting lets show (5.3). */
const mean = (sum: bigint, unit: bigint, n: bigint, minimum: bigint): number | null =>
  n === 0n || n < minimum ? null : Number(rounded(sum * 1_000_000n, n * unit)) / 1e6;

export const meanBrier = ({ squares, n }: Sums, minimum: bigint): number | null =>
  mean(squares, 1_000_000_000_000n, n, minimum);
export const meanProbability = ({ probability, n }: Sums, minimum: bigint): number | null =>
  mean(probability, 1_000_000n, n, minimum);
export const observedRate = ({ outcome, n }: Sums, minimum: bigint): number | null => mean(outcome, 1n, n, minimum);

/** The five bands of 5.3: each takes its lower edge, the last its upper one too. */
export const bandEdges = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;
export const bandCount = bandEdges.length - 1;
