import { join, sql, type Transaction } from '#prisma/database.ts';
import { newId } from '../text/ids.ts';

/**
 * Returns the stakes of vouches whose time is over, each once: who holds the vouch's lock returns it, and the ledger's
 * unique key refuses a second entry (6.2). Gives how many.
 */
export async function returnDueStakes(tx: Transaction, most = 500): Promise<number> {
  const due = await tx.query<{ id: string; voucherId: string; stake: number }>(sql`
    select id, voucher_id as "voucherId", stake from vouch where state = 'active' and expires_at <= institution_now()
    order by voucher_id collate "C", id collate "C" limit ${most} for update skip locked`);
  if (due.length === 0) return 0;
  // Balances before the ledger's list, as everywhere.
  await tx.query(sql`
    select 1 from credit_balance where member_id = any (${due.map(({ voucherId }) => voucherId)}) order by member_id collate "C" for update`);
  await tx.query(sql`
    update vouch set state = 'returned', ended_at = institution_now() where id = any (${due.map(({ id }) => id)})`);
  await tx.query(
    sql`insert into ledger_entry (id, member_id, amount, kind, vouch_id, at) values ${join(
      due.map(
        ({ id, voucherId, stake }) =>
          sql`(${newId('crd')}, ${voucherId}, ${stake}, 'vouch_returned'::ledger_kind, ${id}, institution_now())`,
      ),
    )}`,
  );
  return due.length;
}
