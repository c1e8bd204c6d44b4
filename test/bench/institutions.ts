// Made-up institutions of any size, each in a database of its own, kept from one run to the next.
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';
import { provideArchiveLogin } from '#services/local/archive-login.ts';
import { tryLock } from '#services/local/lock.mjs';
import { openCluster } from '#services/local/postgres/cluster.ts';
import { placeCluster } from '#services/local/postgres/place.ts';
import { keepSecrets } from '#services/local/secrets.ts';
import { fill } from './data/fill.ts';

/** What published addresses of every made-up institution begin with. */
export const origin = 'https://bench.example.org';

export interface Institution {
  claims: number;
  origin: string;
  /** Where it lies, and where there is room for more. */
  dataDir: string;
  /** As the owner, like DATABASE_URL. */
  ownerUrl: string;
  /** As the archive's login, like ARCHIVE_DATABASE_URL. */
  archiveUrl: string;
}

export interface Institutions {
  /** The institution of this size; made where it is not there. */
  of(claims: number): Promise<Institution>;
  /** Another one of this size, made anew, for whoever writes into it. */
  fresh(claims: number): Promise<Institution>;
  close(): Promise<void>;
}

/** On the server of DATABASE_URL, whose user must be able to make databases, or on an embedded one under DATA_DIR. */
export async function openInstitutions(): Promise<Institutions> {
  const dataDir = path.resolve(process.env.DATA_DIR || '.data-bench');
  const lock = await tryLock(`data directory ${dataDir}`, 'bench');
  if (!lock.release) throw new Error(`Someone is at work on ${dataDir} (${lock.holder}).`);
  const { release } = lock;
  const secrets = keepSecrets(dataDir);
  const cluster = process.env.DATABASE_URL
    ? undefined
    : await openCluster({ place: placeCluster(dataDir), secrets, settings: { max_wal_size: '4GB' } });
  const server = cluster?.superuserUrl ?? process.env.DATABASE_URL ?? '';
  const owner = new URL(cluster?.ownerUrl ?? server);

  async function opened(name: string, claims: number): Promise<Institution> {
    const ownerUrl = at(owner.href, name);
    await createDatabase(server, name, decodeURIComponent(owner.username));
    await migrate(ownerUrl);
    if (await isEmpty(ownerUrl)) await fill(ownerUrl, claims, origin);
    const archiveUrl = await provideArchiveLogin(ownerUrl, secrets.archive);
    return { claims, origin, dataDir, ownerUrl, archiveUrl };
  }

  return {
    of: (claims) => opened(`bench_${claims}`, claims),
    async fresh(claims) {
      const name = 'bench_written';
      await connected(server, (client) => client.query(`drop database if exists ${name} with (force)`));
      return opened(name, claims);
    },
    async close() {
      await cluster?.stop();
      await release();
    },
  };
}

function at(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function createDatabase(server: string, name: string, owner: string): Promise<void> {
  return connected(server, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    await client.query(`create database ${pg.escapeIdentifier(name)} owner ${pg.escapeIdentifier(owner)}`);
  });
}

const isEmpty = (url: string): Promise<boolean> =>
  connected(url, async (client) => (await client.query('select from claim limit 1')).rows.length === 0);

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
