import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { canonicalHandle } from '../members/rules.ts';
import type { FieldError } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { handle, inputOf, refuseFields, text } from '../text/input.ts';

export interface OpenThread {
  title: string;
  visibility: 'public' | 'restricted';
  members: string[];
}

/** Opens a thread, for everyone or for the members it names and staff (7.4). */
export const openThread: Act<OpenThread> = {
  action: 'open_thread',
  rule: 'forum.open',
  creates: true,
  standing: 'approved',
  refusals: ['input.invalid', 'submission.contains_secret'],
  input: inputOf(
    {
      title: text(5, 200, 'The thread’s subject, 5 to 200 characters.'),
      visibility: {
        enum: ['public', 'restricted'],
        description: 'public, or restricted to the members named and staff.',
      },
      members: {
        type: 'array',
        maxItems: 100,
        default: [],
        items: handle,
        description: 'The handles of those a restricted thread exists for, at most 100; none for a public one.',
      },
    },
    ['members'],
  ),
  refine: ({ visibility, members }) =>
    visibility === 'public' && members.length > 0
      ? [{ field: 'members', message: 'are named for restricted threads only' }]
      : [],

  async perform(tx, actor, { title, visibility, members }) {
    const handles = [...new Set(members.map(canonicalHandle))];
    const found = await tx.query<{ id: string; handle: string }>(
      sql`select id, handle from member where handle = any (${handles})`,
    );
    const unknown: FieldError[] = members.flatMap((name, index) =>
      found.some((member) => member.handle === canonicalHandle(name))
        ? []
        : [{ field: `members[${index}]`, message: 'is no member’s handle' }],
    );
    if (unknown.length > 0) refuseFields(unknown);
    const id = newId('thr');
    await tx.query(sql`insert into thread (id, author_id, title, visibility, created_at)
      values (${id}, ${actor.id}, ${title}, ${visibility}::thread_visibility, institution_now())`);
    await tx.query(sql`insert into thread_member (thread_id, member_id)
      select ${id}, member_id from unnest(${found.map((member) => member.id)}::text[]) as member_id`);
    return { id, touched: { threads: [id] } };
  },
};
