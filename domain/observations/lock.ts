import { sql, type Transaction } from '#prisma/database.ts';
import type { Actor } from '../acts/actor.ts';
import { Refusal } from '../refusals/refusal.ts';
import { seesObservation } from './rules.ts';

export interface LockedObservation {
  authorId: string;
  withdrawn: boolean;
  hidden: boolean;
}

/** The observation, locked until the transaction ends; `not_found` for who may not see it, as for what is not there (1.3). */
export async function lockVisibleObservation(tx: Transaction, actor: Actor, id: string): Promise<LockedObservation> {
  const row = await tx.maybe<LockedObservation>(sql`
    select author_id as "authorId", withdrawn_at is not null as withdrawn, hidden_at is not null as hidden
    from observation where id = ${id} for update`);
  if (!row || !seesObservation(row, actor)) throw new Refusal('not_found');
  return row;
}
