import { sql, type Transaction } from '#prisma/database.ts';
import type { Actor } from '../acts/actor.ts';
import { type LockedClaim, lockVisibleClaim } from '../claims/lock.ts';
import { effectiveGroupOf, lockGroupsShared } from '../members/groups.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { EvidenceCheck } from './rules.ts';

/** The claim, locked, and all its checks, for staff outside the operator groups of the claim and of everyone who submitted one (5.2). */
export async function lockForResolution(
  tx: Transaction,
  actor: Actor,
  claimId: string,
): Promise<{ claim: LockedClaim; checks: EvidenceCheck[] }> {
  await lockGroupsShared(tx);
  const claim = await lockVisibleClaim(tx, actor, claimId);
  const checks = await tx.query<EvidenceCheck>(sql`
    select k.id, k.result, k.state, k.independent, a.effective_group as "group", k.model_family as "modelFamily",
      k.runtime_family as "runtimeFamily", k.challenge_upheld as "challengeUpheld"
    from registry_check k join member a on a.id = k.author_id where k.claim_id = ${claimId}`);
  const own = await effectiveGroupOf(tx, actor.id);
  if (own === claim.group || checks.some(({ group }) => group === own)) throw new Refusal('resolution.own_group');
  return { claim, checks };
}
