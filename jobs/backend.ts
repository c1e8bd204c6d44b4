// Where the scheduler keeps its jobs: in Postgres, or in MongoDB where there is one (11.2).
import { MongoBackend } from '@agendajs/mongo-backend';
import { PostgresBackend } from '@agendajs/postgres-backend';
import type { AgendaBackend } from 'agenda';
import { MongoClient } from 'mongodb';
import pg from 'pg';

export interface OpenBackend {
  backend: AgendaBackend;
  close(): Promise<void>;
}

/** Opens it once it answers, for Agenda itself takes a silent database at boot for none. Rejects with a sentence. */
export async function openBackend(
  { databaseUrl, mongodbUrl }: { databaseUrl: string; mongodbUrl: string | undefined },
  onError: (error: Error) => void,
): Promise<OpenBackend> {
  return mongodbUrl === undefined ? inPostgres(databaseUrl, onError) : inMongo(mongodbUrl, onError);
}

async function inPostgres(connectionString: string, onError: (error: Error) => void): Promise<OpenBackend> {
  const pool = new pg.Pool({ connectionString, max: 4, options: '-c timezone=UTC -c statement_timeout=15000' });
  // Without a listener a restarted Postgres would end the process.
  pool.on('error', onError);
  await pool.query('select 1');
  return {
    backend: new PostgresBackend({
      pool,
      tableName: 'scheduled_job',
      // The migrations make the table: two processes that made it at once would race.
      ensureSchema: false,
      // They tell of jobs that someone queued; ours come by the clock, and a listening connection is one more to lose.
      disableNotifications: true,
    }),
    close: () => pool.end(),
  };
}

async function inMongo(address: string, onError: (error: Error) => void): Promise<OpenBackend> {
  const client = new MongoClient(address, { serverSelectionTimeoutMS: 5000 });
  client.on('error', onError);
  const db = client.db();
  try {
    await db.command({ ping: 1 });
    // Agenda's upsert alone lets two workers that boot together make the same job twice.
    await db.collection('scheduled_job').createIndex({ name: 1 }, { unique: true });
  } catch (error) {
    await client.close();
    throw new Error(`MONGODB_URL cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return { backend: new MongoBackend({ mongo: db, collection: 'scheduled_job' }), close: () => client.close() };
}
