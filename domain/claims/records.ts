import { sql, type Transaction } from '#prisma/database.ts';
import type { Touched } from '../publication/touched.ts';

interface Ids {
  checks: string[];
  reviews: string[];
  resolutions: string[];
  lineage: string[];
  observations: string[];
  challenges: string[];
}

/** Every record that comes and goes, or is corrected, with a claim (8.2), in the order in which new ones take their places: by acceptance, by review, by age. */
export async function recordsOfClaim(tx: Transaction, claimId: string): Promise<Touched> {
  const { checks, reviews, ...others } = await tx.one<Ids>(sql`
    select
      array(select id from registry_check where claim_id = ${claimId} and state = 'accepted' order by accepted_at, seq) as checks,
      array(select v.id from review v join registry_check k on k.id = v.check_id
            where k.claim_id = ${claimId} and k.state = 'accepted' order by v.reviewed_at, k.seq, v.n) as reviews,
      array(select id from resolution where claim_id = ${claimId} order by resolved_at, id) as resolutions,
      array(select id from relationship where source_id = ${claimId} or target_id = ${claimId} order by created_at, source_id, n) as lineage,
      array(select observation_id from claim where id = ${claimId} and observation_id is not null) as observations,
      array(select id from weekly_challenge where claim_id = ${claimId}) as challenges`);
  return { claims: [claimId], checks, check_reviews: reviews, ...others };
}

/** A check and its whole review history, which comes and goes with it. */
export async function recordsOfCheck(tx: Transaction, checkId: string): Promise<Touched> {
  const reviews = await tx.query<{ id: string }>(sql`select id from review where check_id = ${checkId} order by n`);
  return { checks: [checkId], check_reviews: reviews.map(({ id }) => id) };
}
