// The database of this start: the one of DATABASE_URL, or the embedded one, opened with the passwords of its data directory.
import pg from 'pg';
import type { Config } from '#services/config.ts';
import { type Cluster, openCluster, ownerUrlOf } from './postgres/cluster.ts';
import { ELSEWHERE, placeCluster } from './postgres/place.ts';
import { runningPostmaster } from './postgres/postmaster.ts';
import { keepSecrets } from './secrets.ts';

/** The name of the lock that goes with a data directory. */
export const dataLock = (dataDir: string): string => `data directory ${dataDir}`;

export interface LocalDatabase {
  ownerUrl: string;
  /** What set-up says of it in one line. */
  about: string;
  /** Opens the embedded one again after it was killed; the addresses stay. */
  reopen: (() => Promise<void>) | undefined;
  /** Stops the embedded one; leaves another alone. */
  close(): Promise<void>;
}

export async function openLocalDatabase(config: Config): Promise<LocalDatabase> {
  if (config.databaseUrl) {
    await checkReachable(config.databaseUrl);
    return {
      ownerUrl: config.databaseUrl,
      about: 'Database: as DATABASE_URL says.',
      reopen: undefined,
      close: async () => {},
    };
  }
  const secrets = keepSecrets(config.dataDir);
  const place = placeCluster(config.dataDir);
  let cluster: Cluster = await openCluster({ place, secrets });
  const { ownerUrl } = cluster;
  // Said because nobody would look for them there.
  const programs = place.binaries.startsWith(ELSEWHERE) ? ` Its programs were copied to ${place.binaries}.` : '';
  const found = cluster.found ? ', left running by a start that was killed,' : '';
  return {
    ownerUrl,
    about: `Database: embedded Postgres in ${place.cluster}${found} on port ${cluster.port}.${programs}`,
    reopen: async () => {
      cluster = await openCluster({ place, secrets });
      if (cluster.ownerUrl !== ownerUrl)
        throw new Error('The embedded Postgres came back on another port, since its own was taken.');
    },
    close: () => cluster.stop(),
  };
}

/** The owner's address of an embedded Postgres that another process runs. */
export function runningDatabase(config: Config): string {
  const running = runningPostmaster(placeCluster(config.dataDir).cluster);
  if (!running) throw new Error(`The embedded Postgres of ${config.dataDir} is not running at this moment; try again.`);
  return ownerUrlOf(keepSecrets(config.dataDir), running.port);
}

async function checkReachable(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    );
    const major = rows[0]?.major ?? 0;
    if (major < 18) throw new Error(`it runs Postgres ${major}, and 18 or newer is needed`);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`The database of DATABASE_URL cannot be used: ${message || code}.`, { cause: error });
  } finally {
    await client.end();
  }
}
