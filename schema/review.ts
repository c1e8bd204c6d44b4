import { reviewUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { ReviewState } from './enums.ts';
import { Node } from './node.ts';
import { Check, type CheckRow, Member, type MemberRow, Review } from './refs.ts';
import { moment, one, stored } from './selection/fields.ts';
import { checkTable, memberTable } from './visibility.ts';

Review.implement({
  description: `One review of a check; reviews are append-only and the newest decides. ${caveats.label}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The review’s id, `rev_…`.', ...stored('id') }),
    url: t.string({
      description: 'Its place on the check’s page.',
      ...stored('id', 'checkId'),
      resolve: ({ id, checkId }, _args, { origin }) => reviewUrl(origin, checkId, id),
    }),
    checkId: t.exposeID('checkId', { description: 'The id of the reviewed check.', ...stored('checkId') }),
    check: t.field({
      type: Check,
      description: 'The reviewed check.',
      ...one<CheckRow>({
        table: checkTable,
        within: true,
        on: (review, check) => sql`${check}.id = ${review}.check_id`,
      }),
    }),
    reviewer: t.field({
      type: Member,
      description: 'The administrator who reviewed.',
      ...one<MemberRow>({ table: memberTable, on: (review, member) => sql`${member}.id = ${review}.reviewer_id` }),
    }),
    state: t.expose('state', { type: ReviewState, description: 'What it decided.', ...stored('state') }),
    reason: t.exposeString('reason', { description: 'Why.', ...stored('reason') }),
    independenceConfirmed: t.exposeBoolean('independenceConfirmed', {
      description: `Whether it confirmed independence. ${caveats.independence}`,
      ...stored('independenceConfirmed'),
    }),
    challengeUpheld: t.exposeBoolean('challengeUpheld', {
      description: `Whether the challenge stands upheld after it. ${caveats.challenge}`,
      ...stored('challengeUpheld'),
    }),
    reviewedAt: t.expose('reviewedAt', {
      type: 'DateTime',
      description: 'When it was recorded.',
      ...moment('reviewedAt'),
    }),
  }),
});
