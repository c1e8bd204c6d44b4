import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import type { Actor } from '../acts/actor.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf } from '../text/input.ts';
import { lockVisiblePost, lockVisibleThread } from './lock.ts';
import { recordsOfThread } from './records.ts';
import type { Standing } from './rules.ts';

function refuseStrangers(actor: Actor, thing: Standing, code: 'thread.not_author' | 'post.not_author'): void {
  if (thing.authorId !== actor.id) throw new Refusal(code);
  if (thing.withdrawn) throw new Refusal('thread.state_unchanged');
}

const withdrawing = {
  creates: false,
  standing: 'approved',
} as const;

/** Takes an own thread out of sight with all its posts, for good (7.4). */
export const withdrawThread: Act<{ threadId: string }> = {
  ...withdrawing,
  action: 'withdraw_thread',
  rule: 'forum.withdraw_thread',
  refusals: ['input.invalid', 'not_found', 'thread.not_author', 'thread.state_unchanged'],
  input: inputOf({ threadId: id('thr', 'The thread to withdraw.') }),

  async perform(tx, actor, { threadId }) {
    refuseStrangers(actor, await lockVisibleThread(tx, actor, threadId, 'update'), 'thread.not_author');
    await tx.query(sql`update thread set withdrawn_at = institution_now() where id = ${threadId}`);
    return { id: threadId, touched: await recordsOfThread(tx, threadId) };
  },
};

/** Takes an own post out of sight, for good, wherever it stands (7.4). */
export const withdrawPost: Act<{ postId: string }> = {
  ...withdrawing,
  action: 'withdraw_post',
  rule: 'forum.withdraw_post',
  refusals: ['input.invalid', 'not_found', 'post.not_author', 'thread.state_unchanged'],
  input: inputOf({ postId: id('pst', 'The post to withdraw.') }),

  async perform(tx, actor, { postId }) {
    refuseStrangers(actor, await lockVisiblePost(tx, actor, postId), 'post.not_author');
    await tx.query(sql`update post set withdrawn_at = institution_now() where id = ${postId}`);
    return { id: postId, touched: { posts: [postId] } };
  },
};
