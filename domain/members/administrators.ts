import { sql, type Transaction } from '#prisma/database.ts';
import { Refusal } from '../refusals/refusal.ts';

async function someoneAdministers(tx: Transaction): Promise<boolean> {
  const found = await tx.maybe(sql`
    select from member m join member h on h.id = m.operator_group
    where m.role = 'administrator' and m.approved_at is not null and m.suspended_at is null and m.link_ended_at is null
      and h.approved_at is not null and h.suspended_at is null limit 1`);
  return found !== undefined;
}

/** Runs a change of members, one such change after another, and refuses it where it takes the last administrator who can act. */
export async function keepingAnAdministrator<Result>(tx: Transaction, change: () => Promise<Result>): Promise<Result> {
  await tx.query(sql`select 1 from pg_advisory_xact_lock(hashtextextended('administrators', 0))`);
  const before = await someoneAdministers(tx);
  const result = await change();
  if (before && !(await someoneAdministers(tx))) throw new Refusal('member.last_administrator');
  return result;
}
