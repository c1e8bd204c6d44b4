import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptAnswers } from '#services/http/kept-answers.ts';
import { Representation } from '#services/http/representation.ts';

const answerOf = (text: string, stamp: string) => ({ stamp, representation: Representation.ofText(text) });

test('an answer is made once for its state, by however many it is asked for at once', async () => {
  const kept = new KeptAnswers(2 ** 20);
  let made = 0;
  const ask = (stamp: string) => kept.answer('page', stamp, async () => answerOf(`made ${++made}`, stamp));
  const first = await Promise.all(Array.from({ length: 10 }, () => ask('1')));
  expect(made).toBe(1);
  expect(new Set(first.map(({ representation }) => representation)).size).toBe(1);
  await ask('2');
  await ask('2');
  expect(made).toBe(2);
});

test('an answer that fails to be made is made by the next who asks', async () => {
  const kept = new KeptAnswers(2 ** 20);
  const failing = kept.answer('page', '1', () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  expect((await kept.answer('page', '1', async () => answerOf('made', '1'))).representation.bytes.toString()).toBe(
    'made',
  );
});

test('the same bytes in another state keep what was compressed of them', async () => {
  const kept = new KeptAnswers(2 ** 20);
  const { representation } = await kept.answer('page', '1', async () => answerOf('the same', '1'));
  const compressed = await representation.inCoding('br');
  const later = await kept.answer('page', '2', async () => answerOf('the same', '2'));
  expect(await later.representation.inCoding('br')).toBe(compressed);
});

test('memory stays within its bound whatever is asked for, compressed bytes included, and what was used last stays', async () => {
  const most = 64 * 1024;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ name: fc.nat(40), bytes: fc.nat(20_000), coding: fc.constantFrom('br', 'gzip', 'identity') }),
        {
          maxLength: 60,
        },
      ),
      async (asks) => {
        const kept = new KeptAnswers(most);
        let made = 0;
        for (const { name, bytes, coding } of asks) {
          const ask = () =>
            kept.answer(String(name), '1', async () => {
              made++;
              return answerOf(randomBytes(bytes / 2).toString('hex'), '1');
            });
          const { representation } = await ask();
          await representation.inCoding(coding as 'br');
          kept.weigh(String(name), representation);
          expect(kept.bytes).toBeLessThanOrEqual(most);
          const before = made;
          expect((await ask()).representation).toBe(representation);
          expect(made).toBe(before);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('what is asked for packed is kept packed only, and is the same answer in every coding', async () => {
  const kept = new KeptAnswers(2 ** 20);
  const text = 'the same words '.repeat(4000);
  const plain = Representation.ofText(text);
  for (const coding of ['br', 'gzip'] as const) {
    const { representation } = await kept.answer(coding, '1', async () => answerOf(text, '1'));
    const packed = await representation.inCoding(coding);
    kept.weigh(coding, representation);
    expect(representation.heldBytes).toBe(packed.length);
    expect(representation.bytes.toString()).toBe(text);
    expect(representation.etag('identity')).toBe(plain.etag('identity'));
    expect(gunzipSync(await representation.inCoding('gzip')).toString()).toBe(text);
    expect(brotliDecompressSync(await representation.inCoding('br')).toString()).toBe(text);
    expect((await representation.inCoding('identity')).toString()).toBe(text);
    kept.weigh(coding, representation);
    expect(representation.held('identity')?.toString()).toBe(text);
  }
});

test('an answer larger than all there is room for is given and not kept', async () => {
  const kept = new KeptAnswers(10_000);
  await kept.answer('small', '1', async () => answerOf('small', '1'));
  const { representation } = await kept.answer('large', '1', async () => answerOf('x'.repeat(20_000), '1'));
  expect(representation.bytes.length).toBe(20_000);
  let made = 0;
  await kept.answer('small', '1', async () => answerOf(`again ${++made}`, '1'));
  expect(made).toBe(0);
});
