// What the worker's process does from its boot to its end.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { openRunner } from '#domain/acts/run.ts';
import { type DatabaseOptions, openDatabase, sql } from '#prisma/database.ts';
import type { Config } from '#services/config.ts';
import { openBackend } from './backend.ts';
import { hourly } from './hourly.ts';
import { type Job, runJob } from './job.ts';
import { purge } from './purge.ts';
import { type Pace, startScheduler, usualPace } from './scheduler.ts';
import { weekly } from './weekly.ts';

const jobs: readonly Job[] = [hourly, weekly, purge];

/** Does what is due now, then whatever becomes due, until a signal ends it. Rejects with a sentence when it cannot begin. */
export async function runWorker(config: Config, pace: Pace = usualPace): Promise<void> {
  const { databaseUrl, mongodbUrl } = config;
  if (!databaseUrl) throw new Error('DATABASE_URL is not set; `npm start` sets it for the embedded Postgres.');
  const logger = pino({ level: config.logLevel, base: { service: 'worker' } });
  const onError = (error: Error) => logger.warn({ err: error }, 'a job or a connection failed');
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });

  const undo: (() => Promise<void>)[] = [];
  try {
    // A census counts whole tables, which may take longer than an act may.
    const options: DatabaseOptions = { max: 2 * jobs.length + 2, statementTimeoutMs: 600_000, onError };
    const database = openDatabase(databaseUrl, options);
    undo.push(() => database.close());
    const origin = await database.maybe<{ value: string }>(sql`select value from public_setting where key = 'origin'`);
    if (!origin) throw new Error('This institution is not set up yet; set-up stores its public origin.');
    const runner = openRunner({ database, counting: database, origin: origin.value });
    const { backend, close } = await openBackend({ databaseUrl, mongodbUrl }, onError);
    undo.push(close);

    const ask = async (job: Job) => {
      if (await runJob(job, { database, runner }, { ifDue: true })) logger.info({ job: job.name }, 'done');
      await beat(config.dataDir);
    };
    // What was missed while nothing ran, before the scheduler is asked for anything.
    for (const job of jobs) await ask(job);
    const scheduler = await startScheduler(jobs, ask, { backend, pace, onError });
    undo.push(() => scheduler.close());
    process.send?.('ready');
    await signalled;
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** A file that is as young as the last answered question, for whoever watches this process from outside. */
async function beat(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(path.join(dataDir, 'worker.beat'), '');
}
