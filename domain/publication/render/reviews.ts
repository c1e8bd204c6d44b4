import { type Queryable, sql } from '#prisma/database.ts';
import type { ReviewRecord } from '#schema/records/review.ts';
import { reviewUrl } from '../addresses.ts';

interface Row extends Omit<ReviewRecord, 'url' | 'reviewer' | 'reviewedAt'> {
  reviewer: string;
  reviewedAt: Date;
}

/** The records of those of these reviews that are public: all reviews of a public check. */
export async function renderReviews(db: Queryable, ids: readonly string[], origin: string): Promise<ReviewRecord[]> {
  const rows = await db.query<Row>(sql`
    select v.id, v.check_id as "checkId", k.claim_id as "claimId", r.handle as reviewer, v.state, v.reason,
      v.independence_confirmed as "independenceConfirmed", v.challenge_upheld as "challengeUpheld", v.reviewed_at as "reviewedAt"
    from review v join member r on r.id = v.reviewer_id join registry_check k on k.id = v.check_id join claim c on c.id = k.claim_id
    where v.id = any (${ids}) and k.state = 'accepted' and c.withdrawn_at is null and c.hidden_at is null`);
  return rows.map((row) => ({
    id: row.id,
    url: reviewUrl(origin, row.checkId, row.id),
    checkId: row.checkId,
    claimId: row.claimId,
    reviewer: { handle: row.reviewer },
    state: row.state,
    reason: row.reason,
    independenceConfirmed: row.independenceConfirmed,
    challengeUpheld: row.challengeUpheld,
    reviewedAt: row.reviewedAt.toISOString(),
  }));
}
