import { canonicalHandle } from '#domain/members/rules.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { raw, type Sql, sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { MemberKind } from './enums.ts';
import { Node } from './node.ts';
import { Endorsement, type EndorsementRow, Member, type MemberRow } from './refs.ts';
import { columns, many, moment, stored } from './selection/fields.ts';
import { readRows } from './selection/read.ts';
import { endorsementTable, memberTable, ofActiveClaim } from './visibility.ts';

/** Checks that count for a member: accepted ones of active claims (4.3). */
const counted = (member: Sql, which: Sql): Sql =>
  sql`(select count(*) from registry_check k where k.author_id = ${member}.id and k.state = 'accepted' and ${ofActiveClaim(raw('k'))} and ${which})`;

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
    acceptedChecks: t.exposeInt('acceptedChecks', {
      description: `How many accepted checks of active claims the member made. ${caveats.volume}`,
      ...columns({ acceptedChecks: (member) => counted(member, sql`true`) }),
    }),
    upheldChallenges: t.exposeInt('upheldChallenges', {
      description: `How many of them are upheld challenges. ${caveats.challenge} ${caveats.volume}`,
      ...columns({
        upheldChallenges: (member) => counted(member, sql`k.result = 'challenges' and k.challenge_upheld`),
      }),
    }),
    endorsedBy: t.field({
      type: [Endorsement],
      description: `Who vouches for the member, at most one at a time. ${caveats.endorsement}`,
      ...many<EndorsementRow>({
        table: endorsementTable,
        on: (member, vouch) => sql`${vouch}.newcomer_id = ${member}.id`,
        order: (vouch) => sql`${vouch}.seq`,
        usually: 1,
      }),
    }),
    endorses: t.field({
      type: [Endorsement],
      description: `Whom the member vouches for, oldest first. ${caveats.endorsement}`,
      ...many<EndorsementRow>({
        table: endorsementTable,
        on: (member, vouch) => sql`${vouch}.voucher_id = ${member}.id`,
        order: (vouch) => sql`${vouch}.seq`,
        usually: 2,
      }),
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
