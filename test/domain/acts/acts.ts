// Acts as small as acts can be, so that a test of the runner turns on nothing else. Each leaves an audit entry behind.
import type { Act, Outcome } from '#domain/acts/act.ts';
import { newId } from '#domain/text/ids.ts';
import { inputOf, text } from '#domain/text/input.ts';
import { type Queryable, sql, type Transaction } from '#prisma/database.ts';

export interface Note {
  note: string;
}

/** A creation that first does what the test wants done inside its transaction. */
export function noting(change: Partial<Act<Note>> = {}, during?: (tx: Transaction) => Promise<void>): Act<Note> {
  return {
    action: 'publish_claim',
    rule: 'claims.publish',
    creates: true,
    standing: 'approved',
    refusals: [],
    input: inputOf({ note: text(1, 100, 'Anything.') }),
    async perform(tx, _actor, input): Promise<Outcome> {
      await during?.(tx);
      const id = newId('aud');
      return { id, audit: { subject: id, reason: input.note } };
    },
    ...change,
  };
}

/** How many of these notes committed. */
export async function noted(database: Queryable, note?: string): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    sql`select count(*) as n from audit_entry where ${note ?? null}::text is null or reason = ${note ?? null}`,
  );
  return row?.n ?? 0;
}

/** A gate that acts wait at until the test opens it; `reached` tells that one has come. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrive = () => {};
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return {
    open,
    reached,
    wait: async () => {
      arrive();
      await opened;
    },
  };
}
