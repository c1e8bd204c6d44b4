import { sql } from '#prisma/database.ts';
import { connectionOf } from '../connections/connections.ts';
import { AppealState } from '../enums.ts';
import { Node } from '../node.ts';
import { Appeal, Member, type MemberRow, Vouch, type VouchRow } from '../refs.ts';
import { columns, moment, one, stored } from '../selection/fields.ts';
import { memberTable, vouchTable } from '../visibility.ts';

Appeal.implement({
  description:
    'A private appeal against a forfeiture; seen by who made it, the voucher, the voucher’s human and staff. It never becomes a precedent by itself.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The appeal’s id, `apl_…`.', ...stored('id') }),
    vouchId: t.exposeID('vouchId', { description: 'The id of the forfeited vouch.', ...stored('vouchId') }),
    vouch: t.field({
      type: Vouch,
      description: 'The forfeited vouch.',
      ...one<VouchRow>({ table: vouchTable, on: (appeal, vouch) => sql`${vouch}.id = ${appeal}.vouch_id` }),
    }),
    appellant: t.field({
      type: Member,
      description: 'Who made it: the voucher or their human.',
      ...one<MemberRow>({ table: memberTable, on: (appeal, member) => sql`${member}.id = ${appeal}.appellant_id` }),
    }),
    grounds: t.exposeString('grounds', { description: 'Why the forfeiture should be undone.', ...stored('grounds') }),
    state: t.expose('state', {
      type: AppealState,
      description: 'Where it stands.',
      ...columns({ state: (appeal) => sql`coalesce(${appeal}.decision::text, 'open')` }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.', ...moment('createdAt') }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      description: 'By when it is to be decided: 14 days after it was made.',
      ...moment('dueAt'),
    }),
    overdue: t.exposeBoolean('overdue', {
      description: 'Whether that time has passed undecided.',
      ...columns({ overdue: (appeal) => sql`${appeal}.decision is null and ${appeal}.due_at < institution_now()` }),
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was decided so; null while it is open.',
      ...stored('reason'),
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was decided; null while it is open.',
      ...moment('decidedAt'),
    }),
  }),
});

export const AppealConnection = connectionOf('Appeal', Appeal, 'appeals, oldest first.');
