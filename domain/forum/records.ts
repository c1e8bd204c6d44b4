import { sql, type Transaction } from '#prisma/database.ts';
import type { Touched } from '../publication/touched.ts';

/** A thread's record and those of its posts, which come and go with it (8.2). */
export async function recordsOfThread(tx: Transaction, threadId: string): Promise<Touched> {
  const posts = await tx.query<{ id: string }>(sql`select id from post where thread_id = ${threadId} order by seq`);
  return { threads: [threadId], posts: posts.map(({ id }) => id) };
}
