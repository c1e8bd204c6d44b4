// An institution on a simulated clock that real workers keep.
import { basename } from 'node:path';
import { type Database, sql } from '#prisma/database.ts';
import { type Clock, simulateClock } from '#test/kit/clock.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';

interface Kept {
  clock: Clock;
  /** What a worker on it is told. */
  env: NodeJS.ProcessEnv;
  /** Whether the hour of this moment has its snapshot, after which nothing of it is left to do. */
  isKept(moment: Date): Promise<boolean>;
}

export interface Simulated extends TestInstitution, Kept {
  /** The name of its database. */
  name: string;
}

export async function openSimulated(now: Date): Promise<Simulated> {
  const institution = await openInstitution();
  const name = basename(new URL(institution.url).pathname);
  return { ...institution, ...(await setUp(institution.database, institution.url, now, institution.origin)), name };
}

/** Sets up a migrated database as of this moment. */
export async function setUp(
  database: Database,
  url: string,
  now: Date,
  origin = 'https://institution.test',
): Promise<Kept> {
  const clock = await simulateClock(database, now);
  await database.query(
    sql`insert into public_setting (key, value, changed_at) values ('origin', to_jsonb(${origin}::text), institution_now())`,
  );
  return {
    clock,
    env: { DATABASE_URL: url },
    isKept: async (moment) => {
      const rows = await database.query(
        sql`select from census_snapshot where hour = date_trunc('hour', ${moment}::timestamptz, 'UTC')`,
      );
      return rows.length > 0;
    },
  };
}
