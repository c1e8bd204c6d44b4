// A clock for whole simulated years. A setting of the database would reach new connections only; a row is seen by all at once,
// those of running worker processes too, so institution_now() is made to read one.
import { type Database, sql } from '#prisma/database.ts';

export interface Clock {
  set(now: Date | string): Promise<void>;
}

/** Stops the clock of this database at `now`, and makes that the moment at which the institution was founded. */
export async function simulateClock(database: Database, now: Date | string): Promise<Clock> {
  const set = (moment: Date | string) =>
    database.query(sql`update simulated_clock set now = ${new Date(moment)}`).then(() => {});
  await database.query(sql`create table simulated_clock (now timestamptz not null)`);
  await database.query(sql`insert into simulated_clock (now) values (${new Date(now)})`);
  await database.query(sql`
    create or replace function institution_now() returns timestamptz language sql volatile as 'select now from simulated_clock'`);
  await found(database, now);
  return { set };
}

/** Says when the institution was founded, which decides the first week of its calendar. */
export async function found(database: Database, at: Date | string): Promise<void> {
  await database.query(
    sql`update public_setting set value = to_jsonb(${new Date(at)}::timestamptz) where key = 'foundedAt'`,
  );
}
