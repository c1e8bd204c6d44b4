// An institution on a simulated clock that real workers keep.
import { basename } from 'node:path';
import { sql } from '#prisma/database.ts';
import { type Clock, simulateClock } from '#test/kit/clock.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';

export interface Simulated extends TestInstitution {
  clock: Clock;
  /** What a worker on it is told. */
  env: NodeJS.ProcessEnv;
  /** The name of its database. */
  name: string;
  /** Whether the hour of this moment has its snapshot, after which nothing of it is left to do. */
  isKept(moment: Date): Promise<boolean>;
}

export async function openSimulated(now: Date): Promise<Simulated> {
  const institution = await openInstitution();
  const { database, origin, url } = institution;
  const clock = await simulateClock(database, now);
  await database.query(
    sql`insert into public_setting (key, value, changed_at) values ('origin', to_jsonb(${origin}::text), institution_now())`,
  );
  return {
    ...institution,
    clock,
    env: { DATABASE_URL: url },
    name: basename(new URL(url).pathname),
    isKept: async (moment) => {
      const rows = await database.query(
        sql`select from census_snapshot where hour = date_trunc('hour', ${moment}::timestamptz, 'UTC')`,
      );
      return rows.length > 0;
    },
  };
}
