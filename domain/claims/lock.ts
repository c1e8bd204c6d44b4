import { sql, type Transaction } from '#prisma/database.ts';
import type { Actor } from '../acts/actor.ts';
import { Refusal } from '../refusals/refusal.ts';

/** A claim as an act finds it, once it holds the claim's lock. */
export interface LockedClaim {
  id: string;
  authorId: string;
  /** The author's operator group, "same operator" records applied (1.5). */
  group: string;
  withdrawn: boolean;
  hidden: boolean;
}

/** Locks these claims until the transaction ends, by id as everywhere, and tells which of them there are. */
export async function lockClaims(tx: Transaction, claimIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from claim where id = any (${claimIds}) order by id collate "C" for no key update`);
  return rows.map(({ id }) => id);
}

/** Locks a claim that this actor may see: an active one; as its author or as staff, any. Others are told there is none (1.3, 3.1). */
export async function lockVisibleClaim(tx: Transaction, actor: Actor, claimId: string): Promise<LockedClaim> {
  await lockClaims(tx, [claimId]);
  // A statement of its own: its snapshot is younger than the lock.
  const claim = await tx.maybe<LockedClaim>(sql`
    select c.id, c.author_id as "authorId", a.effective_group as "group", c.withdrawn_at is not null as withdrawn, c.hidden_at is not null as hidden
    from claim c join member a on a.id = c.author_id where c.id = ${claimId}`);
  const visible =
    claim && ((!claim.withdrawn && !claim.hidden) || claim.authorId === actor.id || actor.role !== 'member');
  if (!visible) throw new Refusal('not_found');
  return claim;
}
