import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coalesced } from '#services/http/coalesced.ts';

test('every answer is of a query sent after it was asked for, two run at a time, and who waits shares', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }), async (scheduler, asks) => {
      let sent = 0;
      let running = 0;
      let most = 0;
      const ask = coalesced(async () => {
        const number = ++sent;
        most = Math.max(most, ++running);
        await scheduler.schedule(Promise.resolve(), 'query');
        running--;
        if (number % 5 === 4) throw new Error(`query ${number} failed`);
        return number;
      });
      const numberOf = (asked: Promise<number>) =>
        asked.catch((failed: Error) => Number(/query (\d+) failed/.exec(failed.message)?.[1]));
      const answers: Promise<void>[] = [];
      for (const count of asks) {
        for (let each = 0; each <= count; each++) {
          const before = sent;
          answers.push(numberOf(ask()).then((number) => expect(number).toBeGreaterThan(before)));
        }
        if (count === 0 && scheduler.count() > 0) await scheduler.waitOne();
      }
      while (scheduler.count() > 0) await scheduler.waitOne();
      await scheduler.waitFor(Promise.all(answers));
      expect(most).toBeLessThanOrEqual(2);
      expect(sent).toBeLessThanOrEqual(asks.filter((count) => count === 0).length + 3);
    }),
    { numRuns: 200 },
  );
});
