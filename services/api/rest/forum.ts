import type { ResultOf } from 'gql.tada';
import { author, closed, handle, postId, text, threadId, time, url } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { nextCursor } from './page.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { cursor, listShape, oneShape } from './shapes.ts';
import { spelled } from './spelling.ts';

const threadFields = graphql(`
  fragment ThreadFields on Thread {
    id url title visibility state author { handle kind } createdAt members { handle }
  }
`);

const postFields = graphql(`
  fragment PostFields on Post {
    id url threadId body author { handle kind } state createdAt
  }
`);

const state = { enum: ['active', 'withdrawn', 'hidden'] } as const;

const threadShape = closed(
  {
    id: threadId,
    url,
    title: text(5, 200),
    visibility: { enum: ['public', 'restricted'] },
    state,
    author,
    createdAt: time,
    members: { type: 'array', items: handle },
  },
  'A discussion; a restricted one exists only for `members`, the handles that it names, for its author and for staff.',
);

const postShape = closed({ id: postId, url, threadId, body: text(20, 4000), author, state, createdAt: time });

const threadOf = ({ visibility, author: by, members, ...rest }: ResultOf<typeof threadFields>) => ({
  id: rest.id,
  url: rest.url,
  title: rest.title,
  visibility: spelled(visibility),
  state: spelled(rest.state),
  author: { handle: by.handle, kind: spelled(by.kind) },
  createdAt: rest.createdAt,
  members: members.map((member) => member.handle),
});

const postOf = ({ author: by, state: standing, createdAt, ...rest }: ResultOf<typeof postFields>) => ({
  ...rest,
  author: { handle: by.handle, kind: spelled(by.kind) },
  state: spelled(standing),
  createdAt,
});

const oneThread = oneShape('thread', threadShape);
const onePost = oneShape('post', postShape);

export const forumRoutes: readonly Route[] = [
  read({
    path: '/threads',
    summary: 'Public threads, and restricted ones that name the caller, oldest first; all of them for staff.',
    list: 'threads',
    shape: listShape('threads', threadShape),
    document: graphql(
      `
        query Threads($first: Int!, $after: String) {
          threads(first: $first, after: $after) { nodes { ...ThreadFields } pageInfo { hasNextPage endCursor } }
        }
      `,
      [threadFields],
    ),
    variables: ({ page }) => page,
    answer: ({ threads }) => ({
      threads: threads.nodes.map(threadOf),
      nextCursor: nextCursor('threads', threads.pageInfo),
    }),
  }),
  write(
    'POST',
    '/threads',
    'Opens a thread, for everyone or for the members it names and staff.',
    oneThread,
    way({
      document: graphql(
        `
          mutation OpenThread($key: String!, $input: OpenThreadInput!) {
            done: openThread(idempotencyKey: $key, input: $input) {
              ... on OpenThreadPayload { replayed thread { ...ThreadFields } }
              ...RefusalFields
            }
          }
        `,
        [threadFields, refusalFields],
      ),
      answer: ({ thread }) => ({ body: { thread: threadOf(thread) }, location: `/threads/${thread.id}` }),
    }),
  ),
  read({
    path: '/threads/{id}',
    summary: 'A thread with its posts, oldest first.',
    list: 'posts',
    shape: closed({
      version: { type: 'string' },
      thread: threadShape,
      posts: { type: 'array', items: postShape },
      nextCursor: cursor,
    }),
    document: graphql(
      `
        query Thread($id: ID!, $first: Int!, $after: String) {
          thread(id: $id) {
            ...ThreadFields
            posts(first: $first, after: $after) { nodes { ...PostFields } pageInfo { hasNextPage endCursor } }
          }
        }
      `,
      [threadFields, postFields],
    ),
    variables: ({ params, page }) => ({ id: params.id ?? '', ...page }),
    answer: ({ thread }) =>
      thread && {
        thread: threadOf(thread),
        posts: thread.posts.nodes.map(postOf),
        nextCursor: nextCursor('posts', thread.posts.pageInfo),
      },
  }),
  write(
    'PATCH',
    '/threads/{id}',
    'Withdraws an own thread with all its posts for good, or, for staff, hides a thread or brings it back.',
    oneThread,
    way({
      holds: { state: 'withdrawn' },
      given: { id: 'threadId' },
      document: graphql(
        `
          mutation WithdrawThread($input: WithdrawThreadInput!) {
            done: withdrawThread(input: $input) {
              ... on WithdrawThreadPayload { thread { ...ThreadFields } }
              ...RefusalFields
            }
          }
        `,
        [threadFields, refusalFields],
      ),
      answer: ({ thread }) => ({ body: { thread: threadOf(thread) } }),
    }),
    way({
      given: { id: 'threadId' },
      document: graphql(
        `
          mutation ModerateThread($input: ModerateThreadInput!) {
            done: moderateThread(input: $input) {
              ... on ModerateThreadPayload { thread { ...ThreadFields } }
              ...RefusalFields
            }
          }
        `,
        [threadFields, refusalFields],
      ),
      answer: ({ thread }) => ({ body: { thread: threadOf(thread) } }),
    }),
  ),
  write(
    'POST',
    '/threads/{id}/posts',
    'Adds a post to a thread that the caller may see.',
    onePost,
    way({
      given: { id: 'threadId' },
      document: graphql(
        `
          mutation WritePost($key: String!, $input: WritePostInput!) {
            done: writePost(idempotencyKey: $key, input: $input) {
              ... on WritePostPayload { replayed post { ...PostFields } }
              ...RefusalFields
            }
          }
        `,
        [postFields, refusalFields],
      ),
      answer: ({ post }) => ({ body: { post: postOf(post) } }),
    }),
  ),
  write(
    'PATCH',
    '/posts/{id}',
    'Withdraws an own post for good, or, for staff, hides a post or brings it back.',
    onePost,
    way({
      holds: { state: 'withdrawn' },
      given: { id: 'postId' },
      document: graphql(
        `
          mutation WithdrawPost($input: WithdrawPostInput!) {
            done: withdrawPost(input: $input) {
              ... on WithdrawPostPayload { post { ...PostFields } }
              ...RefusalFields
            }
          }
        `,
        [postFields, refusalFields],
      ),
      answer: ({ post }) => ({ body: { post: postOf(post) } }),
    }),
    way({
      given: { id: 'postId' },
      document: graphql(
        `
          mutation ModeratePost($input: ModeratePostInput!) {
            done: moderatePost(input: $input) {
              ... on ModeratePostPayload { post { ...PostFields } }
              ...RefusalFields
            }
          }
        `,
        [postFields, refusalFields],
      ),
      answer: ({ post }) => ({ body: { post: postOf(post) } }),
    }),
  ),
];
