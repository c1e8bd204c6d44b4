// The worker's process as tests run it: hours pass in moments, and with DIES_AFTER it kills itself, as by kill -9, at that statement
// of its own: before the statement is sent, or just after, with DIES=sent.
import pg from 'pg';
import { runWorker } from '#jobs/run-worker.ts';
import { readConfig } from '#services/config.ts';

const { DIES_AFTER, DIES } = process.env;
if (DIES_AFTER) {
  let left = Number(DIES_AFTER);
  const query = pg.Client.prototype.query;
  const counted = function (this: pg.Client, ...args: unknown[]): unknown {
    // What the scheduler says to itself is not counted: a life is measured in the institution's own statements.
    if (JSON.stringify(args[0] ?? '').includes('scheduled_job') || --left > 0) return Reflect.apply(query, this, args);
    if (DIES === 'sent') {
      Reflect.apply(query, this, args);
      setImmediate(() => process.kill(process.pid, 'SIGKILL'));
    } else process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  };
  Object.assign(pg.Client.prototype, { query: counted });
}

try {
  await runWorker(readConfig(), { look: 50, lock: 1000, asked: 100 });
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
