/** What independence looks at in one check: its disclosure, its newest review, and the effective operator groups (1.5). */
export interface ReviewedCheck {
  disclosedAt: Date | null;
  conflicted: boolean | null;
  /** What the newest review says; null where there is none. */
  independenceConfirmed: boolean | null;
  reviewedAt: Date | null;
  group: string;
  claimGroup: string;
}

/**
 * Whether a check's independence is confirmed: by its newest review, on a complete disclosure without conflict that the
 * review could see, and outside the claim's own group (3.5, 3.6, 3.7).
 */
export function isIndependent({
  disclosedAt,
  conflicted,
  independenceConfirmed,
  reviewedAt,
  group,
  claimGroup,
}: ReviewedCheck): boolean {
  if (disclosedAt === null || reviewedAt === null) return false;
  // A review in the disclosure's own millisecond came after it: before it, confirming is refused.
  return independenceConfirmed === true && conflicted === false && reviewedAt >= disclosedAt && group !== claimGroup;
}
