import pg from 'pg';
import type { GoneRecord } from '#schema/records/envelope.ts';
import type { ArchiveDataset } from '#schema/records/protocol.ts';

/** What one page is made of: the stored JSON texts of its live records, and what went. */
export interface PageParts {
  bodies: string[];
  gone: GoneRecord[];
  /** Whether ordinals above the page exist. */
  more: boolean;
}

/** The archive's own way to Postgres: reads of the publication and of public settings, nothing else (8.4). */
export interface PublicationReader {
  /** Ordinals after+1 … after+limit of a dataset, in one snapshot (8.2). */
  page(dataset: ArchiveDataset, after: number, limit: number): Promise<PageParts>;
  /** The public settings of the institution by name. */
  settings(): Promise<Map<string, unknown>>;
  close(): Promise<void>;
}

interface PageRow {
  more: boolean;
  ordinal: string | null;
  id: string;
  body: string | null;
  goneAt: string | null;
}

const pageQuery = {
  name: 'page',
  text: `
    select h.last > $2::bigint + $3::bigint as more, p.ordinal, p.record_id as id, p.body,
      to_char(p.gone_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "goneAt"
    from publication_head h left join publication p
      on p.dataset = h.dataset and p.ordinal > $2::bigint and p.ordinal <= $2::bigint + $3::bigint
    where h.dataset = $1::dataset order by p.ordinal`,
};

export function openPublication(connectionString: string, onError: (error: Error) => void, max = 4): PublicationReader {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC -c statement_timeout=10000 -c default_transaction_read_only=on',
  });
  // Without a listener a restarted Postgres would end the process.
  pool.on('error', onError);

  return {
    async page(dataset, after, limit) {
      const { rows } = await pool.query<PageRow>({ ...pageQuery, values: [dataset, after, limit] });
      const [first] = rows;
      if (!first) throw new Error(`the publication has no head of ${dataset}`);
      return {
        bodies: rows.flatMap(({ body }) => (body === null ? [] : [body])),
        gone: rows.flatMap(({ id, ordinal, goneAt }) =>
          goneAt === null ? [] : [{ id, ordinal: Number(ordinal), goneAt }],
        ),
        more: first.more,
      };
    },
    async settings() {
      const { rows } = await pool.query<{ key: string; value: unknown }>('select key, value from public_setting');
      return new Map(rows.map(({ key, value }) => [key, value]));
    },
    close: () => pool.end(),
  };
}
