import { sql, type Transaction } from '#prisma/database.ts';
import type { Actor } from '../acts/actor.ts';
import { lockClaims } from '../claims/lock.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { CheckResult } from './rules.ts';

/** A check as an act finds it, once it holds the lock of the check's claim. Groups are effective ones (1.5). */
export interface LockedCheck {
  id: string;
  claimId: string;
  authorId: string;
  group: string;
  claimGroup: string;
  result: CheckResult;
  state: 'pending' | 'accepted' | 'rejected';
  legacy: boolean;
  disclosed: boolean;
  conflicted: boolean | null;
  /** Whether it was ever accepted, by review or by import. */
  accepted: boolean;
  challengeUpheld: boolean;
  public: boolean;
}

/** Locks the claim of a check that this actor may see: an accepted one of an active claim; as its author or as staff, any (1.3, 3.4). */
export async function lockVisibleCheck(tx: Transaction, actor: Actor, checkId: string): Promise<LockedCheck> {
  const found = await tx.maybe<{ claimId: string }>(
    sql`select claim_id as "claimId" from registry_check where id = ${checkId}`,
  );
  if (!found) throw new Refusal('not_found');
  await lockClaims(tx, [found.claimId]);
  // A statement of its own: its snapshot is younger than the lock.
  const check = await tx.one<LockedCheck>(sql`
    select k.id, k.claim_id as "claimId", k.author_id as "authorId", a.effective_group as "group", o.effective_group as "claimGroup",
      k.result, k.state, k.legacy, k.disclosed_at is not null as disclosed, k.conflicted, k.accepted_at is not null as accepted,
      k.challenge_upheld as "challengeUpheld", k.state = 'accepted' and c.withdrawn_at is null and c.hidden_at is null as public
    from registry_check k join member a on a.id = k.author_id join claim c on c.id = k.claim_id join member o on o.id = c.author_id
    where k.id = ${checkId}`);
  if (!check.public && check.authorId !== actor.id && actor.role === 'member') throw new Refusal('not_found');
  return check;
}
