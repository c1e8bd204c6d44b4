import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '#domain/refusals/refusal.ts';
import { cut, pageOf } from '#schema/selection/connection.ts';
import { cursorOf, placeOf } from '#schema/selection/cursor.ts';

const place = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const list = fc.stringMatching(/^[a-zA-Z]{1,20}$/);

test('a cursor gives its place back to its own list', () => {
  fc.assert(
    fc.property(list, place, (name, at) => {
      expect(placeOf(name, cursorOf(name, at))).toBe(at);
    }),
  );
});

test('whatever no list gave is refused', () => {
  const refused = (name: string, text: string) => expect(() => placeOf(name, text)).toThrow(Refusal);
  fc.assert(
    fc.property(list, list, place, (name, other, at) => {
      fc.pre(name !== other);
      refused(name, cursorOf(other, at));
    }),
  );
  fc.assert(
    fc.property(list, fc.string({ unit: 'binary' }), (name, text) => {
      const decoded = Buffer.from(text, 'base64url').toString('latin1');
      fc.pre(!(decoded.startsWith(`${name} `) && cursorOf(name, Number(decoded.slice(name.length + 1))) === text));
      refused(name, text);
    }),
  );
});

/** A page of the numbers 1 to `length`, as the statement would fetch it. */
function page(length: number, args: Parameters<typeof pageOf>[1]) {
  const asked = pageOf('numbers', args);
  const { after = 0, before = Number.POSITIVE_INFINITY, backward, size } = asked;
  const all = Array.from({ length }, (_, index) => index + 1);
  const within = all.filter((at) => at > after && at < before);
  const fetched = (backward ? within.toReversed() : within).slice(0, size + 1);
  return cut(asked, fetched, backward ? all.some((at) => at >= before) : all.some((at) => at <= after));
}

test('pages joined are the list, forward and backward, and only the last one ends it', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 20 }), (length, size) => {
      const whole = Array.from({ length }, (_, index) => index + 1);
      const forward: number[] = [];
      for (let after: string | undefined; ; ) {
        const { rows, hasNextPage, hasPreviousPage } = page(length, { first: size, after });
        expect(hasPreviousPage).toBe(forward.length > 0);
        forward.push(...rows);
        if (!hasNextPage) break;
        after = cursorOf('numbers', rows.at(-1) ?? 0);
      }
      expect(forward).toEqual(whole);
      const backward: number[] = [];
      for (let before: string | undefined; ; ) {
        const { rows, hasNextPage, hasPreviousPage } = page(length, { last: size, before });
        expect(hasNextPage).toBe(backward.length > 0);
        backward.unshift(...rows);
        if (!hasPreviousPage) break;
        before = cursorOf('numbers', rows[0] ?? 0);
      }
      expect(backward).toEqual(whole);
    }),
  );
});
