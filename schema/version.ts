import { type Queryable, sql } from '#prisma/database.ts';

/**
 * The version of what visitors are answered: it moves in the transaction of every change that they can see, and when a boost
 * ends, which no transaction does. Nothing else that they are answered may depend on the time.
 */
export async function readPublicVersion(database: Queryable): Promise<string> {
  const [row] = await database.query<{ version: string }>(sql`
    select (select coalesce(sum(moved), 0) from public_version) || ' '
      || coalesce((select max(expires_at) from boost where expires_at <= (select institution_now()))::text, '') as version`);
  return row?.version ?? '';
}
