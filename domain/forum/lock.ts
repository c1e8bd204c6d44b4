import { sql, type Transaction } from '#prisma/database.ts';
import type { Actor } from '../acts/actor.ts';
import { Refusal } from '../refusals/refusal.ts';
import { seesThread } from './rules.ts';

export interface LockedThread {
  visibility: 'public' | 'restricted';
  authorId: string;
  invited: boolean;
  withdrawn: boolean;
  hidden: boolean;
  standing: boolean;
}

/** The thread as its caller may see it, kept as it is until the transaction ends; else `not_found`, as for what is not there (1.3). */
export async function lockVisibleThread(
  tx: Transaction,
  actor: Actor,
  id: string,
  how: 'share' | 'update',
): Promise<LockedThread> {
  const thread = await tx.maybe<LockedThread>(sql`
    select t.visibility, t.author_id as "authorId", t.withdrawn_at is not null as withdrawn, t.hidden_at is not null as hidden,
      t.withdrawn_at is null and t.hidden_at is null as standing,
      exists (select from thread_member i where i.thread_id = t.id and i.member_id = ${actor.id}) as invited
    from thread t where t.id = ${id} ${how === 'share' ? sql`for share` : sql`for update`}`);
  if (!thread || !seesThread(thread, actor)) throw new Refusal('not_found');
  return thread;
}
