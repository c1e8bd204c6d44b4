import { type Queryable, sql } from '#prisma/database.ts';
import type { ResolutionRecord } from '#schema/records/resolution.ts';
import { onClaimUrl } from '../addresses.ts';

interface Row extends Omit<ResolutionRecord, 'url' | 'resolver' | 'voided' | 'resolvedAt' | 'voidedAt' | 'changedAt'> {
  resolver: string;
  resolvedAt: Date;
  voidedAt: Date | null;
  changedAt: Date;
}

/** The records of those of these resolutions that are public: those of active claims, voided ones included. */
export async function renderResolutions(
  db: Queryable,
  ids: readonly string[],
  origin: string,
): Promise<ResolutionRecord[]> {
  const rows = await db.query<Row>(sql`
    select r.id, r.claim_id as "claimId", r.reproduced, r.reason, r.evidence_check_id as "evidenceCheckId", m.handle as resolver,
      r.resolved_at as "resolvedAt", r.voided_at as "voidedAt", r.void_reason as "voidReason", r.changed_at as "changedAt"
    from resolution r join member m on m.id = r.resolver_id join claim c on c.id = r.claim_id
    where r.id = any (${ids}) and c.withdrawn_at is null and c.hidden_at is null`);
  return rows.map((row) => ({
    id: row.id,
    url: onClaimUrl(origin, row.claimId, row.id),
    claimId: row.claimId,
    reproduced: row.reproduced,
    reason: row.reason,
    evidenceCheckId: row.evidenceCheckId,
    resolver: { handle: row.resolver },
    resolvedAt: row.resolvedAt.toISOString(),
    voided: row.voidedAt !== null,
    voidedAt: row.voidedAt?.toISOString() ?? null,
    voidReason: row.voidReason,
    changedAt: row.changedAt.toISOString(),
  }));
}
