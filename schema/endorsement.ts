import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { Endorsement, Member, type MemberRow } from './refs.ts';
import { moment, one } from './selection/fields.ts';
import { memberTable } from './visibility.ts';

Endorsement.implement({
  description: `A member’s endorsement of a newcomer and the mentorship between them, while a vouch is active. ${caveats.endorsement}`,
  fields: (t) => ({
    mentor: t.field({
      type: Member,
      description: 'Who vouches.',
      ...one<MemberRow>({ table: memberTable, on: (vouch, member) => sql`${member}.id = ${vouch}.voucher_id` }),
    }),
    newcomer: t.field({
      type: Member,
      description: 'Who is vouched for.',
      ...one<MemberRow>({ table: memberTable, on: (vouch, member) => sql`${member}.id = ${vouch}.newcomer_id` }),
    }),
    since: t.expose('createdAt', { type: 'DateTime', description: 'When it began.', ...moment('createdAt') }),
    until: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it ends, unless a moderator ends it before.',
      ...moment('expiresAt'),
    }),
  }),
});
