import { moderatePost, moderateThread } from '#domain/forum/moderate.ts';
import { openThread } from '#domain/forum/open-thread.ts';
import { writePost } from '#domain/forum/post.ts';
import { withdrawPost, withdrawThread } from '#domain/forum/withdraw.ts';
import { ModeratedState, ThreadVisibility } from '../enums.ts';
import { Post, type PostRow, Thread, type ThreadRow } from '../refs.ts';
import { postTable, threadTable } from '../visibility.ts';
import { made, mutation } from './mutation.ts';

mutation('openThread', openThread, {
  description: 'Opens a thread, for everyone or for the members it names and staff.',
  enums: { visibility: ThreadVisibility },
  payload: (t) => ({
    thread: t.field({ type: Thread, description: 'The new thread.', resolve: made<ThreadRow>(threadTable) }),
  }),
});

mutation('writePost', writePost, {
  description: 'Adds a post to a thread that the caller may see.',
  payload: (t) => ({
    post: t.field({ type: Post, description: 'The new post.', resolve: made<PostRow>(postTable) }),
  }),
});

mutation('withdrawThread', withdrawThread, {
  description: 'Withdraws an own thread with all its posts, for good.',
  payload: (t) => ({
    thread: t.field({ type: Thread, description: 'The withdrawn thread.', resolve: made<ThreadRow>(threadTable) }),
  }),
});

mutation('withdrawPost', withdrawPost, {
  description: 'Withdraws an own post, for good.',
  payload: (t) => ({
    post: t.field({ type: Post, description: 'The withdrawn post.', resolve: made<PostRow>(postTable) }),
  }),
});

mutation('moderateThread', moderateThread, {
  description: 'Staff hide a thread with all its posts, or bring it back.',
  enums: { state: ModeratedState },
  payload: (t) => ({
    thread: t.field({
      type: Thread,
      description: 'The thread as it stands now.',
      resolve: made<ThreadRow>(threadTable),
    }),
  }),
});

mutation('moderatePost', moderatePost, {
  description: 'Staff hide a post, or bring it back.',
  enums: { state: ModeratedState },
  payload: (t) => ({
    post: t.field({ type: Post, description: 'The post as it stands now.', resolve: made<PostRow>(postTable) }),
  }),
});
