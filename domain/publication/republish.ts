import { sql, type Transaction } from '#prisma/database.ts';
import { putting } from './publish.ts';
import { datasets, render } from './render/index.ts';

const batch = 500;

/** Renders every live record afresh, under another origin for instance, in the caller's one transaction; returns how many. Other acts wait meanwhile. */
export async function republish(tx: Transaction, origin: string): Promise<number> {
  // All locks first, in the order in which acts take them.
  await tx.query(sql`select 1 from publication_head order by dataset::text collate "C" for update`);
  let records = 0;
  for (const dataset of datasets) {
    for (let ordinal = 0; ; ) {
      const rows = await tx.query<{ id: string; ordinal: number }>(sql`
        select record_id as id, ordinal from publication
        where dataset = ${dataset}::dataset and ordinal > ${ordinal}::bigint and body is not null order by ordinal limit ${batch}`);
      const last = rows.at(-1);
      if (!last) break;
      const ids = rows.map(({ id }) => id);
      await tx.query(putting(dataset, ids, await render(tx, dataset, ids, origin)));
      records += ids.length;
      ordinal = last.ordinal;
    }
  }
  return records;
}
