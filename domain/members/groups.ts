import { sql, type Transaction } from '#prisma/database.ts';

// Acts that turn on who is whose operator share this lock; recording or voiding "same operator" takes it alone,
// so that no act decides on groups that change before it commits (1.5). It is the first lock after the idempotency row.
const lock = 'operator_groups';

/** Keeps operator groups as they are until this transaction ends. */
export async function lockGroupsShared(tx: Transaction): Promise<void> {
  await tx.query(sql`select 1 from pg_advisory_xact_lock_shared(hashtextextended(${lock}, 0))`);
}

/** Waits for every act that turns on operator groups, and keeps new ones waiting until this transaction ends. */
export async function lockGroupsExclusive(tx: Transaction): Promise<void> {
  await tx.query(sql`select 1 from pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
}

/** The member's operator group with "same operator" records applied; stays true while the groups' lock is held. */
export async function effectiveGroupOf(tx: Transaction, memberId: string): Promise<string> {
  const { group } = await tx.one<{ group: string }>(
    sql`select effective_group as "group" from member where id = ${memberId}`,
  );
  return group;
}
