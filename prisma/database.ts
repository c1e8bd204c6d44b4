import { createHash } from 'node:crypto';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';

export { empty, join, raw } from 'sql-template-tag';
export { type Sql, sql };

// Ordinals and counts stay far below 2^53; the driver would hand them over as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Something statements can be run on: the pool or one transaction. Statements sent without waiting run one after another, in one round trip. */
export interface Queryable {
  query<Row>(statement: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  maybe<Row>(statement: Sql): Promise<Row | undefined>;
  /** The only row; its absence is a defect, not a refusal. */
  one<Row>(statement: Sql): Promise<Row>;
}

/** One READ COMMITTED transaction. */
export interface Transaction extends Queryable {
  /** Runs a statement after all others, sent together with the commit: what it locks is held for no round trip. */
  atCommit(statement: Sql): void;
}

/** The owner's way to Postgres: named statements, UTC, one pool. Prisma's client and this pool share the database, not connections. */
export interface Database extends Queryable {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Told of every statement; tests count with it. */
  onStatement: ((text: string, values: readonly unknown[]) => void) | undefined;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  max?: number;
  statementTimeoutMs?: number;
  /** Whether Postgres may lose the last moment's commits when it is killed; nobody waits for its disk then. */
  forgetful?: boolean;
  /** Simulated time: what `institution_now()` says on these connections. */
  now?: Date;
  onError?: (error: Error) => void;
}

const mostNames = 1000;

/** A named statement is planned once a connection; texts made at run time must not fill the server with names. */
function statementNames() {
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= mostNames) return undefined;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
    return name;
  };
}

export function openDatabase(connectionString: string, options: DatabaseOptions = {}): Database {
  const simulated = options.now ? ` -c institution.now=${options.now.toISOString()}` : '';
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 16,
    pipeline: true,
    options: `-c timezone=UTC -c statement_timeout=${options.statementTimeoutMs ?? 15000}${options.forgetful ? ' -c synchronous_commit=off' : ''}${simulated}`,
  });
  // Without a listener a restarted Postgres would end the process.
  pool.on('error', options.onError ?? (() => {}));
  const nameOf = statementNames();

  const runOn = (client: pg.Pool | pg.PoolClient, before = () => {}): Queryable => {
    async function query<Row>(statement: Sql): Promise<Row[]> {
      before();
      const { text, values } = statement;
      database.onStatement?.(text, values);
      const name = nameOf(text);
      const result = await client.query<Row & pg.QueryResultRow>(name ? { name, text, values } : { text, values });
      return result.rows;
    }
    return {
      query,
      maybe: async <Row>(statement: Sql) => (await query<Row>(statement))[0],
      one: async <Row>(statement: Sql) => {
        const row = (await query<Row>(statement))[0];
        if (row === undefined) throw new Error('a row that must exist does not');
        return row;
      },
    };
  };

  async function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let over = false;
    let broken: Error | undefined;
    // The pool listens to idle connections only: one that dies between two statements would end the process.
    const onLost = (lost: Error) => {
      broken = lost;
    };
    client.on('error', onLost);
    try {
      const { stream } = client.connection;
      const on = runOn(client, () => {
        // One of several sent together failed: what another goes on to send must not run outside the transaction.
        if (over) throw new Error('the transaction is over');
        // What is sent in one turn leaves in one packet.
        stream.cork();
        process.nextTick(() => stream.uncork());
      });
      // Not waited for: it goes with the first statement, which fails where it fails.
      on.query(sql`begin`).catch(onLost);
      const last: Sql[] = [];
      const result = await work({ ...on, atCommit: (statement) => void last.push(statement) });
      const ends = await Promise.allSettled([...last.map(on.query), on.query(sql`commit`)]);
      // The first failure is the cause: what was sent behind it, the commit included, was only turned down.
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
      return result;
    } catch (error) {
      over = true;
      await client.query('rollback').catch(onLost);
      throw error;
    } finally {
      client.off('error', onLost);
      client.release(broken);
    }
  }

  const database: Database = { ...runOn(pool), transaction, onStatement: undefined, close: () => pool.end() };
  return database;
}
