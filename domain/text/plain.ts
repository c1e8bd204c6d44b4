const lineEnds = /\r\n?/g;
// Lone surrogates, control characters but tab and newline, and the two non-characters (1.11).
const refused = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n])\p{Cc}/u;

/** Line ends become LF, surrounding space goes; nothing else is normalised (1.11). */
export const trimText = (text: string): string => text.replace(lineEnds, '\n').trim();

/** Whether every character may be stored and shown again unchanged (1.11). */
export const isPlainText = (text: string): boolean => !refused.test(text);

const instant =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Whether the text is a moment of RFC 3339 that the calendar has. */
export function isInstant(text: string): boolean {
  const day = instant.exec(text)?.[1];
  if (day === undefined) return false;
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}
