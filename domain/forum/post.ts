import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { id, inputOf, text } from '../text/input.ts';
import { lockVisibleThread } from './lock.ts';
import { stands } from './rules.ts';

export interface WritePost {
  threadId: string;
  body: string;
}

/** Adds a post to a thread that its author may see (7.4). */
export const writePost: Act<WritePost> = {
  action: 'post',
  rule: 'forum.post',
  creates: true,
  standing: 'approved',
  refusals: ['input.invalid', 'submission.contains_secret', 'not_found', 'thread.not_active'],
  input: inputOf({
    threadId: id('thr', 'The thread to post in.'),
    body: text(20, 4000, 'The post, 20 to 4000 characters.'),
  }),

  async perform(tx, actor, { threadId, body }) {
    const thread = await lockVisibleThread(tx, actor, threadId, 'share');
    if (!stands(thread)) throw new Refusal('thread.not_active');
    const postId = newId('pst');
    await tx.query(sql`insert into post (id, thread_id, author_id, body, created_at)
      values (${postId}, ${threadId}, ${actor.id}, ${body}, institution_now())`);
    return { id: postId, touched: { posts: [postId] } };
  },
};
