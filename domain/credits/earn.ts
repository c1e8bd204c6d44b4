import { sql, type Transaction } from '#prisma/database.ts';
import { newId } from '../text/ids.ts';
import { creditsForCheck } from './rules.ts';

/** Credits the author of a check for its first acceptance; the table refuses a second entry for the same check (3.8). */
export async function earnForCheck(tx: Transaction, memberId: string, checkId: string): Promise<void> {
  await tx.query(sql`
    insert into ledger_entry (id, member_id, amount, kind, check_id, at)
    values (${newId('crd')}, ${memberId}, ${creditsForCheck}, 'check_accepted', ${checkId}, institution_now())`);
}
