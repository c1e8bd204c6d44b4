import { type Queryable, sql } from '#prisma/database.ts';
import type { PrecedentRecord } from '#schema/records/precedent.ts';
import { precedentUrl } from '../addresses.ts';

interface Row extends Omit<PrecedentRecord, 'url' | 'state' | 'publishedAt' | 'changedAt'> {
  publishedAt: Date;
  changedAt: Date;
  withdrawn: boolean;
}

/** The records of these precedents; a withdrawn one stays as a neutral tombstone (7.1). */
export async function renderPrecedents(
  db: Queryable,
  ids: readonly string[],
  origin: string,
): Promise<PrecedentRecord[]> {
  const rows = await db.query<Row>(sql`
    select id, situation, decision, reasons, rule_ids as "ruleIds", published_at as "publishedAt", changed_at as "changedAt",
      withdrawn_at is not null as withdrawn
    from precedent where id = any (${ids})`);
  return rows.map((row) => ({
    id: row.id,
    url: precedentUrl(origin, row.id),
    situation: row.situation,
    decision: row.decision,
    reasons: row.reasons,
    ruleIds: row.ruleIds,
    publishedAt: row.publishedAt.toISOString(),
    state: row.withdrawn ? 'withdrawn' : 'published',
    changedAt: row.changedAt.toISOString(),
  }));
}
