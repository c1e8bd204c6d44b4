import { type Queryable, sql } from '#prisma/database.ts';
import type { ChallengeCounts, ChallengeRecord } from '#schema/records/challenge.ts';
import { challengeUrl, claimUrl } from '../addresses.ts';

interface Row extends ChallengeCounts {
  id: string;
  week: string;
  startsAt: Date;
  endsAt: Date;
  state: ChallengeRecord['state'];
  reason: ChallengeRecord['reason'];
  selected: boolean;
  claimId: string | null;
  claimTitle: string;
  counted: boolean;
  publishedAt: Date | null;
  changedAt: Date;
}

/** The records of these weeks; of a claim that is public no more, nothing shows but that it went (7.3). */
export async function renderChallenges(
  db: Queryable,
  ids: readonly string[],
  origin: string,
): Promise<ChallengeRecord[]> {
  const rows = await db.query<Row>(sql`
    select w.id, w.week, w.starts_at as "startsAt", w.ends_at as "endsAt", w.state, w.reason, w.claim_id is not null as selected,
      c.id as "claimId", c.title as "claimTitle", w.submitted is not null as counted, w.submitted, w.accepted, w.supports, w.challenges,
      w.unresolved, w.published_at as "publishedAt", w.changed_at as "changedAt"
    from weekly_challenge w left join claim c on c.id = w.claim_id and c.withdrawn_at is null and c.hidden_at is null
    where w.id = any (${ids})`);
  return rows.map((row) => ({
    id: row.id,
    url: challengeUrl(origin, row.id),
    week: row.week,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    state: row.state,
    reason: row.selected && row.claimId === null ? 'claim_gone' : row.reason,
    claim: row.claimId === null ? null : { id: row.claimId, title: row.claimTitle, url: claimUrl(origin, row.claimId) },
    counts:
      row.claimId === null || !row.counted
        ? null
        : {
            submitted: row.submitted,
            accepted: row.accepted,
            supports: row.supports,
            challenges: row.challenges,
            unresolved: row.unresolved,
          },
    publishedAt: row.publishedAt?.toISOString() ?? null,
    changedAt: row.changedAt.toISOString(),
  }));
}
