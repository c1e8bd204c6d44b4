import { sql, type Transaction } from '#prisma/database.ts';

/** Whether there is anything that `purge` would take away. */
export const somethingSpent = sql`
  exists (select from counted_write where at <= institution_now() - interval '1 hour')
  or exists (select from idempotency_key where created_at < institution_now() - interval '30 days')
  or exists (select from session where ended_at is not null or expires_at <= institution_now())
  or exists (select from attempt where until <= institution_now())`;

/**
 * Takes away what no act looks at any more: counted acts outside the rolling hour (1.7), idempotency keys past their 30 days (1.6),
 * ended sessions and tries that no longer count. Gives how many rows went; rows that an act holds at this moment stay.
 */
export async function purge(tx: Transaction, most = 5000): Promise<number> {
  const { gone } = await tx.one<{ gone: number }>(sql`
    with writes as (
      delete from counted_write where id in (
        select id from counted_write where at <= institution_now() - interval '1 hour' order by at limit ${most} for update skip locked) returning 1),
    keys as (
      delete from idempotency_key k using (
        select member_id, key from idempotency_key where created_at < institution_now() - interval '30 days'
        order by created_at limit ${most} for update skip locked) old
      where k.member_id = old.member_id and k.key = old.key returning 1),
    sessions as (
      delete from session where id in (
        select id from session where ended_at is not null or expires_at <= institution_now() limit ${most} for update skip locked) returning 1),
    attempts as (
      delete from attempt where id in (
        select id from attempt where until <= institution_now() order by until limit ${most} for update skip locked) returning 1)
    select (select count(*) from writes) + (select count(*) from keys) + (select count(*) from sessions) + (select count(*) from attempts) as gone`);
  return gone;
}
