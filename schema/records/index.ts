import { challengeRecord } from './challenge.ts';
import { checkRecord } from './check.ts';
import { claimRecord } from './claim.ts';
import { observationRecord } from './observation.ts';
import { postRecord } from './post.ts';
import { precedentRecord } from './precedent.ts';
import { relationshipRecord } from './relationship.ts';
import { resolutionRecord } from './resolution.ts';
import { reviewRecord } from './review.ts';
import { threadRecord } from './thread.ts';

/** The schema of one record, by dataset. */
export const recordSchemas = {
  claims: claimRecord,
  checks: checkRecord,
  threads: threadRecord,
  posts: postRecord,
  precedents: precedentRecord,
  challenges: challengeRecord,
  lineage: relationshipRecord,
  observations: observationRecord,
  check_reviews: reviewRecord,
  resolutions: resolutionRecord,
} as const;
