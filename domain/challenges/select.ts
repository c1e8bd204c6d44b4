import { sql, type Transaction } from '#prisma/database.ts';
import { isSet } from '../settings/read.ts';

/** Whether selections are paused by a setting; weeks still open and close (7.3). */
export const selectionsPaused = isSet('challengesPaused');

/** An active claim that no week ever selected, alias `c`. */
const eligible = sql`c.withdrawn_at is null and c.hidden_at is null
  and not exists (select from weekly_challenge w where w.claim_id = c.id)`;

/** The oldest active claim never selected before, kept as it is until the transaction ends. */
export async function oldestEligibleClaim(tx: Transaction): Promise<string | undefined> {
  // Claims before weeks: a claim that goes at this moment updates its week under its own lock.
  const claim = await tx.maybe<{ id: string }>(
    sql`select c.id from claim c where c.ordinal is not null and ${eligible} order by c.ordinal limit 1 for share of c`,
  );
  return claim?.id;
}

/**
 * A free week takes the first claim submitted in it, in that claim's own transaction, where no older claim is eligible (7.3).
 * Gives the week that took it.
 */
export async function takeFreeWeek(tx: Transaction, claimId: string): Promise<string[]> {
  const taken = await tx.query<{ id: string }>(sql`
    update weekly_challenge w set claim_id = ${claimId}, selected_at = moment.at, reason = null
    from (select institution_now() as at) as moment
    where w.state = 'open' and w.claim_id is null and w.starts_at <= moment.at and moment.at < w.ends_at and not ${selectionsPaused}
      and not exists (select from claim c where c.id <> ${claimId} and ${eligible})
    returning w.id`);
  return taken.map(({ id }) => id);
}
