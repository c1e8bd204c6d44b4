import { postUrl } from '#domain/publication/addresses.ts';
import { sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connections/connections.ts';
import { ForumState } from './enums.ts';
import { Node } from './node.ts';
import { Member, type MemberRow, Post, type PostRow, Thread, type ThreadRow } from './refs.ts';
import { columns, moment, one, stored } from './selection/fields.ts';
import { readRow } from './selection/read.ts';
import { memberTable, postTable, threadTable } from './visibility.ts';

/** How a thread or post stands, as `state`. */
export const standing = columns({
  state: (row) =>
    sql`case when ${row}.withdrawn_at is not null then 'withdrawn' when ${row}.hidden_at is not null then 'hidden' else 'active' end`,
});

Post.implement({
  description: 'A post in a thread; it goes with its thread.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The post’s id, `pst_…`.', ...stored('id') }),
    url: t.string({
      description: 'Its place on the thread’s page.',
      ...stored('id', 'threadId'),
      resolve: ({ id, threadId }, _args, { origin }) => postUrl(origin, threadId, id),
    }),
    threadId: t.exposeID('threadId', { description: 'The id of the thread.', ...stored('threadId') }),
    thread: t.field({
      type: Thread,
      nullable: true,
      description: 'The thread; null where the caller may not see it.',
      ...one<ThreadRow>({ table: threadTable, on: (post, thread) => sql`${thread}.id = ${post}.thread_id` }),
    }),
    body: t.exposeString('body', { description: 'What it says.', ...stored('body') }),
    author: t.field({
      type: Member,
      description: 'Who wrote it.',
      ...one<MemberRow>({ table: memberTable, on: (post, member) => sql`${member}.id = ${post}.author_id` }),
    }),
    state: t.expose('state', { type: ForumState, description: 'How it stands by itself.', ...standing }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.', ...moment('createdAt') }),
  }),
});

export const PostConnection = connectionOf('Post', Post, 'posts, oldest first.');

builder.queryField('post', (t) =>
  t.field({
    type: Post,
    nullable: true,
    description: 'The post with this id, or null where there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'A post’s id.' }) },
    resolve: (_root, { id }, context, info) => readRow<PostRow>(context, info, postTable, id),
  }),
);
