const lineEnds = /\r\n?/g;
// Lone surrogates, control characters but tab and newline, and the two non-characters (1.11).
const refused = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n])\p{Cc}/u;

/** Line ends become LF, surrounding space goes; nothing else is normalised (1.11). */
export const trimText = (text: string): string => text.replace(lineEnds, '\n').trim();

/** Whether every character may be stored and shown again unchanged (1.11). */
export const isPlainText = (text: string): boolean => !refused.test(text);
