import { sql, type Transaction } from '#prisma/database.ts';
import { isIndependent, type ReviewedCheck } from '../checks/rules.ts';
import type { Touched } from '../publication/touched.ts';
import { lockClaims } from './lock.ts';
import { acceptedCounts, evidenceLabel, type LabelledCheck } from './rules.ts';

interface CheckRow extends Omit<LabelledCheck, 'independent'>, ReviewedCheck {
  claimId: string;
  wasIndependent: boolean;
}

/**
 * Brings the independence of checks, the label and the accepted counts of these claims up to what the record says (3.7),
 * under the claims' locks. Gives the public records that changed.
 */
export async function relabel(tx: Transaction, claimIds: readonly string[]): Promise<Touched> {
  const claims = await lockClaims(tx, claimIds);
  const rows = await tx.query<CheckRow>(sql`
    select k.id, k.claim_id as "claimId", k.result, k.state, k.independent as "wasIndependent", a.effective_group as "group",
      o.effective_group as "claimGroup", k.model_family as "modelFamily", k.runtime_family as "runtimeFamily",
      k.disclosed_at is not null as disclosed, k.conflicted, v.independence_confirmed as "independenceConfirmed"
    from registry_check k join member a on a.id = k.author_id join claim c on c.id = k.claim_id join member o on o.id = c.author_id
    left join lateral (select independence_confirmed from review where check_id = k.id order by n desc limit 1) v on true
    where k.claim_id = any (${claims})`);
  const checks = rows.map((row) => ({ ...row, independent: isIndependent(row) }));

  const turned = checks.filter((check) => check.independent !== check.wasIndependent);
  if (turned.length > 0) {
    await tx.query(sql`
      update registry_check k set independent = g.independent
      from unnest(${turned.map(({ id }) => id)}::text[], ${turned.map((check) => check.independent)}::boolean[]) as g (id, independent)
      where k.id = g.id`);
  }

  const byClaim = new Map(claims.map((id) => [id, [] as LabelledCheck[]]));
  for (const check of checks) byClaim.get(check.claimId)?.push(check);
  const standing = [...byClaim].map(([id, own]) => ({ id, evidence: evidenceLabel(own), ...acceptedCounts(own) }));
  const relabelled = await tx.query<{ id: string }>(sql`
    update claim c set evidence = g.evidence::evidence_label, accepted_checks = g.accepted, supports_checks = g.supports,
      challenges_checks = g.challenges, unresolved_checks = g.unresolved
    from jsonb_to_recordset(${JSON.stringify(standing)}::jsonb)
      as g (id text, evidence text, accepted int, supports int, challenges int, unresolved int)
    where c.id = g.id and (c.evidence::text, c.accepted_checks, c.supports_checks, c.challenges_checks, c.unresolved_checks)
      is distinct from (g.evidence, g.accepted, g.supports, g.challenges, g.unresolved)
    returning c.id`);
  return { claims: relabelled.map(({ id }) => id), checks: turned.map(({ id }) => id) };
}

/** The same for every claim whose label can turn on these operator groups: called, under the groups' lock, once their members' effective groups have changed (1.5). */
export async function relabelClaimsOf(tx: Transaction, operatorGroups: readonly string[]): Promise<Touched> {
  const rows = await tx.query<{ id: string }>(sql`
    select k.claim_id as id from registry_check k join member a on a.id = k.author_id where a.operator_group = any (${operatorGroups})
    union
    select k.claim_id from registry_check k join claim c on c.id = k.claim_id join member o on o.id = c.author_id
    where o.operator_group = any (${operatorGroups})`);
  return relabel(
    tx,
    rows.map(({ id }) => id),
  );
}
