/** The rows of a CSV text by its header's names (RFC 4180): quoted commas, quotes and line ends, CRLF or LF between rows. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A field, bare or quoted, and what ends it.
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  const [names = [], ...records] = rows;
  return records.map((record) => Object.fromEntries(names.map((name, at) => [name.trim(), record[at] ?? ''])));
}
