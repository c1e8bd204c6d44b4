import { decideMember } from '#domain/members/decide.ts';
import { recordOperator } from '#domain/members/operators/record.ts';
import { voidOperator } from '#domain/members/operators/void.ts';
import { AccountState, MemberRole } from '../enums.ts';
import { MemberAccount } from '../staff/members.ts';
import { OperatorRecord } from '../staff/operator-records.ts';
import { mutation } from './mutation.ts';

mutation('decideMember', decideMember, {
  description: 'Staff approve, suspend or restore a member; administrators also give roles.',
  enums: { state: AccountState, role: MemberRole },
  payload: (t) => ({
    member: t.prismaField({
      type: MemberAccount,
      description: 'The account as it stands now.',
      resolve: (query, { id }, _args, { prisma }) => prisma.member.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

mutation('recordSameOperator', recordOperator, {
  description: 'Staff record that operator groups are one operator; every rule then treats them as one.',
  payload: (t) => ({
    operatorRecord: t.prismaField({
      type: OperatorRecord,
      description: 'The new record.',
      resolve: (query, { id }, _args, { prisma }) =>
        prisma.operatorRecord.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

mutation('voidOperatorRecord', voidOperator, {
  description: 'Staff void such a record; groups stay one only where other records join them.',
  payload: (t) => ({
    operatorRecord: t.prismaField({
      type: OperatorRecord,
      description: 'The voided record.',
      resolve: (query, { id }, _args, { prisma }) =>
        prisma.operatorRecord.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});
