import { sql, type Transaction } from '#prisma/database.ts';
import { newId } from '../text/ids.ts';
import { creditsForCheck } from './rules.ts';

/** Credits the author of a check for its first acceptance; the table refuses a second entry for the same check (3.8). */
export async function earnForCheck(tx: Transaction, memberId: string, checkId: string): Promise<void> {
  // Balances are locked before the ledger's list, as by acts that must read one first.
  await tx.query(sql`select 1 from credit_balance where member_id = ${memberId} for update`);
  await tx.query(sql`
    insert into ledger_entry (id, member_id, amount, kind, check_id, at)
    values (${newId('crd')}, ${memberId}, ${creditsForCheck}, 'check_accepted', ${checkId}, institution_now())`);
}
