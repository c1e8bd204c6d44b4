import type { RefusalCode } from '../refusals/codes.ts';

export const reviewStates = ['accepted', 'rejected'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** What a reviewer decides (3.6). */
export interface Decision {
  state: ReviewState;
  independenceConfirmed: boolean;
  /** Left out: what stood before stays. */
  challengeUpheld?: boolean;
}

/** What a decision is held against. Groups are effective operator groups (1.5). */
export interface UnderReview {
  result: 'supports' | 'challenges' | 'unresolved';
  group: string;
  claimGroup: string;
  disclosed: boolean;
  conflicted: boolean | null;
  challengeUpheld: boolean;
  /** Whether an earlier review accepted it; an import is no review. */
  acceptedByReview: boolean;
}

/** The refusal a decision meets, if any, in the order of 3.6. */
export function refusalOf(check: UnderReview, decision: Decision, reviewerGroup: string): RefusalCode | undefined {
  if (reviewerGroup === check.group || reviewerGroup === check.claimGroup) return 'review.own_group';
  if (decision.independenceConfirmed && !check.disclosed) return 'review.disclosure_incomplete';
  if (decision.independenceConfirmed && check.conflicted !== false) return 'review.conflicted';
  if (decision.challengeUpheld && !(check.result === 'challenges' && check.acceptedByReview))
    return 'review.challenge_not_accepted';
  return undefined;
}

/** Whether the challenge is upheld once the decision stands: a rejection clears it (3.6). */
export const upheldAfter = (check: UnderReview, { state, challengeUpheld }: Decision): boolean =>
  state === 'accepted' && (challengeUpheld ?? check.challengeUpheld);
