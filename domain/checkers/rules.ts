/** What counts for a member: checks as they stand now, of claims that are active (4.3). */
export interface CountedCheck {
  state: 'pending' | 'accepted' | 'rejected';
  result: 'supports' | 'challenges' | 'unresolved';
  challengeUpheld: boolean;
  claimActive: boolean;
}

export interface Totals {
  acceptedChecks: number;
  upheldChallenges: number;
}

/** A member's totals; claims filed, credits, forecasts and staff roles add nothing. */
export function totalsOf(checks: readonly CountedCheck[]): Totals {
  const counted = checks.filter(({ state, claimActive }) => state === 'accepted' && claimActive);
  return {
    acceptedChecks: counted.length,
    upheldChallenges: counted.filter(({ result, challengeUpheld }) => result === 'challenges' && challengeUpheld)
      .length,
  };
}

/** Who is listed as a checker: whoever has an accepted check that counts. */
export const isChecker = ({ acceptedChecks }: Totals): boolean => acceptedChecks > 0;

/** The order of checkers: accepted checks, then upheld challenges, then the handle, by code point. A rank is the place in it, from 1. */
export const byRank = (a: Totals & { handle: string }, b: Totals & { handle: string }): number =>
  b.acceptedChecks - a.acceptedChecks ||
  b.upheldChallenges - a.upheldChallenges ||
  (a.handle < b.handle ? -1 : a.handle > b.handle ? 1 : 0);
