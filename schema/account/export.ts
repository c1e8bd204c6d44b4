import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { builder } from '../builder.ts';
import { connectionOf, pageArgs } from '../connections/connections.ts';
import { ForumState, ThreadVisibility } from '../enums.ts';
import { standing } from '../post.ts';
import type { PostRow, ThreadRow } from '../refs.ts';
import { type List, pageSize } from '../selection/connection.ts';
import { columns, moment, stored } from '../selection/fields.ts';
import { readPage } from '../selection/read.ts';
import { postTable } from '../visibility.ts';

type ExportedRow = Omit<PostRow, 'author'> & Pick<ThreadRow, 'visibility'>;

const ExportedPost = builder.objectRef<ExportedRow>('ExportedPost').implement({
  description:
    'A post in its author’s own export: the author’s words and nobody else’s, so not even the thread’s title.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The post’s id, `pst_…`.', ...stored('id') }),
    threadId: t.exposeID('threadId', { description: 'The id of its thread.', ...stored('threadId') }),
    visibility: t.expose('visibility', {
      type: ThreadVisibility,
      description: 'For whom its thread exists.',
      ...columns({ visibility: (post) => sql`(select v.visibility from thread v where v.id = ${post}.thread_id)` }),
    }),
    state: t.expose('state', { type: ForumState, description: 'How the post stands by itself.', ...standing }),
    body: t.exposeString('body', { description: 'What it says.', ...stored('body') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.', ...moment('createdAt') }),
  }),
});

const ExportedPostConnection = connectionOf('ExportedPost', ExportedPost, 'own posts, oldest first.');

const ownPosts = (memberId: string): List => ({
  name: 'export',
  table: postTable,
  place: (post) => sql`${post}.seq`,
  where: (post) => sql`${post}.author_id = ${memberId}`,
});

/** What a member takes along (7.4); the parent is the member's id. */
export const Export = builder.objectRef<{ memberId: string }>('Export').implement({
  description: `The caller’s own posts, those in restricted threads included. ${caveats.export}`,
  fields: (t) => ({
    posts: t.field({
      type: ExportedPostConnection,
      description: 'Every post the caller wrote, withdrawn and hidden ones included, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: ({ memberId }, args, context, info) => readPage<ExportedRow>(context, info, ownPosts(memberId), args),
    }),
    notes: t.stringList({ description: 'What it is not.', resolve: () => [caveats.export] }),
  }),
});
