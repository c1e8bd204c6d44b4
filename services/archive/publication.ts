import pg from 'pg';
import type { DatasetState } from '#schema/records/checkpoint.ts';
import type { GoneRecord } from '#schema/records/envelope.ts';
import type { Manifest, ManifestBlock } from '#schema/records/manifest.ts';
import { type ArchiveDataset, archiveDatasets, mostRecords, pagesPerBlock } from '#schema/records/protocol.ts';
import { coalesced } from '#services/http/coalesced.ts';

/** What all that the archive serves depends on, as the server that holds it says. */
export interface Moment {
  /** A counter of each dataset, which every change raises. */
  versions: Readonly<Record<ArchiveDataset, number>>;
  /** The public settings of the institution by name. */
  settings: Readonly<Record<string, unknown>>;
}

/** Identifies what a page shows: it stays while other pages of the dataset change. */
export interface PageMark {
  version: number;
  more: boolean;
}

/** What one page is made of: the JSON array of its live records, as stored, and what went. */
export interface PageParts {
  records: string;
  gone: GoneRecord[];
  /** Whether ordinals above the page exist. */
  more: boolean;
}

/** A page as one snapshot of the database shows it; `parts` is null where it is the one of the known mark. */
export interface PageRead {
  datasetVersion: number;
  mark: PageMark;
  parts: PageParts | null;
}

/** What a checkpoint is over, in one snapshot (8.3). */
export interface Heads {
  versions: Record<ArchiveDataset, number>;
  generation: number;
  changedAt: string;
  datasets: DatasetState[];
}

/** One dataset of a feed, newest first: live records by place, gone ones by when they went. */
export interface FeedRead {
  dataset: ArchiveDataset;
  datasetVersion: number;
  /** Of the newest change of the dataset, or of its archived part; of set-up where there was none. */
  changedAt: string;
  /** The highest ordinal of the dataset. */
  last: number;
  bodies: string[];
  gone: { url: string; goneAt: string }[];
}

/** A part of the manifest with the version of the dataset that it was read at. */
export type Versioned<Part> = Part & { datasetVersion: number };

/** The archive's own way to Postgres: reads of the publication and of public settings, nothing else (8.4). */
export interface PublicationReader {
  /** The state of things, by a query that is sent after the call and shared by all who wait for it. */
  moment(): Promise<Moment>;
  /** Ordinals after+1 … after+limit of a dataset (8.2). */
  page(dataset: ArchiveDataset, after: number, limit: number, known?: PageMark): Promise<PageRead>;
  manifest(dataset: ArchiveDataset): Promise<Versioned<Omit<Manifest, 'version' | 'dataset'>>>;
  /** Undefined where the dataset has no such block. */
  block(
    dataset: ArchiveDataset,
    index: number,
  ): Promise<Versioned<Omit<ManifestBlock, 'version' | 'dataset'>> | undefined>;
  heads(): Promise<Heads>;
  /** The newest `most` live and gone records of each of these datasets. */
  newest(datasets: readonly ArchiveDataset[], most: number): Promise<FeedRead[]>;
  /** What stands at ordinals after+1 … after+most, for an archived feed. */
  archived(dataset: ArchiveDataset, after: number, most: number): Promise<FeedRead>;
  close(): Promise<void>;
}

const timeForm = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const foundedAt = "(select changed_at from public_setting where key = 'foundedAt')";
const pagesOf = (last: string) => `(${last} + ${mostRecords - 1}) / ${mostRecords}`;

// One statement a read is one snapshot a read.
const statements = {
  moment: `
    select (select json_object_agg(dataset, version)::text from publication_head) as versions,
      (select coalesce(json_object_agg(key, value), '{}')::text from public_setting) as settings`,
  page: `
    with here as (
      select h.dataset, h.version as "datasetVersion", h.last > $2::bigint + $3::bigint as more, coalesce((
        select max(p.version) from publication_page p
        where p.dataset = h.dataset and p.page between $2::bigint / ${mostRecords} and ($2::bigint + $3::bigint - 1) / ${mostRecords}), 0) as version
      from publication_head h where h.dataset = $1::dataset
    )
    select here."datasetVersion", here.version, here.more, parts.*
    from here, lateral (
      select '[' || coalesce(string_agg(p.body, ',' order by p.ordinal), '') || ']' as records,
        coalesce(json_agg(json_build_object('id', p.record_id, 'ordinal', p.ordinal, 'goneAt', to_char(p.gone_at at time zone 'UTC', ${timeForm}))
          order by p.ordinal) filter (where p.gone_at is not null), '[]') as gone
      from publication p
      where (here.version, here.more) is distinct from ($4::bigint, $5::boolean)
        and p.dataset = here.dataset and p.ordinal > $2::bigint and p.ordinal <= $2::bigint + $3::bigint) parts`,
  manifest: `
    select h.version as "datasetVersion", h.live as records, ${pagesOf('h.last')} as pages, h.root, (
      select coalesce(json_agg(json_build_object(
        'index', b.block, 'after', b.block * ${mostRecords * pagesPerBlock},
        'pages', least(${pagesPerBlock}, ${pagesOf('h.last')} - b.block * ${pagesPerBlock}), 'sha256', b.sha256) order by b.block), '[]')
      from publication_block b where b.dataset = h.dataset) as blocks
    from publication_head h where h.dataset = $1::dataset`,
  block: `
    select h.version as "datasetVersion", b.block as index, b.sha256, (
      select json_agg(json_build_object('after', p.page * ${mostRecords}, 'count', p.count, 'sha256', p.sha256) order by p.page)
      from publication_page p
      where p.dataset = b.dataset and p.page >= b.block * ${pagesPerBlock} and p.page < (b.block + 1) * ${pagesPerBlock}) as pages
    from publication_head h join publication_block b on b.dataset = h.dataset
    where h.dataset = $1::dataset and b.block = $2::bigint`,
  heads: `
    select h.dataset::text, h.version, h.live as records, ${pagesOf('h.last')} as pages, h.root, sum(h.version) over () as generation,
      to_char(coalesce(max(h.changed_at) over (), ${foundedAt}) at time zone 'UTC', ${timeForm}) as "changedAt"
    from publication_head h`,
  newest: `
    select h.dataset::text, h.version as "datasetVersion", h.last, to_char(coalesce(h.changed_at, ${foundedAt}) at time zone 'UTC', ${timeForm}) as "changedAt", array(
        select p.body from publication p where p.dataset = h.dataset and p.body is not null order by p.ordinal desc limit $2::int) as bodies, (
        select coalesce(json_agg(json_build_object('url', g.url, 'goneAt', to_char(g.gone_at at time zone 'UTC', ${timeForm})) order by g.gone_at desc, g.ordinal desc), '[]') from (
          select p.url, p.gone_at, p.ordinal from publication p where p.dataset = h.dataset and p.gone_at is not null order by p.gone_at desc limit $2::int) g) as gone
    from publication_head h where h.dataset = any ($1::dataset[])`,
  archived: `
    select h.dataset::text, h.version as "datasetVersion", h.last, to_char(coalesce((
        select max(p.changed_at) from publication_page p
        where p.dataset = h.dataset and p.page between $2::bigint / ${mostRecords} and ($2::bigint + $3::bigint - 1) / ${mostRecords}), ${foundedAt}) at time zone 'UTC', ${timeForm}) as "changedAt", array(
        select p.body from publication p where p.dataset = h.dataset and p.ordinal > $2::bigint and p.ordinal <= $2::bigint + $3::bigint and p.body is not null order by p.ordinal desc) as bodies, (
        select coalesce(json_agg(json_build_object('url', g.url, 'goneAt', to_char(g.gone_at at time zone 'UTC', ${timeForm})) order by g.gone_at desc, g.ordinal desc), '[]')
        from publication g where g.dataset = h.dataset and g.ordinal > $2::bigint and g.ordinal <= $2::bigint + $3::bigint and g.gone_at is not null) as gone
    from publication_head h where h.dataset = $1::dataset`,
} as const;

interface PageRow extends PageMark, Omit<PageParts, 'more'> {
  datasetVersion: number;
}

interface HeadRow extends DatasetState {
  version: number;
  generation: string;
  changedAt: string;
}

// Ordinals, counts and versions stay far below 2^53; the driver would hand them over as text.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export function openPublication(connectionString: string, onError: (error: Error) => void, max = 4): PublicationReader {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC -c statement_timeout=10000 -c default_transaction_read_only=on',
  });
  // Without a listener a restarted Postgres would end the process.
  pool.on('error', onError);

  async function read<Row extends pg.QueryResultRow>(name: keyof typeof statements, values: unknown[]): Promise<Row[]> {
    return (await pool.query<Row>({ name, text: statements[name], values })).rows;
  }

  async function readOne<Row extends pg.QueryResultRow>(
    name: keyof typeof statements,
    values: unknown[],
  ): Promise<Row> {
    const [row] = await read<Row>(name, values);
    if (!row) throw new Error(`the publication gives no ${name} of ${values.join(' ')}`);
    return row;
  }

  // Asked for without end and changed seldom, so its texts are read only where they are others.
  let last: { versions: string; settings: string; moment: Moment } | undefined;
  async function moment(): Promise<Moment> {
    const { versions, settings } = await readOne<{ versions: string; settings: string }>('moment', []);
    if (last?.versions !== versions || last.settings !== settings)
      last = { versions, settings, moment: { versions: JSON.parse(versions), settings: JSON.parse(settings) } };
    return last.moment;
  }

  return {
    moment: coalesced(moment),
    async page(dataset, after, limit, known) {
      const values = [dataset, after, limit, known?.version ?? null, known?.more ?? null];
      const row = await readOne<PageRow & pg.QueryResultRow>('page', values);
      const { datasetVersion, version, more, records, gone } = row;
      const mark = { version, more };
      const same = known && known.version === version && known.more === more;
      return { datasetVersion, mark, parts: same ? null : { records, gone, more } };
    },
    manifest: (dataset) => readOne('manifest', [dataset]),
    block: async (dataset, index) =>
      (await read<Awaited<ReturnType<PublicationReader['block']>> & object>('block', [dataset, index]))[0],
    async heads() {
      const rows = await read<HeadRow>('heads', []);
      const [first] = rows;
      if (!first) throw new Error('the publication has no heads');
      const datasets = archiveDatasets.map((dataset) => {
        const row = rows.find((one) => one.dataset === dataset);
        if (!row) throw new Error(`the publication has no head of ${dataset}`);
        return row;
      });
      return {
        versions: Object.fromEntries(datasets.map(({ dataset, version }) => [dataset, version])) as Heads['versions'],
        generation: Number(first.generation),
        changedAt: first.changedAt,
        datasets: datasets.map(({ dataset, records, pages, root }) => ({ dataset, records, pages, root })),
      };
    },
    newest: (datasets, most) => read<FeedRead & pg.QueryResultRow>('newest', [datasets, most]),
    archived: (dataset, after, most) => readOne<FeedRead & pg.QueryResultRow>('archived', [dataset, after, most]),
    close: () => pool.end(),
  };
}
