import { type Database, sql } from '#prisma/database.ts';

/** The tables whose every change moves the version of public answers. */
export async function movingTables(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(sql`
    select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'move_version' and t.tgenabled = 'O' and c.relnamespace = 'public'::regnamespace`);
  return tables.map(({ name }) => name).sort();
}
