import { threadUrl } from '#domain/publication/addresses.ts';
import { sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { connectionOf, pageArgs } from './connections/connections.ts';
import { ForumState, ThreadVisibility } from './enums.ts';
import { Node } from './node.ts';
import { PostConnection, standing } from './post.ts';
import { Member, type MemberRow, type PostRow, Thread, type ThreadRow } from './refs.ts';
import { type List, listed, pageSize } from './selection/connection.ts';
import { many, moment, one, stored } from './selection/fields.ts';
import { readPage, readRow } from './selection/read.ts';
import { memberTable, postTable, stands, threadTable } from './visibility.ts';

const postsOfThread: List = {
  name: 'posts',
  table: postTable,
  within: true,
  place: (post) => sql`${post}.seq`,
  where: (post, { parent }) => sql`${post}.thread_id = ${parent ?? sql`null`}.id and ${stands(post)}`,
};

Thread.implement({
  description: 'A discussion. A restricted one exists for the members it names and staff only.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The thread’s id, `thr_…`.', ...stored('id') }),
    url: t.string({
      description: 'The thread’s page.',
      ...stored('id'),
      resolve: ({ id }, _args, { origin }) => threadUrl(origin, id),
    }),
    title: t.exposeString('title', { description: 'Its subject.', ...stored('title') }),
    visibility: t.expose('visibility', {
      type: ThreadVisibility,
      description: 'For whom it exists.',
      ...stored('visibility'),
    }),
    state: t.expose('state', { type: ForumState, description: 'How it stands.', ...standing }),
    author: t.field({
      type: Member,
      description: 'Who opened it.',
      ...one<MemberRow>({ table: memberTable, on: (thread, member) => sql`${member}.id = ${thread}.author_id` }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.', ...moment('createdAt') }),
    members: t.field({
      type: [Member],
      description: 'Whom a restricted thread names, by handle, at most 100; none of a public one.',
      ...many<MemberRow>({
        table: memberTable,
        on: (thread, member) =>
          sql`${member}.id in (select i.member_id from thread_member i where i.thread_id = ${thread}.id)`,
        order: (member) => sql`${member}.handle collate "C"`,
        usually: 10,
      }),
    }),
    posts: t.field({
      type: PostConnection,
      description: 'Its posts that stand, oldest first.',
      args: pageArgs(),
      ...listed<PostRow>(postsOfThread),
    }),
  }),
});

/** Threads that stand, oldest first: what the caller may see of them (7.4). */
const standingThreads: List = {
  name: 'threads',
  table: threadTable,
  place: (thread) => sql`${thread}.seq`,
  where: (thread) => stands(thread),
};

const ThreadConnection = connectionOf('Thread', Thread, 'threads, oldest first.');

builder.queryFields((t) => ({
  threads: t.field({
    type: ThreadConnection,
    description: 'Public threads, and restricted ones that name the caller, oldest first; all of them for staff.',
    args: pageArgs(),
    extensions: { size: pageSize },
    resolve: (_root, args, context, info) => readPage<ThreadRow>(context, info, standingThreads, args),
  }),
  thread: t.field({
    type: Thread,
    nullable: true,
    description: 'The thread with this id, or null where there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'A thread’s id.' }) },
    resolve: (_root, { id }, context, info) => readRow<ThreadRow>(context, info, threadTable, id),
  }),
}));
