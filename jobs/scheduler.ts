import { hostname } from 'node:os';
import { Agenda, type AgendaBackend } from 'agenda';
import type { Job } from './job.ts';

/** How often the scheduler looks and how long a job that died with its process stays locked, in milliseconds. */
export interface Pace {
  look: number;
  lock: number;
  /** Instead of each job's own times: simulated hours are shorter. */
  asked?: number;
}

export const usualPace: Pace = { look: 2000, lock: 15_000 };

export interface Scheduler {
  /** No new runs; those that are running end first. */
  close(): Promise<void>;
}

/** Asks each job at its times, in one of all processes that share the backend. What is due is the job's own question, so nothing hangs on the scheduler's memory. */
export async function startScheduler(
  jobs: readonly Job[],
  ask: (job: Job) => Promise<void>,
  { backend, pace, onError }: { backend: AgendaBackend; pace: Pace; onError: (error: Error) => void },
): Promise<Scheduler> {
  const agenda = new Agenda({
    name: `${hostname()}:${process.pid}`,
    backend,
    processEvery: pace.look,
    defaultConcurrency: 1,
    defaultLockLifetime: pace.lock,
    removeOnComplete: true,
  });
  agenda.on('error', onError);
  agenda.on('fail', onError);
  await agenda.ready;
  for (const job of jobs) {
    agenda.define(job.name, async (running) => {
      // A lock that runs out cancels nothing, so it is kept for as long as the work takes.
      const keeping = setInterval(() => void running.touch().catch(onError), pace.lock / 3);
      try {
        await ask(job);
      } finally {
        clearInterval(keeping);
      }
    });
    await agenda.every(pace.asked ?? job.asked, job.name, undefined, { timezone: 'UTC' });
  }
  await agenda.start();
  return { close: async () => void (await agenda.drain({ timeout: 8000, closeConnection: false })) };
}
