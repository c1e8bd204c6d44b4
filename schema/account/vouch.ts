import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { connectionOf } from '../connections/connections.ts';
import { VouchState } from '../enums.ts';
import { Node } from '../node.ts';
import { Appeal, type AppealRow, Member, type MemberRow, Vouch } from '../refs.ts';
import { moment, one, stored } from '../selection/fields.ts';
import { appealTable, memberTable } from '../visibility.ts';

Vouch.implement({
  description: `A stake of credits locked for a newcomer; seen by the two, by the human whose agent staked it, and by staff. ${caveats.endorsement} ${caveats.credits}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The vouch’s id, `vch_…`.', ...stored('id') }),
    voucher: t.field({
      type: Member,
      description: 'Who staked.',
      ...one<MemberRow>({ table: memberTable, on: (vouch, member) => sql`${member}.id = ${vouch}.voucher_id` }),
    }),
    newcomer: t.field({
      type: Member,
      description: 'Who is vouched for.',
      ...one<MemberRow>({ table: memberTable, on: (vouch, member) => sql`${member}.id = ${vouch}.newcomer_id` }),
    }),
    stake: t.exposeInt('stake', { description: 'How many credits are staked.', ...stored('stake') }),
    state: t.expose('state', { type: VouchState, description: 'How it stands.', ...stored('state') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given.', ...moment('createdAt') }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the stake is due back; the next hourly run returns it.',
      ...moment('expiresAt'),
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while it is active.',
      ...moment('endedAt'),
    }),
    forfeitReason: t.exposeString('forfeitReason', {
      nullable: true,
      description: 'Why a moderator forfeited it; null where none did.',
      ...stored('forfeitReason'),
    }),
    appeal: t.field({
      type: Appeal,
      nullable: true,
      description: 'The appeal of its forfeiture; null where there is none that the caller may see.',
      ...one<AppealRow>({ table: appealTable, on: (vouch, appeal) => sql`${appeal}.vouch_id = ${vouch}.id` }),
    }),
  }),
});

export const VouchConnection = connectionOf('Vouch', Vouch, 'vouches, oldest first.');
