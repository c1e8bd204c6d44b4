import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rules } from '#domain/refusals/rules.ts';
import { identifying, possibleHandles } from '#domain/text/identifying.ts';
import vectors from '#test/vectors/identifying.json' with { type: 'json' };

describe.each(Object.entries(vectors.refused))('%s', (kind, texts) => {
  test.each(texts)('%j', (text) => {
    expect(identifying(text)).toContain(kind);
  });
});

test.each(vectors.accepted)('may be published: %j', (text) => {
  expect(identifying(text)).toEqual([]);
});

test('rules are cited by their ids, also where an id looks like a domain', () => {
  const ids = rules.map(({ id }) => id);
  expect(identifying(`The rules ${ids.join(', ')} decided it.`, new Set(ids))).toEqual([]);
  expect(identifying('The rule checks.review decided it.')).toEqual(['a domain name']);
});

test('a refused text stays refused inside any other text', () => {
  const bad = Object.values(vectors.refused).flat();
  fc.assert(
    fc.property(fc.constantFrom(...bad), fc.lorem(), fc.lorem(), (text, before, after) => {
      expect(identifying(`${before}. ${text} ${after}`)).not.toEqual([]);
    }),
  );
});

test('any text is judged, the tiresome ones too', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => Array.isArray(identifying(text))));
  for (const text of [
    '1 ',
    '1-',
    'a.',
    '(at)',
    'a at ',
    '. ',
    '@',
    'o1',
    '\u0430',
    '\u4E00-',
    '\u202Ea',
    '1:',
    '1.1.1.1.',
    ' ',
  ].map((piece) => piece.repeat(2000)))
    expect(Array.isArray(identifying(text))).toBe(true);
});

describe('words that could be handles', () => {
  test.each([
    ['It was alice who said so.', 'alice'],
    ['Alice’s check', 'alice'],
    ['ALICE', 'alice'],
    ['(alice-b)', 'alice-b'],
    ['an alice-like check', 'alice'],
    ['-alice', 'alice'],
    ['alice.smith', 'smith'],
    ['\u0430lice', 'alice'],
    ['al\u200Bice', 'alice'],
    ['\uFF41lice', 'alice'],
  ])('%j holds %s', (text, word) => {
    expect(possibleHandles(text)).toContain(word);
  });

  test('parts of other words are none', () => {
    expect(possibleHandles('malice alices')).toEqual(['malice', 'alices']);
  });
});
