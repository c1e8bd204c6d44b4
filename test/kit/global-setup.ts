// Starts the test run's cluster, migrates the template that every test database is copied from, and cleans up after killed runs.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#prisma/migrate.ts';
import { makeArchiveLogin } from '#services/local/archive-login.ts';
import { openCluster } from '#services/local/postgres/cluster.ts';
import { placeCluster } from '#services/local/postgres/place.ts';
import { commandLine, runningPostmaster, stopPostmaster } from '#services/local/postgres/postmaster.ts';
import { setUp } from '#services/local/set-up.mjs';
import { temporary } from '#test/kit/temporary.ts';

const PREFIX = 'morrowkin-test-';
const PASSWORD = 'test'; // reachable on loopback only, for the minutes of a run

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await setUp(); // the processes that tests start are compiled
  await cleanUp();
  // The user who runs Postgres must be able to enter it, which mkdtemp's mode forbids.
  const folder = mkdtempSync(path.join(temporary, PREFIX));
  chmodSync(folder, 0o711);
  writeFileSync(path.join(folder, 'runner.pid'), String(process.pid));
  const cluster = await openCluster({
    place: placeCluster(folder),
    secrets: { superuser: PASSWORD, owner: PASSWORD },
    settings: { max_connections: '300', autovacuum: 'off', max_wal_size: '512MB' },
    throwAway: true,
  });
  await migrate(cluster.ownerUrl);
  const owner = new pg.Client({ connectionString: cluster.ownerUrl });
  await owner.connect();
  const template = new URL(cluster.ownerUrl).pathname.slice(1);
  const login = 'test_archive';
  await makeArchiveLogin(owner, login, PASSWORD);
  await owner.end();
  const archiveUrl = new URL(cluster.ownerUrl);
  archiveUrl.username = login;
  project.provide('cluster', {
    superuserUrl: cluster.superuserUrl,
    ownerUrl: cluster.ownerUrl,
    archiveUrl: archiveUrl.href,
    template,
  });
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

// A killed run leaves its server and its folder behind.
async function cleanUp(): Promise<void> {
  const parents = [temporary, tmpdir()].filter(
    (parent, index, all) => existsSync(parent) && all.indexOf(parent) === index,
  );
  const entries = parents.flatMap((parent) => readdirSync(parent).map((entry) => ({ parent, entry })));
  for (const { parent, entry } of entries) {
    if (!entry.startsWith(PREFIX)) continue;
    const folder = path.join(parent, entry);
    try {
      if (commandLine(Number(readFileSync(path.join(folder, 'runner.pid'), 'utf8'))).length > 0) continue;
      const cluster = path.join(folder, 'postgres');
      const left = runningPostmaster(cluster);
      if (left) await stopPostmaster(left.pid, cluster);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or one that is being made or removed at this moment.
    }
  }
}
