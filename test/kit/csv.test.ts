import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';

test('quotes, commas, line ends and a padded header', () => {
  const text = 'a, b ,c\r\n1,"x, ""y""\r\nz",\r\n,\u00a0, 3 \r\n';
  expect(readCsv(text)).toEqual([
    { a: '1', b: 'x, "y"\r\nz', c: '' },
    { a: '', b: '\u00a0', c: ' 3 ' },
  ]);
  expect(readCsv('a\n1')).toEqual([{ a: '1' }]);
});
