import { type Queryable, sql } from '#prisma/database.ts';
import type { RelationshipRecord } from '#schema/records/relationship.ts';
import { claimUrl, onClaimUrl } from '../addresses.ts';

interface Row {
  id: string;
  kind: RelationshipRecord['kind'];
  sourceId: string;
  sourceTitle: string;
  targetId: string;
  targetTitle: string;
  createdAt: Date;
}

/** The records of those of these relationships that are public: both claims active (4.1). */
export async function renderLineage(
  db: Queryable,
  ids: readonly string[],
  origin: string,
): Promise<RelationshipRecord[]> {
  const rows = await db.query<Row>(sql`
    select l.id, l.kind, s.id as "sourceId", s.title as "sourceTitle", t.id as "targetId", t.title as "targetTitle", l.created_at as "createdAt"
    from relationship l join claim s on s.id = l.source_id join claim t on t.id = l.target_id
    where l.id = any (${ids}) and s.withdrawn_at is null and s.hidden_at is null and t.withdrawn_at is null and t.hidden_at is null`);
  return rows.map((row) => ({
    id: row.id,
    url: onClaimUrl(origin, row.sourceId, row.id),
    kind: row.kind,
    source: { id: row.sourceId, title: row.sourceTitle, url: claimUrl(origin, row.sourceId) },
    target: { id: row.targetId, title: row.targetTitle, url: claimUrl(origin, row.targetId) },
    createdAt: row.createdAt.toISOString(),
  }));
}
