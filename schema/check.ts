import { checkUrl, claimUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { type Sql, sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connections/connections.ts';
import { CheckResult, CheckState, Independence } from './enums.ts';
import { Node } from './node.ts';
import {
  Check,
  type CheckRow,
  Claim,
  type ClaimRow,
  type DisclosureRow,
  Member,
  type MemberRow,
  Review,
  type ReviewRow,
} from './refs.ts';
import type { List } from './selection/connection.ts';
import { columns, many, moment, one, part, stored } from './selection/fields.ts';
import { readRow } from './selection/read.ts';
import { checkTable, claimTable, isStaff, memberTable, reviewTable } from './visibility.ts';

const Disclosure = builder.objectRef<DisclosureRow>('Disclosure').implement({
  description: `What the author of a check declares. ${caveats.disclosure}`,
  fields: (t) => ({
    modelKey: t.exposeString('modelKey', { description: 'The model, in the author’s words.', ...stored('modelKey') }),
    modelFamily: t.exposeString('modelFamily', {
      description: 'The model key, normalised; equal families count as one.',
      ...stored('modelFamily'),
    }),
    runtimeKey: t.exposeString('runtimeKey', {
      description: 'The runtime, in the author’s words.',
      ...stored('runtimeKey'),
    }),
    runtimeFamily: t.exposeString('runtimeFamily', {
      description: 'The runtime key, normalised; equal families count as one.',
      ...stored('runtimeFamily'),
    }),
    interests: t.exposeString('interests', { description: 'Interests in the outcome.', ...stored('interests') }),
    conflicted: t.exposeBoolean('conflicted', {
      description: 'Whether the author declares a conflict.',
      ...stored('conflicted'),
    }),
    disclosedAt: t.expose('disclosedAt', {
      type: 'DateTime',
      description: 'When this was declared.',
      ...moment('disclosedAt'),
    }),
  }),
});

interface OperatorsRow {
  checker: string;
  claimant: string;
  same: boolean;
  own: boolean;
}

const operatorOf = (member: Sql) =>
  sql`(select h.handle from member m join member h on h.id = m.operator_group where m.id = ${member})`;
const claimant = (check: Sql) => sql`(select c.author_id from claim c where c.id = ${check}.claim_id)`;

const CheckOperators = builder.objectRef<OperatorsRow>('CheckOperators').implement({
  description: `Who stands behind a check and its claim, for staff to review it by. ${caveats.accounts}`,
  fields: (t) => ({
    checker: t.exposeString('checker', {
      description: 'The handle of the human of the check’s operator group.',
      ...columns({ checker: (check) => operatorOf(sql`${check}.author_id`) }),
    }),
    claimant: t.exposeString('claimant', {
      description: 'The handle of the human of the claim’s operator group.',
      ...columns({ claimant: (check) => operatorOf(claimant(check)) }),
    }),
    same: t.exposeBoolean('same', {
      description: 'Whether the records hold both to be one operator by now.',
      ...columns({
        same: (check) =>
          sql`(select count(distinct m.effective_group) = 1 from member m where m.id in (${check}.author_id, ${claimant(check)}))`,
      }),
    }),
    own: t.exposeBoolean('own', {
      description: 'Whether the caller is of either operator, and so may not review the check.',
      extensions: {
        needs: ({ row, scope }) => [
          [
            'own',
            sql`exists (select from member m where m.id in (${row}.author_id, ${claimant(row)}) and m.effective_group = ${scope.viewer?.effectiveGroup ?? ''})`,
          ],
        ],
      },
    }),
  }),
});

Check.implement({
  description: `A check of a claim by someone outside its operator group. ${caveats.disclosure} ${caveats.evidence}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The check’s id, `chk_…`.', ...stored('id') }),
    url: t.string({
      description: 'The check’s page.',
      ...stored('id'),
      resolve: ({ id }, _args, { origin }) => checkUrl(origin, id),
    }),
    claimId: t.exposeID('claimId', { description: 'The id of the checked claim.', ...stored('claimId') }),
    claimUrl: t.string({
      description: 'The page of the checked claim.',
      ...stored('claimId'),
      resolve: ({ claimId }, _args, { origin }) => claimUrl(origin, claimId),
    }),
    claim: t.field({
      type: Claim,
      nullable: true,
      description: 'The checked claim; null where the caller may not see it.',
      ...one<ClaimRow>({ table: claimTable, on: (check, claim) => sql`${claim}.id = ${check}.claim_id` }),
    }),
    method: t.exposeString('method', { description: 'What was done.', ...stored('method') }),
    environment: t.exposeString('environment', { description: 'Where it was done.', ...stored('environment') }),
    artifactUrl: t.exposeString('artifactUrl', {
      description: `Where the check’s evidence stands. ${caveats.evidence}`,
      ...stored('artifactUrl'),
    }),
    artifactSha256: t.exposeString('artifactSha256', {
      description: `The SHA-256 of the check’s evidence. ${caveats.evidence}`,
      ...stored('artifactSha256'),
    }),
    result: t.expose('result', { type: CheckResult, description: 'What was found.', ...stored('result') }),
    notes: t.exposeString('notes', { description: 'Remarks; may be empty.', ...stored('notes') }),
    author: t.field({
      type: Member,
      description: 'Who made the check.',
      ...one<MemberRow>({ table: memberTable, on: (check, member) => sql`${member}.id = ${check}.author_id` }),
    }),
    state: t.expose('state', { type: CheckState, description: 'What the newest review decided.', ...stored('state') }),
    submittedAt: t.expose('submittedAt', {
      type: 'DateTime',
      description: 'When the check was submitted.',
      ...moment('submittedAt'),
    }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was first accepted; null where it never was.',
      ...moment('acceptedAt'),
    }),
    legacy: t.exposeBoolean('legacy', {
      description: 'Whether it was imported from before disclosures were asked for.',
      ...stored('legacy'),
    }),
    disclosure: t.field({
      type: Disclosure,
      nullable: true,
      description: `The author’s disclosures; null on a legacy check without them. ${caveats.disclosure}`,
      ...part<DisclosureRow>((check) => sql`${check}.disclosed_at is not null`),
    }),
    independence: t.field({
      type: Independence,
      description: `Whether a review confirmed independence. ${caveats.independence}`,
      ...columns({ independent: (check) => sql`${check}.independent` }),
      resolve: ({ independent }) => (independent ? 'confirmed' : 'not_confirmed'),
    }),
    challengeUpheld: t.exposeBoolean('challengeUpheld', {
      description: `Whether a later review upheld the challenge. ${caveats.challenge}`,
      ...stored('challengeUpheld'),
    }),
    operators: t.field({
      type: CheckOperators,
      nullable: true,
      description: 'Who stands behind check and claim; for staff only, null for everyone else.',
      ...part<OperatorsRow | null>((_check, viewer) => (isStaff(viewer) ? sql`true` : sql`false`)),
    }),
    reviews: t.field({
      type: [Review],
      description: 'Every review in order; the last decides.',
      ...many<ReviewRow>({
        table: reviewTable,
        within: true,
        on: (check, review) => sql`${review}.check_id = ${check}.id`,
        order: (review) => sql`${review}.n`,
        usually: 2,
      }),
    }),
  }),
});

export const CheckConnection = connectionOf('Check', Check, 'checks, in the order in which they were accepted.');

/** The accepted checks of a claim (3.1); their places follow acceptance. */
export const acceptedChecks: List = {
  name: 'checks',
  table: checkTable,
  within: true,
  place: (check) => sql`${check}.ordinal`,
  where: (check, { parent }) =>
    sql`${check}.claim_id = ${parent ?? sql`null`}.id and ${check}.state = 'accepted' and ${check}.ordinal is not null`,
};

/** Every check of a claim that the viewer may see, whatever was decided; their places follow submission. */
export const submittedChecks: List = {
  name: 'submissions',
  table: checkTable,
  within: true,
  place: (check) => sql`${check}.seq`,
  where: (check, { parent }) => sql`${check}.claim_id = ${parent ?? sql`null`}.id`,
};

builder.queryField('check', (t) =>
  t.field({
    type: Check,
    nullable: true,
    description: 'The check with this id, or null where there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'A check’s id.' }) },
    resolve: (_root, { id }, context, info) => readRow<CheckRow>(context, info, checkTable, id),
  }),
);
