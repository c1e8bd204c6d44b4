import { sql, type Transaction } from '#prisma/database.ts';
import type { Act, Outcome } from '../acts/act.ts';
import type { Actor } from '../acts/actor.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf, reason } from '../text/input.ts';
import { lockVisibleThread } from './lock.ts';

interface Standing {
  authorId: string;
  withdrawn: boolean;
  hidden: boolean;
}

/** What an author may do to an own thing, and staff to any. */
function decide(actor: Actor, thing: Standing, state: 'withdrawn' | 'hidden' | 'active'): void {
  if (state === 'withdrawn') {
    if (thing.authorId !== actor.id) throw new Refusal('thread.not_author');
    if (thing.withdrawn) throw new Refusal('thread.state_unchanged');
  } else if (thing.hidden === (state === 'hidden')) throw new Refusal('thread.state_unchanged');
}

async function setThread(
  tx: Transaction,
  actor: Actor,
  threadId: string,
  state: 'withdrawn' | 'hidden' | 'active',
): Promise<Outcome> {
  decide(actor, await lockVisibleThread(tx, actor, threadId, 'update'), state);
  await tx.query(
    state === 'withdrawn'
      ? sql`update thread set withdrawn_at = institution_now() where id = ${threadId}`
      : sql`update thread set hidden_at = case when ${state === 'hidden'} then institution_now() end where id = ${threadId}`,
  );
  const posts = await tx.query<{ id: string }>(sql`select id from post where thread_id = ${threadId} order by seq`);
  return { id: threadId, touched: { threads: [threadId], posts: posts.map((post) => post.id) } };
}

async function setPost(
  tx: Transaction,
  actor: Actor,
  postId: string,
  state: 'withdrawn' | 'hidden' | 'active',
): Promise<Outcome> {
  const where = await tx.maybe<{ threadId: string }>(
    sql`select thread_id as "threadId" from post where id = ${postId}`,
  );
  if (!where) throw new Refusal('not_found');
  await lockVisibleThread(tx, actor, where.threadId, 'share');
  const post = await tx.one<Standing>(sql`
    select author_id as "authorId", withdrawn_at is not null as withdrawn, hidden_at is not null as hidden from post where id = ${postId} for update`);
  const shown = !post.withdrawn && !post.hidden;
  if (!shown && post.authorId !== actor.id && actor.role === 'member') throw new Refusal('not_found');
  decide(actor, post, state);
  await tx.query(
    state === 'withdrawn'
      ? sql`update post set withdrawn_at = institution_now() where id = ${postId}`
      : sql`update post set hidden_at = case when ${state === 'hidden'} then institution_now() end where id = ${postId}`,
  );
  return { id: postId, touched: { posts: [postId] } };
}

const withdrawing = {
  action: 'withdraw_post',
  rule: 'forum.withdraw',
  creates: false,
  standing: 'approved',
  refusals: ['not_found', 'thread.not_author', 'thread.state_unchanged'],
} as const;
const moderating = {
  ...withdrawing,
  action: 'hide_post',
  role: 'staff',
  refusals: ['input.invalid', 'not_found', 'thread.state_unchanged'],
} as const;
const state = { enum: ['hidden', 'active'], description: 'hidden, or active to bring it back.' } as const;

interface Moderation {
  state: 'hidden' | 'active';
  reason: string;
}

/** Takes an own thread out of sight with all its posts, for good (7.4). */
export const withdrawThread: Act<{ threadId: string }> = {
  ...withdrawing,
  input: inputOf({ threadId: id('thr', 'The thread to withdraw.') }),
  perform: (tx, actor, { threadId }) => setThread(tx, actor, threadId, 'withdrawn'),
};

/** Takes an own post out of sight, for good (7.4). */
export const withdrawPost: Act<{ postId: string }> = {
  ...withdrawing,
  input: inputOf({ postId: id('pst', 'The post to withdraw.') }),
  perform: (tx, actor, { postId }) => setPost(tx, actor, postId, 'withdrawn'),
};

/** Hides a thread with all its posts, or brings it back, with a reason (7.4). */
export const moderateThread: Act<{ threadId: string } & Moderation> = {
  ...moderating,
  input: inputOf({ threadId: id('thr', 'The thread to hide or to bring back.'), state, reason }),
  async perform(tx, actor, { threadId, state, reason }) {
    const outcome = await setThread(tx, actor, threadId, state);
    return { ...outcome, audit: { subject: threadId, reason, detail: { state } } };
  },
};

/** Hides a post, or brings it back, with a reason (7.4). */
export const moderatePost: Act<{ postId: string } & Moderation> = {
  ...moderating,
  input: inputOf({ postId: id('pst', 'The post to hide or to bring back.'), state, reason }),
  async perform(tx, actor, { postId, state, reason }) {
    const outcome = await setPost(tx, actor, postId, state);
    return { ...outcome, audit: { subject: postId, reason, detail: { state } } };
  },
};
