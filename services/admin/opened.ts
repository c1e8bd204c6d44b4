// Opens the institution for one command, whether it runs or not: a stopped one's Postgres is started for as long as the command takes.
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openRunner, type Runner } from '#domain/acts/run.ts';
import { type Database, openDatabase, sql } from '#prisma/database.ts';
import { migrate } from '#prisma/migrate.ts';
import { addressOf, type Config, readConfig } from '#services/config.ts';
import { dataLock, openLocalDatabase, runningDatabase } from '#services/local/database.ts';
import { tryLock } from '#services/local/lock.mjs';
import { isKept } from '#services/local/secrets.ts';

const PATIENCE = 60_000;

export interface Institution {
  config: Config;
  database: Database;
  /** `runner.system` does work of the institution itself: one transaction, audited, published. */
  runner: Runner;
  origin: string;
  /** Whether services are known to be running on it; unknown, and so false, for a database of DATABASE_URL. */
  running: boolean;
}

/** `now` lets the work run as if it were that time. */
export async function withInstitution<Result>(
  work: (institution: Institution) => Promise<Result>,
  now?: Date,
): Promise<Result> {
  const config = readConfig();
  if (config.databaseUrl) {
    const { ownerUrl } = await openLocalDatabase(config);
    await migrate(ownerUrl);
    return use(config, ownerUrl, false, work, now);
  }
  const end = Date.now() + PATIENCE;
  for (;;) {
    const lock = await tryLock(dataLock(config.dataDir), 'command');
    if (lock.release) {
      try {
        return await onStopped(config, work, now);
      } finally {
        await lock.release();
      }
    }
    const [pid, purpose] = lock.holder.split(' ');
    if (purpose === 'open') return use(config, runningDatabase(config), true, work, now);
    if (Date.now() > end) throw new Error(`${config.dataDir} has been busy for a minute (process ${pid}: ${purpose}).`);
    await pause(100); // it is starting, or another command has it for a moment
  }
}

async function onStopped<Result>(
  config: Config,
  work: (institution: Institution) => Promise<Result>,
  now: Date | undefined,
): Promise<Result> {
  refuseMistyped(config.dataDir);
  const local = await openLocalDatabase(config);
  try {
    await migrate(local.ownerUrl);
    return await use(config, local.ownerUrl, false, work, now);
  } finally {
    await local.close();
  }
}

/** A directory that is missing, or is something else, was mistyped: a command makes no institution there. An empty one is meant. */
function refuseMistyped(dataDir: string): void {
  if (!existsSync(dataDir) || !(isKept(dataDir) || readdirSync(dataDir).length === 0))
    throw new Error(
      `There is no institution in ${dataDir}: npm start makes one there, or set DATA_DIR to where yours is.`,
    );
}

async function use<Result>(
  config: Config,
  ownerUrl: string,
  running: boolean,
  work: (institution: Institution) => Promise<Result>,
  now: Date | undefined,
): Promise<Result> {
  const database = openDatabase(ownerUrl, { max: 4, statementTimeoutMs: 0, ...(now && { now }) });
  const counting = openDatabase(ownerUrl, { max: 1 });
  try {
    const stored = await database.maybe<{ value: string }>(sql`select value from public_setting where key = 'origin'`);
    const origin = stored?.value ?? config.publicOrigin ?? addressOf(config.host, config.port);
    const runner = openRunner({ database, counting, origin });
    return await work({ config, database, runner, origin, running });
  } finally {
    await Promise.all([database.close(), counting.close()]);
  }
}
