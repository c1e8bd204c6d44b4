/** Handles are compared without case, so they are kept in lower case (1.2). */
export const canonicalHandle = (handle: string): string => handle.toLowerCase();

/** A bearer token's text: `mk_` and 32 random bytes in base64url (1.4). */
export const tokenForm = /^mk_[A-Za-z0-9_-]{43}$/;

/** A session's secret, the cookie's value: 32 random bytes in base64url (1.4). */
export const sessionForm = /^[A-Za-z0-9_-]{43}$/;

/** How long a session lasts without signing in again. */
export const sessionSeconds = 14 * 24 * 3600;

export const passwordLengths = { least: 12, most: 200 } as const;

/** What was recorded, not voided: these groups are one operator. */
export type SameOperator = readonly string[];

/** The effective group of each of these operator groups: the first, by id, of all it is joined with, however long the way (1.5). */
export function effectiveGroups(groups: readonly string[], records: readonly SameOperator[]): Map<string, string> {
  const first = new Map(groups.map((group) => [group, group]));
  const rootOf = (group: string): string => {
    const next = first.get(group) ?? group;
    return next === group ? group : rootOf(next);
  };
  for (const record of records) {
    const roots = record.map(rootOf).sort();
    for (const root of roots) first.set(root, roots[0] ?? root);
  }
  return new Map(groups.map((group) => [group, rootOf(group)]));
}
