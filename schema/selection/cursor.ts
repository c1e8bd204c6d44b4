import { Refusal } from '#domain/refusals/refusal.ts';

/** An opaque cursor: the list's name and a place in it. Places are positive and below 2^53. */
export const cursorOf = (list: string, place: number): string =>
  Buffer.from(`${list} ${place}`, 'latin1').toString('base64url');

/** The place of a cursor of this list; one that the list never gave is refused (1.3). Zero, before the first, is accepted. */
export function placeOf(list: string, cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const place = Number(text.slice(list.length + 1));
  if (!Number.isSafeInteger(place) || place < 0 || cursorOf(list, place) !== cursor)
    throw new Refusal('cursor.invalid');
  return place;
}
