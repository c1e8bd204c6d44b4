// Everything a database remembers as text, to look for what must not be there.
import { type Queryable, raw, sql } from '#prisma/database.ts';

/** The names of the tables that hold this text in any column, whatever the column's type. */
export async function tablesHolding(database: Queryable, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const found = await database.query(
      sql`select 1 from ${raw(name)} t where position(${text} in t::text) > 0 limit 1`,
    );
    if (found.length > 0) holding.push(name);
  }
  return holding;
}
