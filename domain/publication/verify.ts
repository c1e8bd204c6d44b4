import { type Database, raw, sql, type Transaction } from '#prisma/database.ts';
import { datasets, render } from './render/index.ts';
import type { Dataset } from './touched.ts';

/** Where a publication is not what the records say. */
export interface Discrepancy {
  dataset: Dataset;
  /** The record, or null for the dataset as a whole. */
  id: string | null;
  fault:
    | 'published_not_public'
    | 'public_not_published'
    | 'text_differs'
    | 'place_differs'
    | 'counts_differ'
    | 'hashes_differ';
}

export interface Verification {
  /** Records rendered and compared, by dataset. */
  compared: Record<Dataset, number>;
  /** How many discrepancies there are. */
  faults: number;
  /** The first of them. */
  named: Discrepancy[];
}

const batch = 500;
const mostNamed = 100;

/** What each dataset's records are made of, and the place that the record itself remembers. */
const sources: Readonly<Record<Dataset, { table: string; ordinal: string }>> = {
  claims: { table: 'claim', ordinal: 'ordinal' },
  checks: { table: 'registry_check', ordinal: 'ordinal' },
  threads: { table: 'thread', ordinal: 'ordinal' },
  posts: { table: 'post', ordinal: 'ordinal' },
  precedents: { table: 'precedent', ordinal: 'ordinal' },
  challenges: { table: 'weekly_challenge', ordinal: 'ordinal' },
  observations: { table: 'observation', ordinal: 'ordinal' },
  lineage: { table: 'relationship', ordinal: 'null::bigint' },
  check_reviews: { table: 'review', ordinal: 'null::bigint' },
  resolutions: { table: 'resolution', ordinal: 'null::bigint' },
};

/** Renders every record afresh and compares it with the publication, both ways, in one snapshot of the database (11.3). */
export async function verifyPublication(database: Database, origin: string): Promise<Verification> {
  return database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    const compared = Object.fromEntries(datasets.map((dataset) => [dataset, 0])) as Record<Dataset, number>;
    const named: Discrepancy[] = [];
    let faults = 0;
    for (const dataset of datasets) {
      for await (const found of compare(tx, dataset, origin)) {
        compared[dataset] += found.compared;
        faults += found.discrepancies.length;
        named.push(...found.discrepancies.slice(0, mostNamed - named.length));
      }
    }
    return { compared, faults, named };
  });
}

interface Compared {
  compared: number;
  discrepancies: Discrepancy[];
}

interface Row {
  id: string;
  ordinal: number | null;
  place: number | null;
  body: string | null;
}

async function* compare(tx: Transaction, dataset: Dataset, origin: string): AsyncGenerator<Compared> {
  const table = raw(sources[dataset].table);
  const ordinal = raw(sources[dataset].ordinal);
  for (let after = ''; ; ) {
    const rows = await tx.query<Row>(sql`
      select t.id, t.ordinal, p.ordinal as place, p.body
      from (select id, ${ordinal} as ordinal from ${table} where id > ${after} order by id limit ${batch}) t
      left join publication p on p.record_id = t.id and p.dataset = ${dataset}::dataset order by t.id`);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const fresh = await render(tx, dataset, ids, origin);
    const discrepancies = rows.flatMap((row) => {
      const fault = faultOf(row, fresh.get(row.id) ?? null);
      return fault ? [{ dataset, id: row.id, fault }] : [];
    });
    yield { compared: rows.length, discrepancies };
  }
  yield { compared: 0, discrepancies: await orphans(tx, dataset) };
  yield { compared: 0, discrepancies: await miscounted(tx, dataset) };
  yield { compared: 0, discrepancies: await mishashed(tx, dataset) };
}

function faultOf({ ordinal, place, body }: Row, fresh: string | null): Discrepancy['fault'] | undefined {
  if (ordinal !== null && ordinal !== place) return 'place_differs';
  if (body === fresh) return undefined;
  if (body === null) return 'public_not_published';
  return fresh === null ? 'published_not_public' : 'text_differs';
}

/** What is published without a record behind it. */
async function orphans(tx: Transaction, dataset: Dataset): Promise<Discrepancy[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select p.record_id as id from publication p
    where p.dataset = ${dataset}::dataset and not exists (select from ${raw(sources[dataset].table)} t where t.id = p.record_id)`);
  return rows.map(({ id }) => ({ dataset, id, fault: 'published_not_public' }));
}

/** Ordinals run from 1 without a gap, and the head counts what is there. */
async function miscounted(tx: Transaction, dataset: Dataset): Promise<Discrepancy[]> {
  const { right } = await tx.one<{ right: boolean }>(sql`
    select h.last = count(p.*) and h.last = coalesce(max(p.ordinal), 0) and h.live = count(p.body) as right
    from publication_head h left join publication p on p.dataset = h.dataset
    where h.dataset = ${dataset}::dataset group by h.dataset`);
  return right ? [] : [{ dataset, id: null, fault: 'counts_differ' }];
}

/** Pages, blocks and root of the manifest, computed anew from the bodies and what is said of them (8.3). */
async function mishashed(tx: Transaction, dataset: Dataset): Promise<Discrepancy[]> {
  const { right } = await tx.one<{ right: boolean }>(sql`
    with page as (
      select (ordinal - 1) / 100 as page, count(body) as count,
        encode(sha256(convert_to('[' || coalesce(string_agg(body, ',' order by ordinal), '') || ']', 'UTF8')), 'hex') as sha256
      from publication where dataset = ${dataset}::dataset group by 1
    ),
    block as (
      select page / 100 as block, encode(sha256(convert_to(string_agg(sha256 || chr(10), '' order by page), 'UTF8')), 'hex') as sha256
      from page group by 1
    ),
    root as (
      select encode(sha256(convert_to(coalesce(string_agg(sha256 || chr(10), '' order by block), ''), 'UTF8')), 'hex') as root from block
    )
    select not exists (
        select from page full join (select * from publication_page where dataset = ${dataset}::dataset) kept using (page)
        where (page.count, page.sha256) is distinct from (kept.count, kept.sha256))
      and not exists (
        select from block full join (select * from publication_block where dataset = ${dataset}::dataset) kept using (block)
        where block.sha256 is distinct from kept.sha256)
      and exists (select from root join publication_head h on h.root = root.root where h.dataset = ${dataset}::dataset) as right`);
  return right ? [] : [{ dataset, id: null, fault: 'hashes_differ' }];
}
