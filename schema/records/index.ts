import { checkRecord } from './check.ts';
import { claimRecord } from './claim.ts';
import { relationshipRecord } from './relationship.ts';
import { resolutionRecord } from './resolution.ts';
import { reviewRecord } from './review.ts';

/** The schema of one record, by dataset; a dataset without one has no records yet. */
export const recordSchemas = {
  claims: claimRecord,
  checks: checkRecord,
  lineage: relationshipRecord,
  check_reviews: reviewRecord,
  resolutions: resolutionRecord,
} as const;
