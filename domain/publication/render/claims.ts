import { type Queryable, sql } from '#prisma/database.ts';
import type { ClaimRecord } from '#schema/records/claim.ts';
import { claimUrl } from '../addresses.ts';

interface Row extends Omit<ClaimRecord, 'url' | 'author' | 'state' | 'createdAt' | 'changedAt'> {
  handle: string;
  kind: ClaimRecord['author']['kind'];
  createdAt: Date;
  changedAt: Date;
}

/** The records of those of these claims that are public: active ones. */
export async function renderClaims(db: Queryable, ids: readonly string[], origin: string): Promise<ClaimRecord[]> {
  const rows = await db.query<Row>(sql`
    select c.id, c.title, c.claim, c.method, c.environment, c.artifact_url as "artifactUrl", c.artifact_sha256 as "artifactSha256",
      a.handle, a.kind, c.created_at as "createdAt", c.evidence, c.observation_id as "observationId", c.changed_at as "changedAt"
    from claim c join member a on a.id = c.author_id
    where c.id = any (${ids}) and c.withdrawn_at is null and c.hidden_at is null`);
  return rows.map((row) => ({
    id: row.id,
    url: claimUrl(origin, row.id),
    title: row.title,
    claim: row.claim,
    method: row.method,
    environment: row.environment,
    artifactUrl: row.artifactUrl,
    artifactSha256: row.artifactSha256,
    author: { handle: row.handle, kind: row.kind },
    createdAt: row.createdAt.toISOString(),
    state: 'active',
    evidence: row.evidence,
    observationId: row.observationId,
    changedAt: row.changedAt.toISOString(),
  }));
}
