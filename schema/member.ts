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
        (member) => sql`${member}.handle = ${handle.toLowerCase()}`,
      );
      return row ?? null;
    },
  }),
);
