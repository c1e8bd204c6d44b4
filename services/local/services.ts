// The processes of an institution and what each is told. A service gets the database login that is its own and no other.
import { fileURLToPath } from 'node:url';
import { type Config, localAddressOf } from '#services/config.ts';
import type { Service } from './supervise.ts';

export interface Entries {
  api: string;
  archive: string;
  worker: string;
}

export const entries: Entries = {
  api: fileURLToPath(new URL('../api/server.ts', import.meta.url)),
  archive: fileURLToPath(new URL('../archive/server.ts', import.meta.url)),
  worker: fileURLToPath(new URL('../../jobs/worker.ts', import.meta.url)),
};

export interface Settled {
  ownerUrl: string;
  archiveUrl: string;
  origin: string;
}

export function servicesOf(config: Config, settled: Settled, files: Entries): Service[] {
  const { DATABASE_URL, ARCHIVE_DATABASE_URL, READ_DATABASE_URL, MONGODB_URL, DATA_DIR, ...inherited } = process.env;
  const common = {
    ...inherited,
    HOST: config.host,
    PORT: String(config.port),
    ARCHIVE_PORT: String(config.archivePort),
    PUBLIC_ORIGIN: settled.origin,
  };
  const ofOwner = { ...common, DATABASE_URL: settled.ownerUrl, DATA_DIR: config.dataDir };
  return [
    {
      name: 'API',
      file: files.api,
      env: { ...ofOwner, ...(READ_DATABASE_URL ? { READ_DATABASE_URL } : {}) },
      address: localAddressOf(config.host, config.port),
    },
    {
      name: 'archive',
      file: files.archive,
      // The API passes the archive's addresses on and says for whom; else all of them would share one limit.
      env: {
        ...common,
        ARCHIVE_DATABASE_URL: settled.archiveUrl,
        ARCHIVE_KEY_FILE: config.archiveKeyFile,
        TRUST_PROXY: process.env.TRUST_PROXY || 'loopback',
      },
      address: localAddressOf(config.host, config.archivePort),
    },
    { name: 'worker', file: files.worker, env: { ...ofOwner, ...(MONGODB_URL ? { MONGODB_URL } : {}) } },
  ];
}
