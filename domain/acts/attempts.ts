import { createHash } from 'node:crypto';
import { type Queryable, sql } from '#prisma/database.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Throttle } from './act.ts';

/** The rows that count one try. */
export type Attempt = readonly number[];

/** Counts a try under every one of these limits, or refuses it where one is full: the same for all processes, since the database counts. */
export async function countAttempt(database: Queryable, throttles: readonly Throttle[]): Promise<Attempt> {
  // What is counted may be an address or the handle of nobody: only a hash of it is kept.
  const hashes = throttles.map(({ of }) => createHash('sha256').update(of).digest());
  const [row] = await database.query<{ ids: number[] | null; retry_seconds: number }>(
    sql`select ids, retry_seconds from count_attempt(${hashes}::bytea[], ${throttles.map(({ most }) => most)}::int[], ${throttles.map(({ seconds }) => seconds)}::int[])`,
  );
  if (!row?.ids) throw new Refusal('limit.sign_in', undefined, { retryAfter: row?.retry_seconds ?? 1 });
  return row.ids;
}

/** A try that succeeded no longer counts. */
export async function forgiveAttempt(database: Queryable, attempt: Attempt): Promise<void> {
  await database.query(sql`delete from attempt where id = any (${attempt}::bigint[])`);
}
