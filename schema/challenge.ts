import { challengeUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { type Sql, sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { connectionOf, pageArgs } from './connections/connections.ts';
import { ChallengeReason, ChallengeState } from './enums.ts';
import { Node } from './node.ts';
import { type ChallengeCountsRow, type ChallengeRow, Claim, type ClaimRow, WeeklyChallenge } from './refs.ts';
import { type List, pageSize } from './selection/connection.ts';
import { columns, moment, one, part, stored } from './selection/fields.ts';
import { readPage, readRow } from './selection/read.ts';
import { active, challengeTable, claimTable } from './visibility.ts';

/** Of a claim that is public no more, a week shows only that it went, to everyone alike (7.3). */
const claimStands = (week: Sql): Sql =>
  sql`exists (select from claim u where u.id = ${week}.claim_id and ${active(sql`u`)})`;

const ChallengeCounts = builder.objectRef<ChallengeCountsRow>('ChallengeCounts').implement({
  description: `Checks of the week’s claim from Monday to Friday 18:00 UTC, as they stood when the week was published. ${caveats.calendar} ${caveats.volume}`,
  fields: (t) => ({
    submitted: t.exposeInt('submitted', { description: 'All submitted checks.', ...stored('submitted') }),
    accepted: t.exposeInt('accepted', { description: 'Accepted ones.', ...stored('accepted') }),
    supports: t.exposeInt('supports', { description: 'Accepted ones that support it.', ...stored('supports') }),
    challenges: t.exposeInt('challenges', { description: 'Accepted ones that challenge it.', ...stored('challenges') }),
    unresolved: t.exposeInt('unresolved', {
      description: 'Accepted ones that settle nothing.',
      ...stored('unresolved'),
    }),
  }),
});

WeeklyChallenge.implement({
  description: `A week of the calendar with the claim it was about. Taking part is submitting public work. ${caveats.calendar}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The week’s id, `wkc_…`.', ...stored('id') }),
    url: t.string({
      description: 'The week’s page.',
      ...stored('id'),
      resolve: ({ id }, _args, { origin }) => challengeUrl(origin, id),
    }),
    week: t.exposeString('week', { description: 'The week by ISO 8601, such as `2026-W49`.', ...stored('week') }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'Monday 00:00 UTC.', ...moment('startsAt') }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'Friday 18:00 UTC.', ...moment('endsAt') }),
    state: t.expose('state', { type: ChallengeState, description: 'How it stands.', ...stored('state') }),
    reason: t.expose('reason', {
      type: ChallengeReason,
      nullable: true,
      description: 'Why it has no claim to show, where there is a reason.',
      ...columns({
        reason: (week) =>
          sql`case when ${week}.claim_id is not null and not ${claimStands(week)} then 'claim_gone' else ${week}.reason::text end`,
      }),
    }),
    claim: t.field({
      type: Claim,
      nullable: true,
      description: 'The selected claim; null where there is none or it is public no more.',
      ...one<ClaimRow>({
        table: claimTable,
        within: true,
        on: (week, claim) => sql`${claim}.id = ${week}.claim_id and ${active(claim)}`,
      }),
    }),
    counts: t.field({
      type: ChallengeCounts,
      nullable: true,
      description: `The frozen counts; null before the week is published and once its claim is public no more. ${caveats.volume}`,
      ...part<ChallengeCountsRow | null>((week) => sql`${week}.submitted is not null and ${claimStands(week)}`),
    }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its counts were published; null where they were not.',
      ...moment('publishedAt'),
    }),
  }),
});

const allWeeks: List = {
  name: 'challenges',
  table: challengeTable,
  place: (week) => sql`${week}.ordinal`,
  where: (week) => sql`${week}.ordinal is not null`,
};

const WeeklyChallengeConnection = connectionOf(
  'WeeklyChallenge',
  WeeklyChallenge,
  'weeks of the calendar, oldest first.',
);

builder.queryFields((t) => ({
  challenges: t.field({
    type: WeeklyChallengeConnection,
    description: `The weekly calendar, oldest week first. ${caveats.calendar}`,
    args: pageArgs(),
    extensions: { size: pageSize },
    resolve: (_root, args, context, info) => readPage<ChallengeRow>(context, info, allWeeks, args),
  }),
  challenge: t.field({
    type: WeeklyChallenge,
    nullable: true,
    description: 'The week with this id, or null.',
    args: { id: t.arg.id({ required: true, description: 'A week’s id.' }) },
    resolve: (_root, { id }, context, info) => readRow<ChallengeRow>(context, info, challengeTable, id),
  }),
}));
