// One embedded Postgres for a test run, and a migrated database of its own for every test file that asks.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { closeDatabase } from '#services/local/archive-login.ts';

/** What global-setup.ts hands to the test files. */
export interface TestCluster {
  superuserUrl: string;
  ownerUrl: string;
  archiveUrl: string;
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

export interface TestDatabase {
  name: string;
  /** As the owner, like DATABASE_URL. */
  url: string;
  /** As the archive's login, like ARCHIVE_DATABASE_URL. */
  archiveUrl: string;
}

const made: string[] = [];

/** A fresh migrated database; it is dropped when the test file is over. */
export async function createDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await asSuperuser(cluster, async (client) => {
    const template = options.empty ? 'template1' : cluster.template;
    const owner = new URL(cluster.ownerUrl).username;
    await client.query(`create database ${name} template ${template} strategy file_copy owner ${owner}`);
    await closeDatabase(client, name);
  });
  made.push(name);
  return { name, url: at(cluster.ownerUrl, name), archiveUrl: at(cluster.archiveUrl, name) };
}

// vitest.config.ts loads this file for every test file, so the hook is there before any of its own.
afterAll(async () => {
  if (made.length === 0) return;
  await asSuperuser(inject('cluster'), async (client) => {
    for (const name of made.splice(0)) await client.query(`drop database if exists ${name} with (force)`);
  });
});

async function asSuperuser(cluster: TestCluster, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function at(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}
