import { closed, postId, text, threadId, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { type Route, read } from './route.ts';
import { listShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const exportedShape = closed(
  {
    id: postId,
    threadId,
    visibility: { enum: ['public', 'restricted'] },
    state: { enum: ['active', 'withdrawn', 'hidden'] },
    body: text(20, 4000),
    createdAt: time,
  },
  'A post of the caller’s, wherever it stands; the thread’s title may be someone else’s words and is not in it.',
);

export const exportRoutes: readonly Route[] = [
  read({
    path: '/my-export',
    summary: 'The caller’s own posts, those in restricted threads included, oldest first; no backup of an account.',
    notes: ['export'],
    own: true,
    list: 'export',
    shape: listShape('posts', exportedShape),
    document: graphql(`
      query MyExport($first: Int!, $after: String) {
        viewer {
          export {
            posts(first: $first, after: $after) {
              nodes { id threadId visibility state body createdAt }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }
    `),
    variables: ({ page }) => page,
    answer: ({ viewer }) =>
      viewer && {
        posts: viewer.export.posts.nodes.map(({ visibility, state, ...rest }) => ({
          id: rest.id,
          threadId: rest.threadId,
          visibility: spelled(visibility),
          state: spelled(state),
          body: rest.body,
          createdAt: rest.createdAt,
        })),
        nextCursor: nextCursor('export', viewer.export.posts.pageInfo),
      },
  }),
];
