import { Refusal } from '#domain/refusals/refusal.ts';
import { refuseFields } from '#domain/text/input.ts';
import { cursorOf, placeOf } from '#schema/selection/cursor.ts';

export const largestPage = 100;

const form = /^(0|[1-9]\d*)$/;

/** The page that `after` and `limit` ask for, in GraphQL's words; whatever is no integer cursor is refused, never taken for page one (1.9). */
export function pageAsked(
  list: string,
  query: Readonly<Record<string, unknown>>,
): { first: number; after: string | null } {
  const { after = '0', limit = String(largestPage) } = query;
  if (typeof after !== 'string' || !form.test(after) || !Number.isSafeInteger(Number(after))) {
    throw new Refusal('cursor.invalid', 'after is 0 or a cursor that this list gave.', {
      errors: [{ field: 'after', message: 'is 0 or a cursor that this list gave' }],
    });
  }
  if (typeof limit !== 'string' || !form.test(limit) || Number(limit) < 1 || Number(limit) > largestPage) {
    refuseFields([{ field: 'limit', message: `is a whole number from 1 to ${largestPage}` }]);
  }
  return { first: Number(limit), after: after === '0' ? null : cursorOf(list, Number(after)) };
}

/** The integer cursor of what follows a page, null at the end (1.9). */
export function nextCursor(list: string, page: { hasNextPage: boolean; endCursor: string | null }): number | null {
  return page.hasNextPage && page.endCursor !== null ? placeOf(list, page.endCursor) : null;
}
