// What `npm start` does once everything is installed: database, migrations, logins, services; and the way back when told to end.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';
import { addressOf, type Config, readConfig, usualDataDir } from '#services/config.ts';
import { settleOrigin, storedOrigin } from '#services/origin.ts';
import { provideArchiveLogin } from './archive-login.ts';
import { dataLock, type LocalDatabase, openLocalDatabase } from './database.ts';
import { type Held, tryLock } from './lock.mjs';
import { checkPort } from './ports.ts';
import { keepSecrets } from './secrets.ts';
import { type Entries, entries, type Settled, servicesOf } from './services.ts';
import { supervise } from './supervise.ts';

export interface RunOptions {
  demonstration?: boolean;
  files?: Entries;
  /** Done once the database is ready, and before the services begin. */
  beforeServices?: () => Promise<unknown>;
}

/** Runs until a signal ends it or something breaks for good; everything started is ended either way. */
export async function runInstitution(options: RunOptions = {}): Promise<void> {
  const begun = performance.now();
  const undo: Array<() => Promise<void>> = [];
  const signalled = new Promise<'signalled'>((resolve) => {
    // Heard more than once: a terminal and npm both pass Ctrl-C on, and the second must not cut the first short.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('signalled'));
  });
  try {
    const lasting = start(options, undo, begun);
    lasting.catch(() => {}); // once a signal has come, what fails on the way down is of no interest
    await Promise.race([lasting, signalled]);
    say('Ending.');
  } finally {
    for (const step of undo.reverse()) await step().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  }
  // A step of the start may still be waiting for something that is gone.
  process.exit(0);
}

async function start(options: RunOptions, undo: Array<() => Promise<void>>, begun: number): Promise<never> {
  const config = readConfig();
  if (config.archiveDatabaseUrl && !config.databaseUrl) {
    throw new Error(
      'ARCHIVE_DATABASE_URL is set without DATABASE_URL; the embedded database has an archive login of its own.',
    );
  }
  mkdirSync(config.dataDir, { recursive: true });
  const lock = await takeData(config.dataDir);
  undo.push(lock.release);
  const killed = noteRunning(config.dataDir, undo);
  const patience = killed ? 7000 : 0;
  await Promise.all([
    checkPort('PORT', config.host, config.port, patience),
    checkPort('ARCHIVE_PORT', config.host, config.archivePort, patience),
  ]);

  const database = await openLocalDatabase(config);
  undo.push(() => database.close());
  say(database.about);
  const applied = await migrate(database.ownerUrl);
  if (applied.length > 0) say(`Migrations applied: ${applied.join(', ')}.`);
  const archiveUrl =
    config.archiveDatabaseUrl ?? (await provideArchiveLogin(database.ownerUrl, keepSecrets(config.dataDir).archive));
  const { origin, administered } = await settle(database.ownerUrl, config, options.demonstration ?? false);

  lock.tell('open'); // administration commands may come from here on

  await options.beforeServices?.();
  const settled: Settled = { ownerUrl: database.ownerUrl, archiveUrl, origin };
  const supervision = supervise(servicesOf(config, settled, options.files ?? entries), say);
  undo.push(() => supervision.stop());
  const watched = watch(database, undo);
  await Promise.race([supervision.ready, watched]);
  say(
    welcome(config, origin, { administered, demonstration: options.demonstration ?? false }, performance.now() - begun),
  );
  return Promise.race([supervision.broken, watched]);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

// An administration command on a stopped institution holds the directory for moments only.
async function takeData(dataDir: string): Promise<Held> {
  for (let told = false; ; told = true) {
    const lock = await tryLock(dataLock(dataDir), 'start');
    if (lock.release) return lock;
    const [pid, purpose] = lock.holder.split(' ');
    if (purpose !== 'command')
      throw new Error(
        `An institution already runs on ${dataDir} (process ${pid}); stop it first, or set another DATA_DIR.`,
      );
    if (!told) say(`Waiting for process ${pid}, an administration command on ${dataDir}.`);
    await pause(200);
  }
}

/** Whether the last start on this directory did not end in order. */
function noteRunning(dataDir: string, undo: Array<() => Promise<void>>): boolean {
  const note = path.join(dataDir, 'running');
  const killed = existsSync(note);
  writeFileSync(note, `${process.pid}\n`);
  undo.push(async () => rmSync(note, { force: true }));
  return killed;
}

async function settle(
  ownerUrl: string,
  config: Config,
  demonstration: boolean,
): Promise<{ origin: string; administered: boolean }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    if (demonstration) await markDemonstration(client, config.dataDir);
    const origin = await settleOrigin(client, config.publicOrigin, addressOf(config.host, config.port));
    await client.query('commit');
    const { rows } = await client.query<{ administered: boolean }>(
      `select exists (select from member where role = 'administrator') as administered`,
    );
    return { origin, administered: rows[0]?.administered ?? false };
  } finally {
    await client.end();
  }
}

// Before the first start only: an institution that real people use must never be filled with made-up content.
async function markDemonstration(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query(`select from public_setting where key = 'demonstration' and value = 'true'`);
  if (rows.length > 0) return;
  if (await storedOrigin(client))
    throw new Error(`The institution in ${dataDir} is a real one; the demonstration needs a DATA_DIR of its own.`);
  await client.query(
    `insert into public_setting (key, value, changed_at) values ('demonstration', 'true', institution_now())`,
  );
}

// One idle connection notices at once when Postgres is gone, whoever started it.
async function watch(database: LocalDatabase, undo: Array<() => Promise<void>>): Promise<never> {
  const { reopen } = database;
  if (!reopen) return new Promise<never>(() => {}); // someone else's server: the services wait for it by themselves
  let stopping = false;
  let client: pg.Client | undefined;
  undo.push(async () => {
    stopping = true;
    await client?.end();
  });
  for (;;) {
    client = new pg.Client({ connectionString: database.ownerUrl, application_name: 'morrowkin start' });
    const lost = new Promise<void>((resolve) => {
      client?.on('error', () => resolve()); // may come more than once
      client?.once('end', () => resolve());
    });
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    if (connected) await lost;
    if (stopping) return new Promise<never>(() => {});
    say('Postgres ended by itself; it is started again.');
    await pause(200);
    await reopen();
  }
}

function welcome(
  config: Config,
  origin: string,
  { administered, demonstration }: { administered: boolean; demonstration: boolean },
  milliseconds: number,
): string {
  const lines = [
    '',
    `The institution is open (after ${(milliseconds / 1000).toFixed(1)} s).`,
    `  Pages and API  ${addressOf(config.host, config.port)}`,
    `  Archive        ${addressOf(config.host, config.archivePort)}`,
    `  Origin         ${origin}`,
    `  Data           ${config.dataDir}`,
  ];
  // Another directory must be named again: without it the command would make an institution of its own in the usual place.
  const create = `${config.dataDir !== usualDataDir ? `DATA_DIR='${config.dataDir}' ` : ''}npm run --silent institution -- member create YOUR-HANDLE --role administrator --approved --token read,write`;
  if (demonstration) {
    lines.push('', 'Everything in it is made up. To act in it as an administrator, run in another terminal:');
    lines.push(`  ${create}`);
  } else if (!administered) {
    lines.push('', 'It has no administrator yet. To become one, run in another terminal:');
    lines.push(`  ${create}`);
  }
  return `${lines.join('\n')}\n`;
}
