// The API as it runs, on a database of its own and a port of its own.
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll } from 'vitest';
import { type Database, openDatabase } from '#prisma/database.ts';
import { openApi } from '#services/api/app.ts';
import { type Config, readConfig } from '#services/config.ts';
import { settleOrigin } from '#services/origin.ts';
import { createDatabase, type TestDatabase } from './cluster.ts';

export const testOrigin = 'https://institution.example';

export interface Institution {
  /** Where the API listens. */
  address: string;
  /** What its addresses begin with. */
  origin: string;
  api: FastifyInstance;
  /** Another way to its database, for arranging and looking. */
  database: Database;
  at: TestDatabase;
}

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Opens an institution that is set up and empty; it closes when the test file is over. `reads` is READ_LIMIT, 0 unless given. */
export async function openInstitution(settings: Partial<Config> = {}): Promise<Institution> {
  const at = await createDatabase();
  const client = new pg.Client({ connectionString: at.url });
  await client.connect();
  const origin = await settleOrigin(client, settings.publicOrigin, testOrigin);
  await client.end();
  const database = openDatabase(at.url, { max: 4 });
  const api = await anotherApi(at, settings);
  opened.push(() => database.close());
  return { ...api, origin, database, at };
}

/** One more API process on the same database, as far as its database and its callers can tell; with 0 kept bytes one that reads everything anew. */
export async function anotherApi(
  at: Pick<TestDatabase, 'url'>,
  settings: Partial<Config> = {},
  keptBytes?: number,
): Promise<Pick<Institution, 'address' | 'api'>> {
  const config = { ...readConfig({ LOG_LEVEL: 'warn', READ_LIMIT: '0' }), databaseUrl: at.url, ...settings };
  const api = await openApi(config, keptBytes);
  const address = await api.listen({ host: '127.0.0.1', port: settings.port ?? 0 });
  opened.push(() => api.close());
  return { address, api };
}
