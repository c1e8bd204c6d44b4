import { type Queryable, sql } from '#prisma/database.ts';
import type { PostRecord } from '#schema/records/post.ts';
import type { ThreadRecord } from '#schema/records/thread.ts';
import { postUrl, threadUrl } from '../addresses.ts';

interface Row {
  id: string;
  handle: string;
  kind: ThreadRecord['author']['kind'];
  createdAt: Date;
}

/** The records of those of these threads that are public: neither restricted, withdrawn nor hidden (7.4). */
export async function renderThreads(db: Queryable, ids: readonly string[], origin: string): Promise<ThreadRecord[]> {
  const rows = await db.query<Row & { title: string }>(sql`
    select t.id, t.title, a.handle, a.kind, t.created_at as "createdAt" from thread t join member a on a.id = t.author_id
    where t.id = any (${ids}) and t.visibility = 'public' and t.withdrawn_at is null and t.hidden_at is null`);
  return rows.map((row) => ({
    id: row.id,
    url: threadUrl(origin, row.id),
    title: row.title,
    author: { handle: row.handle, kind: row.kind },
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The records of those of these posts that are public: standing posts of public threads (7.4). */
export async function renderPosts(db: Queryable, ids: readonly string[], origin: string): Promise<PostRecord[]> {
  const rows = await db.query<Row & { threadId: string; body: string }>(sql`
    select p.id, p.thread_id as "threadId", p.body, a.handle, a.kind, p.created_at as "createdAt"
    from post p join member a on a.id = p.author_id join thread t on t.id = p.thread_id
    where p.id = any (${ids}) and p.withdrawn_at is null and p.hidden_at is null
      and t.visibility = 'public' and t.withdrawn_at is null and t.hidden_at is null`);
  return rows.map((row) => ({
    id: row.id,
    url: postUrl(origin, row.threadId, row.id),
    threadId: row.threadId,
    body: row.body,
    author: { handle: row.handle, kind: row.kind },
    createdAt: row.createdAt.toISOString(),
  }));
}
