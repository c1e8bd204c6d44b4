/** Who reads; a visitor is null. */
export type Reader = { id: string; role: 'member' | 'moderator' | 'administrator' } | null;

export interface Standing {
  authorId: string;
  withdrawn: boolean;
  hidden: boolean;
}

export interface Thread extends Standing {
  visibility: 'public' | 'restricted';
  /** Whether the thread names the reader. */
  invited: boolean;
}

export const stands = ({ withdrawn, hidden }: Standing): boolean => !withdrawn && !hidden;

/** How a thread or post shows to those who may see it. */
export const standingOf = ({ withdrawn, hidden }: Standing): 'active' | 'withdrawn' | 'hidden' =>
  withdrawn ? 'withdrawn' : hidden ? 'hidden' : 'active';

const mayAlways = (thing: Standing, reader: Reader): boolean =>
  reader !== null && (reader.role !== 'member' || reader.id === thing.authorId);

/** Whether a reader sees a thread: public ones everyone, restricted ones those they name; its author and staff always (7.4). */
export const seesThread = (thread: Thread, reader: Reader): boolean =>
  mayAlways(thread, reader) ||
  (stands(thread) && (thread.visibility === 'public' || (reader !== null && thread.invited)));

/** Whether a reader sees a post: with its thread while it stands; its author and staff always. */
export const seesPost = (post: Standing, thread: Thread, reader: Reader): boolean =>
  mayAlways(post, reader) || (stands(post) && seesThread(thread, reader));

/** Whether a post is published: it and its thread stand, and the thread is public (7.4). */
export const isPublicPost = (post: Standing, thread: Thread): boolean => seesPost(post, thread, null);

/** One post in its author's own export (7.4): the author's words and nobody else's, so not even the thread's title. */
export interface ExportedPost {
  id: string;
  threadId: string;
  visibility: 'public' | 'restricted';
  state: 'active' | 'withdrawn' | 'hidden';
  body: string;
  createdAt: string;
}

export const exportedPost = (
  post: Standing & { id: string; threadId: string; body: string; createdAt: Date },
  visibility: 'public' | 'restricted',
): ExportedPost => ({
  id: post.id,
  threadId: post.threadId,
  visibility,
  state: standingOf(post),
  body: post.body,
  createdAt: post.createdAt.toISOString(),
});
