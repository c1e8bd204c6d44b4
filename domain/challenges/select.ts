import { sql, type Transaction } from '#prisma/database.ts';
import { isSet } from '../settings/read.ts';

const calendar = sql`hashtextextended('weekly_challenge', 0)`;

/** Whoever opens and closes weeks is alone with the calendar until the transaction ends. */
export async function lockCalendar(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${calendar})`);
}

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
  // Shared with other submissions; a week that is being opened at this moment is waited for, so that no claim falls between the two.
  const shared = tx.query(sql`select pg_advisory_xact_lock_shared(${calendar})`);
  const taking = tx.query<{ id: string }>(sql`
    update weekly_challenge w set claim_id = own.id, selected_at = institution_now(), reason = null
    from claim own
    where own.id = ${claimId} and w.state = 'open' and w.claim_id is null and w.starts_at <= own.created_at and own.created_at < w.ends_at
      and not ${selectionsPaused} and not exists (select from claim c where c.id <> own.id and ${eligible})
    returning w.id`);
  const [, taken] = await Promise.all([shared, taking]);
  return taken.map(({ id }) => id);
}
