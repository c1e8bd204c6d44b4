// One embedded Postgres: made at the first start, found or started at every later one, stopped in order.
// The library's own class is not used: it ties the server to this process' signals, so Ctrl-C would stop the database before
// those who write to it, and it cannot find a server that outlived its starter.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Place } from './place.ts';
import { clearAway, runningPostmaster, stopPostmaster } from './postmaster.ts';

const MAJOR = '18';
const LOG_LIMIT = 16 * 1024 * 1024;
const OWNER = 'morrowkin';

export interface ClusterSecrets {
  superuser: string;
  owner: string;
}

export interface ClusterOptions {
  place: Place;
  secrets: ClusterSecrets;
  /** Settings of the server, over the defaults. */
  settings?: Record<string, string>;
  /** Skips waiting for the disk while the cluster is made: for clusters that nobody will miss. */
  throwAway?: boolean;
}

export interface Cluster {
  port: number;
  /** Whether it was already running, left by a start that was killed. */
  found: boolean;
  /** As the owner of the institution's database. */
  ownerUrl: string;
  /** As the superuser, who makes and drops databases. */
  superuserUrl: string;
  stop(): Promise<void>;
}

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { place } = options;
  const left = await reuse(options);
  if (!left) makeCluster(options);
  const running = left ?? (await start(options));
  const superuserUrl = urlOf('postgres', options.secrets.superuser, running.port, 'postgres');
  const ownerUrl = ownerUrlOf(options.secrets, running.port);
  if (!(await answers(ownerUrl))) await prepare(superuserUrl, options.secrets);
  return {
    port: running.port,
    found: left !== undefined,
    ownerUrl,
    superuserUrl,
    stop: () => stopPostmaster(running.pid, place.cluster),
  };
}

export function ownerUrlOf(secrets: ClusterSecrets, port: number): string {
  return urlOf(OWNER, secrets.owner, port, OWNER);
}

function urlOf(user: string, password: string, port: number, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

// A postmaster outlives a starter that was killed. It is taken over when it lets us in, and stopped otherwise.
async function reuse({ place, secrets }: ClusterOptions): Promise<{ pid: number; port: number } | undefined> {
  const end = Date.now() + 10_000;
  await clearAway(place.cluster);
  for (;;) {
    const found = runningPostmaster(place.cluster);
    if (!found) return undefined;
    if (found.ready && (await answers(urlOf('postgres', secrets.superuser, found.port, 'postgres')))) return found;
    if (found.ready || Date.now() > end) {
      await stopPostmaster(found.pid, place.cluster);
      return undefined;
    }
    await pause(50);
  }
}

// Made beside its place and moved there when whole, so that a kill in between leaves nothing that looks like a database.
function makeCluster({ place, secrets, throwAway }: ClusterOptions): void {
  const { cluster, runAs } = place;
  const parent = path.dirname(cluster);
  mkdirSync(parent, { recursive: true });
  if (existsSync(path.join(cluster, 'PG_VERSION'))) {
    const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
    if (version !== MAJOR)
      throw new Error(`The database in ${cluster} is of Postgres ${version}, and this version runs Postgres ${MAJOR}.`);
    return;
  }
  const name = `${path.basename(cluster)}.new-`;
  for (const entry of readdirSync(parent))
    if (entry.startsWith(name)) rmSync(path.join(parent, entry), { recursive: true, force: true });
  const half = path.join(parent, `${name}${process.pid}`);
  mkdirSync(half, { mode: 0o700 });
  const passwordFile = `${half}.password`;
  writeFileSync(passwordFile, `${secrets.superuser}\n`, { mode: 0o600 });
  if (runAs) for (const file of [half, passwordFile]) chownSync(file, runAs.uid, runAs.gid);
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--no-instructions',
  ];
  // The builtin provider orders text the same way on every machine.
  flags.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (throwAway) flags.push('--no-sync');
  const made = spawnSync(path.join(place.binaries, 'bin', 'initdb'), [`--pgdata=${half}`, ...flags], {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new Error(`The database could not be made in ${parent}: ${(made.error?.message ?? made.stderr).trim()}`);
  }
  renameSync(half, cluster);
}

async function start(options: ClusterOptions): Promise<{ pid: number; port: number }> {
  const { cluster } = options.place;
  const end = Date.now() + 60_000;
  let port = await freePort(usualPort(cluster));
  for (;;) {
    const failure = await attempt(options, port, end);
    if (typeof failure === 'number') return { pid: failure, port };
    const taken = /could not bind|could not create any TCP\/IP sockets/.test(failure);
    // Backends of a killed postmaster take a moment to notice that it is gone.
    const settling = /shared memory block .* is still in use|lock file .* already exists/.test(failure);
    if ((!taken && !settling) || Date.now() > end) {
      throw new Error(`Postgres did not start; the last lines of ${options.place.log} are:\n${failure}`);
    }
    if (taken) {
      port = await freePort(0);
      continue;
    }
    await pause(200);
    const left = await reuse(options); // it may be one that a killed start had only just begun
    if (left) return left;
  }
}

/** The process id of the server once it is ready, or what it wrote before it gave up. */
async function attempt(
  { place, settings, throwAway }: ClusterOptions,
  port: number,
  end: number,
): Promise<number | string> {
  const full = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    log_line_prefix: '%m [%p] ',
    ...(throwAway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
    ...settings,
  };
  const flags = Object.entries(full).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (existsSync(place.log) && statSync(place.log).size > LOG_LIMIT) renameSync(place.log, `${place.log}.1`);
  const log = openSync(place.log, 'a', 0o600);
  const from = statSync(place.log).size;
  const server = spawn(path.join(place.binaries, 'bin', 'postgres'), ['-D', place.cluster, ...flags], {
    ...place.runAs,
    cwd: '/',
    detached: true, // out of the terminal's group: Ctrl-C must reach the services first
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  closeSync(log);
  let over: string | undefined;
  server.once('error', (error) => {
    over = error.message;
  });
  server.once('exit', () => {
    over = readFileSync(place.log).subarray(from).toString('utf8').trim();
  });
  server.unref();
  while (over === undefined) {
    const found = runningPostmaster(place.cluster);
    if (found?.ready && found.pid === server.pid) {
      server.removeAllListeners('exit');
      return found.pid;
    }
    if (Date.now() > end) {
      server.kill('SIGQUIT');
      return 'It was not ready within a minute.';
    }
    await pause(10);
  }
  return over;
}

// The same port for the same folder where it is free, so that a client set up once keeps working. Below the ephemeral range.
function usualPort(cluster: string): number {
  return 20_000 + (createHash('sha256').update(cluster).digest().readUInt32BE() % 12_000);
}

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))));
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

// Every step can be repeated: a kill in between is mended by the next start. The owner is no superuser, as on a rented Postgres.
async function prepare(superuserUrl: string, secrets: ClusterSecrets): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select from pg_roles where rolname = $1', [OWNER]);
    await client.query(
      `${rows.length === 0 ? 'create' : 'alter'} role ${OWNER} with login createrole password ${client.escapeLiteral(secrets.owner)}`,
    );
    await client.query('revoke all on database postgres, template1 from public'); // the archive's login has no business there
    const { rows: databases } = await client.query('select from pg_database where datname = $1', [OWNER]);
    if (databases.length === 0) await client.query(`create database ${OWNER} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}
