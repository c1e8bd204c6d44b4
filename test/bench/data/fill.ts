import { readFileSync } from 'node:fs';
import pg from 'pg';
import { openRunner } from '#domain/acts/run.ts';
import { takeCensus } from '#domain/census/take.ts';
import { openDatabase } from '#prisma/database.ts';
import { settleOrigin } from '#services/origin.ts';

const parts = ['words', 'members', 'registry', 'publication'].map((name) =>
  readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8'),
);

/** The token of member `n` of a made-up institution. */
export const tokenOf = (n: number): string => `mk_${String(n).padStart(43, '0')}`;

/**
 * Fills a migrated, empty database with an institution of so many claims, in one transaction. Triggers, foreign keys and
 * indexes are away meanwhile: keys and indexes are made again at the end, which checks every row; what the triggers would
 * have kept is written as they would have, which test/bench/data.test.ts looks at.
 */
export async function fill(connectionString: string, claims: number, origin: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('bench.claims', $1, true), set_config('bench.origin', $2, true)`, [
      String(claims),
      await settleOrigin(client, undefined, origin),
    ]);
    await client.query(`set local work_mem = '128MB'; set local maintenance_work_mem = '256MB'`);
    const restore = await setAside(client);
    for (const part of parts) await client.query(part);
    for (const statement of restore) await client.query(statement);
    await client.query('commit');
    // As autovacuum leaves a database that has stood for a while.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  await firstCensus(connectionString, origin);
}

/** Takes guards and indexes away, and returns the statements that bring them back. */
async function setAside(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(`
    with ours as (select oid, oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    select format('alter table %s drop constraint %I', t.name, c.conname) as away,
      format('alter table %s add constraint %I %s', t.name, c.conname, pg_get_constraintdef(c.oid)) as back
    from pg_constraint c join ours t on t.oid = c.conrelid where c.contype = 'f'
    union all
    select format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name) from ours
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from pg_index i join ours t on t.oid = i.indrelid where not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')`);
  for (const { away } of rows) await client.query(away);
  return rows.map(({ back }) => back).reverse();
}

/** The API answers once there is a census (7.2). */
async function firstCensus(connectionString: string, origin: string): Promise<void> {
  const database = openDatabase(connectionString, { max: 1, statementTimeoutMs: 600_000 });
  const counting = openDatabase(connectionString, { max: 1 });
  try {
    await openRunner({ database, counting, origin }).system('take_census', takeCensus);
  } finally {
    await Promise.all([database.close(), counting.close()]);
  }
}
