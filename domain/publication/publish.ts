import { type Sql, sql, type Transaction } from '#prisma/database.ts';
import { render } from './render/index.ts';
import type { Dataset, Touched } from './touched.ts';

// A relationship is public while both its claims are: its acts hold the lock of one claim only, so what
// they render is read under the dataset's own lock. Every other record changes under its claim's lock.
const readUnderLock = new Set<string>(['lineage']);

/**
 * Renders what an act touched and publishes it: last in its transaction, once, datasets in name order, so that no two acts
 * deadlock (8.2), and together with the commit, since a dataset's lock is one for all.
 */
export async function publish(tx: Transaction, touched: Touched, origin: string): Promise<void> {
  const datasets = (Object.keys(touched) as Dataset[]).filter((dataset) => touched[dataset]?.length).sort();
  const read = (dataset: Dataset) => render(tx, dataset, touched[dataset] ?? [], origin);

  const early = datasets.filter((dataset) => !readUnderLock.has(dataset));
  const bodies = new Map(await Promise.all(early.map(async (dataset) => [dataset, await read(dataset)] as const)));
  const ready: Sql[] = [];
  for (const dataset of datasets) {
    if (readUnderLock.has(dataset)) {
      ready.push(sql`select 1 from publication_head where dataset = ${dataset}::dataset for update`);
      const [, fresh] = await Promise.all([Promise.all(ready.splice(0).map(tx.query)), read(dataset)]);
      bodies.set(dataset, fresh);
    }
    ready.push(putting(dataset, touched[dataset] ?? [], bodies.get(dataset) ?? new Map()));
  }
  for (const statement of ready) tx.atCommit(statement);
}

/** Puts these records into the publication as rendered; one without a text is gone. */
export function putting(dataset: Dataset, ids: readonly string[], bodies: ReadonlyMap<string, string>): Sql {
  const texts = ids.map((id) => bodies.get(id) ?? null);
  return sql`select publish(${dataset}::dataset, ${ids}::text[], ${texts}::text[])`;
}
