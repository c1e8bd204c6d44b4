// What a migrated database lacks of schema.prisma, as SQL: the draft of the next migration, and the test that nothing is missing.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { difference } from './engine.ts';

const SCHEMA = new URL('./schema.prisma', import.meta.url);
const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** The SQL from a database to a schema file; empty when the database is what the file says. */
export async function drift(connectionString: string, schema: URL = SCHEMA): Promise<string> {
  const files = [{ path: 'schema.prisma', content: await readFile(schema, 'utf8') }];
  const from = { tag: 'schemaDatasource', files, configDir: '.' } as const; // the database the connection leads to
  return difference(connectionString, from, { tag: 'schemaDatamodel', files });
}

/** Writes the drift as a new migration folder and returns its path, or nothing when there is no drift. */
export async function draft(connectionString: string, name: string, now: Date): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`A migration's name is of a-z, 0-9 and _, not "${name}".`);
  const sql = await drift(connectionString);
  if (sql === '') return undefined;
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = new URL(`${stamp}_${name}/`, MIGRATIONS);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL('migration.sql', folder), sql);
  return folder.pathname;
}
