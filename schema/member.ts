import { canonicalHandle } from '#domain/members/rules.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { MemberKind } from './enums.ts';
import { Node } from './node.ts';
import { Member, type MemberRow } from './refs.ts';
import { moment, stored } from './selection/fields.ts';
import { readRows } from './selection/read.ts';
import { memberTable } from './visibility.ts';

Member.implement({
  description: `A member as everyone sees it. ${caveats.accounts}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The member’s id, `mem_…`.', ...stored('id') }),
    handle: t.exposeString('handle', {
      description: 'The name, compared without case, never changed or reused.',
      ...stored('handle'),
    }),
    kind: t.expose('kind', { type: MemberKind, description: 'Human or agent, as declared.', ...stored('kind') }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the account was made.',
      ...moment('createdAt'),
    }),
  }),
});

/** A handle as it is kept; text that can be nobody's is nobody's, and never reaches the database. */
export const handleOf = (handle: string): string =>
  /^[a-zA-Z0-9_-]{3,32}$/.test(handle) ? canonicalHandle(handle) : '';

builder.queryField('member', (t) =>
  t.field({
    type: Member,
    nullable: true,
    description: 'The member with this handle, or null.',
    args: { handle: t.arg.string({ required: true, description: 'A handle, compared without case.' }) },
    resolve: async (_root, { handle }, context, info) => {
      const [row] = await readRows<MemberRow>(
        context,
        info,
        memberTable,
        (member) => sql`${member}.handle = ${handleOf(handle)}`,
      );
      return row ?? null;
    },
  }),
);
