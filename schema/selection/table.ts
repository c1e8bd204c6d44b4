import { raw, type Sql } from '#prisma/database.ts';
import type { Viewer } from '../context.ts';

/** A table that rows of a public type come from, with who may see which of them. */
export interface Table {
  /** Its name, or a query in parentheses that stands for it. */
  readonly name: Sql;
  /** A condition on a row: whether this viewer may see it. */
  visible(row: Sql, viewer: Viewer | null): Sql;
  /** The same where the row was reached through a claim or check that the viewer sees already. */
  visibleWithin(row: Sql, viewer: Viewer | null): Sql;
}

/** A table with its visibility; `visibleWithin` defaults to the whole of it. */
export function table(name: string | Sql, visible: Table['visible'], visibleWithin: Table['visible'] = visible): Table {
  return { name: typeof name === 'string' ? raw(name) : name, visible, visibleWithin };
}
