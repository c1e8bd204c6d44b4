// Applies Prisma's migration folders and keeps Prisma's own table, so that its command line works on the same database.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDERS = new URL('./migrations/', import.meta.url);

// The key Prisma's own command line takes, so that the two exclude each other.
const PRISMA_LOCK = 72707369;

const TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** A state of the migrations that a person has to look at; its message is the sentence to show. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export async function readMigrations(folders: URL = FOLDERS): Promise<Migration[]> {
  const entries = await readdir(folders, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(new URL(`${name}/migration.sql`, folders)).catch(() => {
        throw new MigrationError(`The migration folder ${name} holds no migration.sql.`);
      });
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
}

/** Brings the database to the newest migration and returns the names applied now. Safe to kill and to run many times at once. */
export async function migrate(connectionString: string, folders: URL = FOLDERS): Promise<string[]> {
  const migrations = await readMigrations(folders);
  const client = new pg.Client({ connectionString, application_name: 'morrowkin migrate' });
  client.on('error', () => {}); // a lost connection also fails the statement that needed it, which reports it
  await client.connect();
  try {
    // A killed runner's statement would otherwise go on, and hold the lock, until it ends by itself.
    await client.query(`select set_config('client_connection_check_interval', '500ms', false)`).catch(() => {});
    await client.query('select pg_advisory_lock($1)', [PRISMA_LOCK]);
    const applied = await recorded(client);
    checkHistory(migrations, applied);
    const missing = migrations.filter((migration) => !applied.has(migration.name));
    if (applied.size === 0) await client.query(TABLE);
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end(); // ends the session, and with it the lock
  }
}

async function recorded(client: pg.Client): Promise<Map<string, Recorded>> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as there`,
  );
  if (!found[0]?.there) return new Map();
  const { rows } = await client.query<Recorded>(
    'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null order by started_at',
  );
  return new Map(rows.map((row) => [row.migration_name, row]));
}

function checkHistory(migrations: Migration[], applied: Map<string, Recorded>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of applied.values()) {
    const migration = known.get(row.migration_name);
    if (!migration) {
      throw new MigrationError(
        `The database has the migration ${row.migration_name}, which this version does not know: it was set up by a newer version.`,
      );
    }
    if (!row.finished_at) {
      throw new MigrationError(
        `The migration ${row.migration_name} was begun by another tool and not finished; resolve it there first.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new MigrationError(
        `The migration ${row.migration_name} was changed after it had been applied; undo the change and write a new migration.`,
      );
    }
  }
}

// The row stands in the migration's own transaction: a kill leaves both or neither.
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new MigrationError(
      `The migration ${migration.name} failed and left nothing behind: ${reason(error, migration.sql)}.`,
      {
        cause: error,
      },
    );
  }
}

function reason(error: unknown, sql: string): string {
  if (!(error instanceof Error)) return String(error);
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  if (Number.isNaN(position)) return error.message;
  return `${error.message}, in line ${sql.slice(0, position).split('\n').length}`;
}
