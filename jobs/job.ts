import type { Runner } from '#domain/acts/run.ts';
import { type Database, type Sql, sql, type Transaction } from '#prisma/database.ts';

/** Work that the institution does in time, whoever asks for it. */
export interface Job {
  name: 'hourly' | 'weekly' | 'purge';
  /** When it is asked whether anything is due: cron with seconds, in UTC. Far more often than it is, so that a run that was killed costs seconds. */
  asked: string;
  /** Whether anything is due, which the database knows and the scheduler does not. */
  due: Sql;
  /** Does it in steps, each a transaction of its own. It can be killed between any two and run again without harm. */
  run(runner: Runner): Promise<void>;
}

export interface JobContext {
  /** With a connection to spare for each job that runs at the same time: the lock holds one. */
  database: Database;
  runner: Runner;
}

/** Runs a job; two processes never run the same one at once. Tells whether it ran: `ifDue` leaves it when nothing is. */
export function runJob(job: Job, { database, runner }: JobContext, { ifDue = false } = {}): Promise<boolean> {
  return database.transaction(async (lock) => {
    // Goes with its connection, so a killed process leaves none behind. Whoever waited finds nothing due.
    await lock.query(sql`select pg_advisory_xact_lock(hashtextextended(${`job:${job.name}`}, 0))`);
    if (ifDue && !(await lock.one<{ due: boolean }>(sql`select ${job.due} as due`)).due) return false;
    await job.run(runner);
    return true;
  });
}

/** Repeats a step, each time in a transaction of its own, until it finds nothing more to do. */
export async function untilNone(
  runner: Runner,
  action: string,
  step: (tx: Transaction) => Promise<number>,
): Promise<void> {
  for (let done = 1; done > 0; ) {
    await runner.system(action, async (tx) => {
      done = await step(tx);
      return { id: action };
    });
  }
}
