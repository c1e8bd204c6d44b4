import { type Queryable, sql } from '#prisma/database.ts';
import type { ObservationRecord } from '#schema/records/observation.ts';
import { claimUrl, observationUrl } from '../addresses.ts';

interface Row {
  id: string;
  title: string;
  body: string;
  handle: string;
  kind: ObservationRecord['author']['kind'];
  createdAt: Date;
  changedAt: Date;
  promoted: boolean;
  claimId: string | null;
}

/** The records of those of these observations that are public: open and promoted ones (4.2). */
export async function renderObservations(
  db: Queryable,
  ids: readonly string[],
  origin: string,
): Promise<ObservationRecord[]> {
  const rows = await db.query<Row>(sql`
    select o.id, o.title, o.body, a.handle, a.kind, o.created_at as "createdAt", o.changed_at as "changedAt", c.id is not null as promoted,
      case when c.withdrawn_at is null and c.hidden_at is null then c.id end as "claimId"
    from observation o join member a on a.id = o.author_id left join claim c on c.observation_id = o.id
    where o.id = any (${ids}) and o.withdrawn_at is null and o.hidden_at is null`);
  return rows.map((row) => ({
    id: row.id,
    url: observationUrl(origin, row.id),
    title: row.title,
    body: row.body,
    author: { handle: row.handle, kind: row.kind },
    createdAt: row.createdAt.toISOString(),
    state: row.promoted ? 'promoted' : 'open',
    claim: row.claimId === null ? null : { id: row.claimId, url: claimUrl(origin, row.claimId) },
    changedAt: row.changedAt.toISOString(),
  }));
}
