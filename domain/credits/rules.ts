/** What the first acceptance of a check earns its author, whatever the result (3.8). */
export const creditsForCheck = 10;

/** The price of a boost in credits (6.1). */
export const boostPrice = 10;

/** What a ledger entry is about: the check that earned it or the vouch it was staked on; a boost is about itself (6.1). */
export const aboutOf = (entry: { checkId: string | null; vouchId: string | null }): string | null =>
  entry.checkId ?? entry.vouchId;

/** Accepted checks, ever, that open the reviewer desk (6.1). */
export const checksForDesk = 3;

/** How many claims the desk holds at most. */
export const deskSize = 500;

export const hasDesk = (acceptedChecksEver: number): boolean => acceptedChecksEver >= checksForDesk;

/** What the desk looks at in one claim. Groups are effective operator groups (1.5). */
export interface DeskClaim {
  ordinal: number;
  active: boolean;
  group: string;
  /** The groups of everyone who ever checked it, rejected and pending checks included. */
  checkerGroups: readonly string[];
  acceptedChecks: number;
}

/**
 * Whether the desk recommends a claim to a member of this group: one that is public and that the group may still check.
 * Reviews are given by administrators, so no review work is open to all, and no pending check ever shows.
 */
export const recommends = (claim: DeskClaim, group: string): boolean =>
  claim.active && claim.group !== group && !claim.checkerGroups.includes(group);

/** The order of the desk: the least checked first, then the oldest. */
export const byNeed = (a: DeskClaim, b: DeskClaim): number =>
  a.acceptedChecks - b.acceptedChecks || a.ordinal - b.ordinal;
