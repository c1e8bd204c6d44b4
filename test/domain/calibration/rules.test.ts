import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coarseProbability,
  meanBrier,
  meanProbability,
  millionthsOf,
  observedRate,
} from '#domain/calibration/rules.ts';

/** numerator/denominator to six decimals, half away from zero, by long division of decimal digits. */
function decimals(numerator: bigint, denominator: bigint): number {
  let digits = String(numerator / denominator);
  let rest = numerator % denominator;
  for (let place = 0; place < 6; place++) {
    rest *= 10n;
    digits += String(rest / denominator);
    rest %= denominator;
  }
  const kept = BigInt(digits) + (rest * 2n >= denominator ? 1n : 0n);
  const padded = String(kept).padStart(7, '0');
  return Number(`${padded.slice(0, -6)}.${padded.slice(-6)}`);
}

const forecasts = fc.array(fc.tuple(fc.nat({ max: 1_000_000 }), fc.boolean()), { minLength: 1, maxLength: 40 });

function sumsOf(all: readonly (readonly [number, boolean])[]) {
  const sums = { n: 0n, probability: 0n, outcome: 0n, squares: 0n };
  for (const [millionths, cameTrue] of all) {
    const apart = BigInt(millionths) - (cameTrue ? 1_000_000n : 0n);
    sums.n += 1n;
    sums.probability += BigInt(millionths);
    sums.outcome += cameTrue ? 1n : 0n;
    sums.squares += apart * apart;
  }
  return sums;
}

describe('means', () => {
  test('are what exact fractions give', () => {
    fc.assert(
      fc.property(forecasts, (all) => {
        const sums = sumsOf(all);
        expect(meanBrier(sums, 1n)).toBe(decimals(sums.squares, sums.n * 10n ** 12n));
        expect(meanProbability(sums, 1n)).toBe(decimals(sums.probability, sums.n * 10n ** 6n));
        expect(observedRate(sums, 1n)).toBe(decimals(sums.outcome, sums.n));
      }),
    );
  });

  test.each([
    ['a half goes up', { n: 2n, probability: 1n, outcome: 0n, squares: 0n }, 0.000001],
    ['less does not', { n: 3n, probability: 1n, outcome: 0n, squares: 0n }, 0],
    ['the end is one', { n: 3n, probability: 3_000_000n, outcome: 3n, squares: 0n }, 1],
  ])('%s', (_, sums, mean) => expect(meanProbability(sums, 1n)).toBe(mean));

  test('of nothing, and of less than the smallest sample shown, there is none', () => {
    const sums = { n: 2n, probability: 1_000_000n, outcome: 1n, squares: 500_000_000_000n };
    expect(meanBrier({ n: 0n, probability: 0n, outcome: 0n, squares: 0n }, 0n)).toBeNull();
    expect(meanBrier(sums, 3n)).toBeNull();
    expect(meanBrier(sums, 2n)).toBe(0.25);
  });
});

test('every number of at most six decimals is exact in millionths, every other is refused', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (millionths) => {
      const probability = Number(`${millionths}e-6`);
      expect(coarseProbability({ probability })).toEqual([]);
      expect(millionthsOf(probability)).toBe(millionths);
    }),
  );
  fc.assert(
    fc.property(
      fc.nat({ max: 999_999_999 }).filter((n) => n % 1000 !== 0),
      (billionths) => {
        expect(coarseProbability({ probability: Number(`${billionths}e-9`) })).toHaveLength(1);
      },
    ),
  );
});
