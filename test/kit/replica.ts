// A Postgres with a streaming replica whose replay can be held, both gone with the test file.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, cpSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll } from 'vitest';
import { migrate } from '#prisma/migrate.ts';
import { closeDatabase, makeArchiveLogin } from '#services/local/archive-login.ts';
import { type Cluster, openCluster } from '#services/local/postgres/cluster.ts';
import { type Place, placeCluster } from '#services/local/postgres/place.ts';
import { runningPostmaster, stopPostmaster } from '#services/local/postgres/postmaster.ts';
import { freePort } from './port.ts';
import { temporary } from './temporary.ts';

const password = 'test'; // reachable on loopback only, for the seconds of a test
const archiveLogin = 'replicated_archive';

export interface Replicated {
  /** Of the primary, as its owner. */
  url: string;
  archiveUrl: string;
  /** The archive's login on the replica. */
  replicaArchiveUrl: string;
  /** Stops the replica from going on, at a moment. */
  hold(): Promise<void>;
  goOn(): Promise<void>;
  /** Ends once the replica holds all that the primary has committed. */
  caughtUp(): Promise<void>;
}

const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A folder that a later run cleans up, should this one be killed. */
function aPlace(): Place {
  const folder = mkdtempSync(path.join(temporary, 'morrowkin-test-'));
  chmodSync(folder, 0o711);
  writeFileSync(path.join(folder, 'runner.pid'), String(process.pid));
  undo.push(async () => rmSync(folder, { recursive: true, force: true }));
  return placeCluster(folder);
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  undo.push(() => client.end());
  return client;
}

export async function openReplicated(): Promise<Replicated> {
  const place = aPlace();
  const primary = await openCluster({
    place,
    secrets: { superuser: password, owner: password },
    settings: { autovacuum: 'off', wal_level: 'replica', synchronous_commit: 'on' },
    throwAway: true,
  });
  undo.push(() => primary.stop());
  await migrate(primary.ownerUrl);
  const owner = await connected(primary.ownerUrl);
  await makeArchiveLogin(owner, archiveLogin, password);
  await closeDatabase(owner, new URL(primary.ownerUrl).pathname.slice(1));

  const superuser = await connected(primary.superuserUrl);
  const port = await startReplica(primary, place, superuser);
  const at = (connectionString: string, user: string, to: number) => {
    const url = new URL(connectionString);
    url.username = user;
    url.port = String(to);
    return url.href;
  };
  const replica = await connected(at(primary.superuserUrl, 'postgres', port));
  return {
    url: primary.ownerUrl,
    archiveUrl: at(primary.ownerUrl, archiveLogin, primary.port),
    replicaArchiveUrl: at(primary.ownerUrl, archiveLogin, port),
    async hold() {
      await replica.query('select pg_wal_replay_pause()');
      for (;;) {
        const { rows } = await replica.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
        if (rows[0]?.state === 'paused') return;
        await pause(5);
      }
    },
    async goOn() {
      await replica.query('select pg_wal_replay_resume()');
    },
    async caughtUp() {
      const { rows } = await superuser.query<{ place: string }>('select pg_current_wal_flush_lsn() as place');
      for (;;) {
        const reached = await replica.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1 as there', [
          rows[0]?.place,
        ]);
        if (reached.rows[0]?.there) return;
        await pause(5);
      }
    },
  };
}

/** Copies the primary's files as a base backup does, which needs no program that npm did not bring, and follows it from there. */
async function startReplica(primary: Cluster, from: Place, superuser: pg.Client): Promise<number> {
  const place = aPlace();
  await superuser.query(`select pg_backup_start('replica', fast => true)`);
  cpSync(from.cluster, place.cluster, {
    recursive: true,
    filter: (file) => !/[/\\](?:postmaster\.(?:pid|opts)|pg_wal[/\\].+)$/.test(file),
  });
  const { rows } = await superuser.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
  mkdirSync(path.join(place.cluster, 'pg_wal'), { recursive: true });
  writeFileSync(path.join(place.cluster, 'backup_label'), rows[0]?.label ?? '');
  writeFileSync(path.join(place.cluster, 'standby.signal'), '');
  if (place.runAs) {
    const { uid, gid } = place.runAs;
    spawnSync('chown', ['-R', `${uid}:${gid}`, place.cluster]);
  }
  chmodSync(place.cluster, 0o700);

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    fsync: 'off',
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`,
  };
  const log = openSync(place.log, 'a');
  const server = spawn(
    path.join(place.binaries, 'bin', 'postgres'),
    ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...place.runAs,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    },
  );
  closeSync(log);
  server.unref();
  undo.push(async () => {
    const running = runningPostmaster(place.cluster);
    if (running) await stopPostmaster(running.pid, place.cluster);
  });
  const url = new URL(primary.superuserUrl);
  url.port = String(port);
  for (;;) {
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    const open = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (open) return port;
    if (server.exitCode !== null) throw new Error(`the replica ended; see ${place.log}`);
    await pause(50);
  }
}
