import { type Queryable, sql } from '#prisma/database.ts';
import { probabilityOf } from './rules.ts';

/** What anyone may know of a claim's forecasts, and the caller's own (5.1). */
export interface Predictions {
  claimId: string;
  open: boolean;
  /** resolved while a live resolution stands, else check once any check exists, even pending. */
  closedBecause: 'check' | 'resolved' | null;
  count: number;
  /** Null for a visitor and for who has made none. */
  own: { probability: number; createdAt: Date } | null;
}

interface Row {
  resolved: boolean;
  checked: boolean;
  count: number;
  millionths: number | null;
  createdAt: Date | null;
}

/** Undefined for a claim that is not active, whoever asks (5.1). */
export async function readPredictions(
  db: Queryable,
  claimId: string,
  memberId: string | null,
): Promise<Predictions | undefined> {
  const [row] = await db.query<Row>(sql`
    select exists (select from resolution r where r.claim_id = c.id and r.voided_at is null) as resolved,
      exists (select from registry_check k where k.claim_id = c.id) as checked,
      (select count(*) from forecast f where f.claim_id = c.id) as count, own.millionths, own.created_at as "createdAt"
    from claim c left join forecast own on own.claim_id = c.id and own.author_id = ${memberId}
    where c.id = ${claimId} and c.withdrawn_at is null and c.hidden_at is null`);
  if (!row) return undefined;
  const { resolved, checked, count, millionths, createdAt } = row;
  return {
    claimId,
    open: !resolved && !checked,
    closedBecause: resolved ? 'resolved' : checked ? 'check' : null,
    count,
    own: millionths === null || createdAt === null ? null : { probability: probabilityOf(millionths), createdAt },
  };
}
