import { sql, type Transaction } from '#prisma/database.ts';
import type { Actor } from '../acts/actor.ts';
import { Refusal } from '../refusals/refusal.ts';
import { type Standing, seesPost, seesThread, type Thread } from './rules.ts';

/** The thread, kept as it is until the transaction ends, and whether it names the actor. */
async function lockThread(tx: Transaction, actor: Actor, id: string, how: 'share' | 'update') {
  return tx.maybe<Thread>(sql`
    select t.visibility, t.author_id as "authorId", t.withdrawn_at is not null as withdrawn, t.hidden_at is not null as hidden,
      exists (select from thread_member i where i.thread_id = t.id and i.member_id = ${actor.id}) as invited
    from thread t where t.id = ${id} ${how === 'share' ? sql`for share` : sql`for update`}`);
}

/** The thread as its caller may see it, locked; else `not_found`, as for what is not there (1.3). */
export async function lockVisibleThread(
  tx: Transaction,
  actor: Actor,
  id: string,
  how: 'share' | 'update',
): Promise<Thread> {
  const thread = await lockThread(tx, actor, id, how);
  if (!thread || !seesThread(thread, actor)) throw new Refusal('not_found');
  return thread;
}

/** The same for a post: its thread's lock comes first, so that a thread takes no post along that changes meanwhile. */
export async function lockVisiblePost(tx: Transaction, actor: Actor, id: string): Promise<Standing> {
  const where = await tx.maybe<{ threadId: string }>(sql`select thread_id as "threadId" from post where id = ${id}`);
  const thread = where && (await lockThread(tx, actor, where.threadId, 'share'));
  const post = await tx.maybe<Standing>(sql`
    select author_id as "authorId", withdrawn_at is not null as withdrawn, hidden_at is not null as hidden
    from post where id = ${id} for update`);
  if (!thread || !post || !seesPost(post, thread, actor)) throw new Refusal('not_found');
  return post;
}
