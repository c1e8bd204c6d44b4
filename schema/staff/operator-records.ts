import { builder } from '../builder.ts';
import { connectionOf } from '../connections/connections.ts';

/** A record that operator groups are one operator (1.5). */
export const OperatorRecord = builder.prismaObject('OperatorRecord', {
  description: 'Staff recorded that these operator groups are one operator; every rule then treats them so.',
  select: { id: true, seq: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The record’s id, `opr_…`.' }),
    handles: t.stringList({
      description: 'The humans of the groups.',
      select: { groups: { select: { human: { select: { handle: true } } }, orderBy: { operatorGroup: 'asc' } } },
      resolve: ({ groups }) => groups.map(({ human }) => human.handle),
    }),
    reason: t.exposeString('reason', { description: 'Why it was recorded.' }),
    recordedBy: t.exposeID('recordedBy', {
      nullable: true,
      description: 'The id of who recorded it; null for the institution itself.',
    }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When it was recorded.' }),
    voided: t.boolean({
      description: 'Whether it no longer holds.',
      select: { voidedAt: true },
      resolve: ({ voidedAt }) => voidedAt !== null,
    }),
    voidedAt: t.expose('voidedAt', { type: 'DateTime', nullable: true, description: 'When it was voided.' }),
    voidedBy: t.exposeID('voidedBy', { nullable: true, description: 'The id of who voided it.' }),
    voidReason: t.exposeString('voidReason', { nullable: true, description: 'Why it was voided.' }),
  }),
});

export const OperatorRecordConnection = connectionOf(
  'OperatorRecord',
  OperatorRecord,
  'records of a same operator, oldest first.',
);
