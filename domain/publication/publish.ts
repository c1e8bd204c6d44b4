import { sql, type Transaction } from '#prisma/database.ts';
import { render } from './render/index.ts';
import type { Dataset, Touched } from './touched.ts';

// A relationship is public while both its claims are: its acts hold the lock of one claim only, so what
// they render is read under the dataset's own lock. Every other record changes under its claim's lock.
const readUnderLock = new Set<string>(['lineage']);

/** Renders what an act touched and publishes it: last in its transaction, once, datasets in name order, so that no two acts deadlock (8.2). */
export async function publish(tx: Transaction, touched: Touched, origin: string): Promise<void> {
  const datasets = (Object.keys(touched) as Dataset[]).filter((dataset) => touched[dataset]?.length).sort();
  const read = (dataset: Dataset) => render(tx, dataset, touched[dataset] ?? [], origin);

  const early = new Map<Dataset, ReadonlyMap<string, string>>();
  for (const dataset of datasets) if (!readUnderLock.has(dataset)) early.set(dataset, await read(dataset));
  for (const dataset of datasets) {
    if (readUnderLock.has(dataset)) {
      await tx.query(sql`select 1 from publication_head where dataset = ${dataset}::dataset for update`);
    }
    await put(tx, dataset, touched[dataset] ?? [], early.get(dataset) ?? (await read(dataset)));
  }
}

/** Puts these records into the publication as rendered; one without a text is gone. */
export async function put(
  tx: Transaction,
  dataset: Dataset,
  ids: readonly string[],
  bodies: ReadonlyMap<string, string>,
): Promise<void> {
  const texts = ids.map((id) => bodies.get(id) ?? null);
  await tx.query(sql`select publish(${dataset}::dataset, ${ids}::text[], ${texts}::text[])`);
}
