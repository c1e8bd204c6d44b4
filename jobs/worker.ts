// The worker's process: the jobs that keep stakes, calendar and census (11.1). Any number of them can run at once.
import { readConfig } from '#services/config.ts';
import { runWorker } from './run-worker.ts';

try {
  await runWorker(readConfig());
  process.exit(0);
} catch (error) {
  process.stderr.write(`The worker cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
