// `institution jobs run hourly|weekly [--at TIME]`: the scheduled work, now or as if it were that time (11.3).
import { Argument, type Command } from 'commander';
import { hourly } from '#jobs/hourly.ts';
import { runJob } from '#jobs/job.ts';
import { weekly } from '#jobs/weekly.ts';
import { readConfig } from '#services/config.ts';
import { administer } from './administer.ts';

const jobs = { hourly, weekly };

export function jobCommands(program: Command): void {
  const group = program.command('jobs').description('the work that the worker does in time');

  const run = group.command('run').description('run one now; running it twice changes nothing');
  run.addArgument(new Argument('<job>').choices(Object.keys(jobs)));
  run.option('--at <time>', 'as if it were that time, such as 2026-12-04T18:00:00Z; on the embedded database only');
  run.action(async (name: keyof typeof jobs, { at }: { at?: string }) => {
    const now = at === undefined ? undefined : timeOf(at);
    if (now && readConfig().databaseUrl) {
      throw new Error(
        '--at is for the embedded database only; the institution of DATABASE_URL lives by the real time.',
      );
    }
    await administer(
      run,
      async (context) => {
        await runJob(jobs[name], context);
        return {
          text: `The ${name} job ran${now ? ` as if it were ${now.toISOString()}` : ''}.`,
          data: { job: name, at: now?.toISOString() ?? null },
        };
      },
      now,
    );
  });
}

function timeOf(text: string): Date {
  const time = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? text : '');
  if (Number.isNaN(time.getTime()))
    throw new Error(`--at takes a time such as 2026-12-04T18:00:00Z, and "${text}" is none.`);
  return time;
}
