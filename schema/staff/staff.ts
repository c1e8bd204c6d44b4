import { caveats } from '#domain/publication/caveats.ts';
import { readSettings } from '#domain/settings/read.ts';
import { type Sql, sql } from '#prisma/database.ts';
import { administratorReader, staffReader } from '../access.ts';
import { AppealConnection } from '../account/appeal.ts';
import { VouchConnection } from '../account/vouch.ts';
import { builder } from '../builder.ts';
import { CheckConnection } from '../check.ts';
import { pageArgs } from '../connections/connections.ts';
import { prismaPage } from '../connections/prisma-page.ts';
import { AppealState, VouchState } from '../enums.ts';
import { handleOf } from '../member.ts';
import type { AppealRow, CheckRow, VouchRow } from '../refs.ts';
import { type List, pageSize } from '../selection/connection.ts';
import { readPage } from '../selection/read.ts';
import { appealTable, checkTable, vouchTable } from '../visibility.ts';
import { AuditEntryConnection } from './audit.ts';
import { MemberAccount, MemberAccountConnection } from './members.ts';
import { OperatorRecordConnection } from './operator-records.ts';
import { Settings } from './settings.ts';

const pendingChecks: List = {
  name: 'reviewQueue',
  table: checkTable,
  place: (check) => sql`${check}.seq`,
  where: (check) => sql`${check}.state = 'pending'`,
};

const stateFilter = (states: unknown, state: Sql): Sql =>
  Array.isArray(states) ? sql`${state}::text = any (${states})` : sql`true`;

const allVouches: List = {
  name: 'vouches',
  table: vouchTable,
  place: (vouch) => sql`${vouch}.seq`,
  where: (vouch, { args }) => stateFilter(args.states, sql`${vouch}.state`),
};

const appealQueue: List = {
  name: 'appeals',
  table: appealTable,
  place: (appeal) => sql`${appeal}.seq`,
  where: (appeal, { args }) => stateFilter(args.states, sql`coalesce(${appeal}.decision::text, 'open')`),
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
    vouches: t.field({
      type: VouchConnection,
      description: `Every vouch, oldest first. ${caveats.endorsement}`,
      args: { ...pageArgs(), states: t.arg({ type: [VouchState], description: 'Only those that stand so.' }) },
      extensions: { size: pageSize },
      resolve: (_staff, args, context, info) => readPage<VouchRow>(context, info, allVouches, args),
    }),
    appeals: t.field({
      type: AppealConnection,
      description: 'The queue of appeals, oldest first, which is also the order in which they are due.',
      args: { ...pageArgs(), states: t.arg({ type: [AppealState], description: 'Only those that stand so.' }) },
      extensions: { size: pageSize },
      resolve: (_staff, args, context, info) => readPage<AppealRow>(context, info, appealQueue, args),
    }),
    settings: t.field({
      type: Settings,
      nullable: true,
      description: 'The settings as they stand; for administrators, refused to moderators.',
      resolve: (_staff, _args, context) => {
        administratorReader(context);
        return readSettings(context.database);
      },
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
