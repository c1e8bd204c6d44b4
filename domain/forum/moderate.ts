import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf, reason } from '../text/input.ts';
import { lockVisiblePost, lockVisibleThread } from './lock.ts';
import { recordsOfThread } from './records.ts';
import type { Standing } from './rules.ts';

interface Moderation {
  state: 'hidden' | 'active';
  reason: string;
}

const state = { enum: ['hidden', 'active'], description: 'hidden, or active to bring it back.' } as const;

/** Whether it is to be hidden; what is so already is refused. */
function hides(thing: Standing, { state }: Moderation): boolean {
  const hide = state === 'hidden';
  if (thing.hidden === hide) throw new Refusal('thread.state_unchanged');
  return hide;
}

const moderating = {
  creates: false,
  standing: 'approved',
  role: 'staff',
  refusals: ['input.invalid', 'submission.contains_secret', 'not_found', 'thread.state_unchanged'],
} as const;

/** Hides a thread with all its posts, or brings it back; what its author withdrew stays withdrawn (7.4). */
export const moderateThread: Act<{ threadId: string } & Moderation> = {
  ...moderating,
  action: 'hide_thread',
  rule: 'forum.hide_thread',
  input: inputOf({ threadId: id('thr', 'The thread to hide or to bring back.'), state, reason }),

  async perform(tx, actor, { threadId, ...moderation }) {
    const hide = hides(await lockVisibleThread(tx, actor, threadId, 'update'), moderation);
    await tx.query(
      sql`update thread set hidden_at = case when ${hide} then institution_now() end where id = ${threadId}`,
    );
    const { state, reason } = moderation;
    return {
      id: threadId,
      touched: await recordsOfThread(tx, threadId),
      audit: { subject: threadId, reason, detail: { state } },
    };
  },
};

/** Hides a post, or brings it back; what its author withdrew stays withdrawn (7.4). */
export const moderatePost: Act<{ postId: string } & Moderation> = {
  ...moderating,
  action: 'hide_post',
  rule: 'forum.hide_post',
  input: inputOf({ postId: id('pst', 'The post to hide or to bring back.'), state, reason }),

  async perform(tx, actor, { postId, ...moderation }) {
    const hide = hides(await lockVisiblePost(tx, actor, postId), moderation);
    await tx.query(sql`update post set hidden_at = case when ${hide} then institution_now() end where id = ${postId}`);
    const { state, reason } = moderation;
    return { id: postId, touched: { posts: [postId] }, audit: { subject: postId, reason, detail: { state } } };
  },
};
