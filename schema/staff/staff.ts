import { sql } from '#prisma/database.ts';
import { staffReader } from '../access.ts';
import { builder } from '../builder.ts';
import { CheckConnection } from '../check.ts';
import { pageArgs } from '../connections/connections.ts';
import { prismaPage } from '../connections/prisma-page.ts';
import { handleOf } from '../member.ts';
import type { CheckRow } from '../refs.ts';
import { type List, pageSize } from '../selection/connection.ts';
import { readPage } from '../selection/read.ts';
import { checkTable } from '../visibility.ts';
import { AuditEntryConnection } from './audit.ts';
import { MemberAccount, MemberAccountConnection } from './members.ts';
import { OperatorRecordConnection } from './operator-records.ts';

const pendingChecks: List = {
  name: 'reviewQueue',
  table: checkTable,
  place: (check) => sql`${check}.seq`,
  where: (check) => sql`${check}.state = 'pending'`,
};

const Staff = builder.objectRef<object>('Staff').implement({
  description: 'What moderators and administrators see.',
  fields: (t) => ({
    reviewQueue: t.field({
      type: CheckConnection,
      description:
        'Checks that wait for a review, in the order of submission, those of hidden and withdrawn claims too.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_staff, args, context, info) => readPage<CheckRow>(context, info, pendingChecks, args),
    }),
    members: t.field({
      type: MemberAccountConnection,
      description: 'Every account, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_staff, args, context, info) =>
        prismaPage({ list: 'members', nodeType: 'MemberAccount' }, args, context, info, (page) =>
          context.prisma.member.findMany(page),
        ),
    }),
    member: t.prismaField({
      type: MemberAccount,
      nullable: true,
      description: 'The account with this handle, or null.',
      args: { handle: t.arg.string({ required: true, description: 'A handle, compared without case.' }) },
      resolve: (query, _staff, { handle }, { prisma }) =>
        prisma.member.findUnique({ ...query, where: { handle: handleOf(handle) } }),
    }),
    operatorRecords: t.field({
      type: OperatorRecordConnection,
      description: 'Records of a same operator, voided ones included, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_staff, args, context, info) =>
        prismaPage({ list: 'operatorRecords', nodeType: 'OperatorRecord' }, args, context, info, (page) =>
          context.prisma.operatorRecord.findMany(page),
        ),
    }),
    audit: t.field({
      type: AuditEntryConnection,
      description: 'What staff and the institution itself did, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_staff, args, context, info) =>
        prismaPage({ list: 'audit', nodeType: 'AuditEntry' }, args, context, info, (page) =>
          context.prisma.auditEntry.findMany(page),
        ),
    }),
  }),
});

builder.queryField('staff', (t) =>
  t.field({
    type: Staff,
    nullable: true,
    description: 'What is for staff; refused to everyone else. Needs the read scope.',
    resolve: (_root, _args, context) => {
      staffReader(context);
      return {};
    },
  }),
);
