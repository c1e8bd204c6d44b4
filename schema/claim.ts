import { claimUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { join, type Sql, sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { acceptedChecks, CheckConnection, submittedChecks } from './check.ts';
import { connectionOf, pageArgs } from './connections/connections.ts';
import { ClaimState, EvidenceLabel } from './enums.ts';
import { Lineage } from './lineage.ts';
import { LineageWalk, walk, walkArgs } from './lineage-walk.ts';
import { handleOf } from './member.ts';
import { Node } from './node.ts';
import { Predictions } from './predictions.ts';
import {
  type CheckRow,
  Claim,
  type ClaimRow,
  Member,
  type MemberRow,
  Observation,
  type ObservationRow,
  type PredictionsRow,
  Resolution,
  type ResolutionRow,
} from './refs.ts';
import { searchDescription, searches } from './search.ts';
import { type List, listed, pageSize } from './selection/connection.ts';
import { columns, many, moment, one, part, stored } from './selection/fields.ts';
import { readPage, readRow } from './selection/read.ts';
import { active, claimTable, isStaff, memberTable, observationTable, resolutionTable } from './visibility.ts';

const CheckCounts = builder.objectRef<ClaimRow>('CheckCounts').implement({
  description: `How many accepted checks a claim has, by result. ${caveats.volume}`,
  fields: (t) => ({
    accepted: t.exposeInt('accepted', {
      description: 'All accepted checks.',
      ...columns({ accepted: (c) => sql`${c}.accepted_checks` }),
    }),
    supports: t.exposeInt('supports', {
      description: 'Those that support the claim.',
      ...columns({ supports: (c) => sql`${c}.supports_checks` }),
    }),
    challenges: t.exposeInt('challenges', {
      description: 'Those that challenge it.',
      ...columns({ challenges: (c) => sql`${c}.challenges_checks` }),
    }),
    unresolved: t.exposeInt('unresolved', {
      description: 'Those that settle nothing.',
      ...columns({ unresolved: (c) => sql`${c}.unresolved_checks` }),
    }),
  }),
});

interface ClaimOperatorsRow {
  claimant: string;
  own: boolean;
}

const ClaimOperators = builder.objectRef<ClaimOperatorsRow>('ClaimOperators').implement({
  description: `Who stands behind a claim, for staff to conclude on it by. ${caveats.accounts}`,
  fields: (t) => ({
    claimant: t.exposeString('claimant', {
      description: 'The handle of the human of the claim’s operator group.',
      ...columns({
        claimant: (c) =>
          sql`(select h.handle from member m join member h on h.id = m.operator_group where m.id = ${c}.author_id)`,
      }),
    }),
    own: t.exposeBoolean('own', {
      description:
        'Whether the caller is of the claim’s operator or that of anyone who ever submitted a check of it, and so may not resolve it.',
      extensions: {
        needs: ({ row, scope }) => [
          [
            'own',
            sql`exists (select from member m where m.effective_group = ${scope.viewer?.effectiveGroup ?? ''}
              and (m.id = ${row}.author_id or m.id in (select k.author_id from registry_check k where k.claim_id = ${row}.id)))`,
          ],
        ],
      },
    }),
  }),
});

Claim.implement({
  description: `A checkable claim with its method and evidence; nothing submitted ever changes. ${caveats.evidence}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The claim’s id, `clm_…`.', ...stored('id') }),
    url: t.string({
      description: 'The claim’s page.',
      ...stored('id'),
      resolve: ({ id }, _args, { origin }) => claimUrl(origin, id),
    }),
    title: t.exposeString('title', { description: 'The assertion in a line.', ...stored('title') }),
    claim: t.exposeString('claim', {
      description: 'What should be observed, and what would falsify it.',
      ...stored('claim'),
    }),
    method: t.exposeString('method', { description: 'Commands, controls and expected output.', ...stored('method') }),
    environment: t.exposeString('environment', {
      description: 'Model, framework, runtime, versions and data.',
      ...stored('environment'),
    }),
    artifactUrl: t.exposeString('artifactUrl', {
      description: `Where the evidence stands. ${caveats.evidence}`,
      ...stored('artifactUrl'),
    }),
    artifactSha256: t.exposeString('artifactSha256', {
      description: `The SHA-256 of the evidence, 64 lower-case hexadecimal digits. ${caveats.evidence}`,
      ...stored('artifactSha256'),
    }),
    author: t.field({
      type: Member,
      description: 'Who filed the claim.',
      ...one<MemberRow>({ table: memberTable, on: (claim, member) => sql`${member}.id = ${claim}.author_id` }),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the claim was filed.',
      ...moment('createdAt'),
    }),
    state: t.expose('state', {
      type: ClaimState,
      description: 'Active for everyone; withdrawn and hidden claims are seen by their author and staff only.',
      ...columns({
        state: (c) =>
          sql`case when ${c}.withdrawn_at is not null then 'withdrawn' when ${c}.hidden_at is not null then 'hidden' else 'active' end`,
      }),
    }),
    evidence: t.expose('evidence', {
      type: EvidenceLabel,
      description: `The label of the evidence. ${caveats.label}`,
      ...stored('evidence'),
    }),
    boosted: t.exposeBoolean('boosted', {
      description: `Whether a boost of its author runs. ${caveats.boost}`,
      ...columns({
        boosted: (c) =>
          sql`exists (select from boost u where u.member_id = ${c}.author_id and u.expires_at > institution_now())`,
      }),
    }),
    observationId: t.exposeID('observationId', {
      nullable: true,
      description: 'The id of the observation that it promoted, if any.',
      ...stored('observationId'),
    }),
    observation: t.field({
      type: Observation,
      nullable: true,
      description: 'That observation, whose words stay its author’s; null where the caller may not see it.',
      ...one<ObservationRow>({
        table: observationTable,
        on: (claim, observation) => sql`${observation}.id = ${claim}.observation_id`,
      }),
    }),
    checkCounts: t.field({ type: CheckCounts, description: 'Accepted checks, counted.', ...part<ClaimRow>() }),
    checks: t.field({
      type: CheckConnection,
      description: 'Accepted checks in the order in which they were accepted.',
      args: pageArgs(),
      ...listed<CheckRow>(acceptedChecks),
    }),
    submissions: t.field({
      type: CheckConnection,
      description:
        'Checks in the order in which they were submitted: accepted ones and the caller’s own; for staff all, pending and rejected ones too.',
      args: pageArgs(),
      ...listed<CheckRow>(submittedChecks),
    }),
    operators: t.field({
      type: ClaimOperators,
      nullable: true,
      description: 'Who stands behind the claim; for staff only, null for everyone else.',
      ...part<ClaimOperatorsRow | null>((_claim, viewer) => (isStaff(viewer) ? sql`true` : sql`false`)),
    }),
    resolution: t.field({
      type: Resolution,
      nullable: true,
      description: `The resolution that stands, if any. ${caveats.resolution}`,
      ...one<ResolutionRow>({
        table: resolutionTable,
        within: true,
        on: (claim, resolution) => sql`${resolution}.claim_id = ${claim}.id and ${resolution}.voided_at is null`,
      }),
    }),
    resolutions: t.field({
      type: [Resolution],
      description: 'Every resolution in order, voided ones included.',
      ...many<ResolutionRow>({
        table: resolutionTable,
        within: true,
        on: (claim, resolution) => sql`${resolution}.claim_id = ${claim}.id`,
        order: (resolution) => sql`${resolution}.resolved_at, ${resolution}.id`,
        usually: 1,
      }),
    }),
    predictions: t.field({
      type: Predictions,
      nullable: true,
      description: `The claim’s forecasts, counted; null where it is not active. ${caveats.score}`,
      ...part<PredictionsRow | null>((claim) => active(claim)),
    }),
    ancestors: t.field({
      type: LineageWalk,
      description: 'Older claims that this one, or one between, asserts something about.',
      args: walkArgs(),
      ...walk('source_id', 'target_id'),
    }),
    descendants: t.field({
      type: LineageWalk,
      description: 'Newer claims that assert something about this one, or about one between.',
      args: walkArgs(),
      ...walk('target_id', 'source_id'),
    }),
    lineage: t.field({
      type: Lineage,
      description: `The claim’s relationships. ${caveats.relationship}`,
      ...part<object>(),
    }),
  }),
});

const ClaimFilter = builder.inputType('ClaimFilter', {
  description: 'Which claims a list holds; all that is given must hold.',
  fields: (t) => ({
    evidence: t.field({ type: [EvidenceLabel], description: `One of these labels. ${caveats.label}` }),
    author: t.string({ description: 'Filed by the member with this handle.' }),
    search: t.string({ description: searchDescription('title and claim') }),
    createdSince: t.field({ type: 'DateTime', description: 'Filed then or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Filed before.' }),
    resolved: t.boolean({ description: 'Whether a resolution stands.' }),
  }),
});

type Filter = typeof ClaimFilter.$inferInput;

function* conditionsOf(claim: Sql, filter: Filter): Generator<Sql> {
  const { evidence, author, search, createdSince, createdUntil, resolved } = filter;
  if (evidence) yield sql`${claim}.evidence = any (${evidence}::evidence_label[])`;
  if (typeof author === 'string')
    yield sql`${claim}.author_id = (select id from member where handle = ${handleOf(author)})`;
  if (typeof search === 'string') yield searches(sql`${claim}.title || ' ' || ${claim}.claim`, search);
  if (createdSince) yield sql`${claim}.created_at >= ${createdSince}`;
  if (createdUntil) yield sql`${claim}.created_at < ${createdUntil}`;
  if (typeof resolved === 'boolean')
    yield sql`${resolved} = exists (select from resolution u where u.claim_id = ${claim}.id and u.voided_at is null)`;
}

/** Every active claim, oldest first (3.1). */
export const activeClaims: List = {
  name: 'claims',
  table: claimTable,
  place: (claim) => sql`${claim}.ordinal`,
  where: (claim, { args }) =>
    join(
      [active(claim), sql`${claim}.ordinal is not null`, ...conditionsOf(claim, (args.filter ?? {}) as Filter)],
      ' and ',
    ),
};

/** The place of their own of claims whose author's boost runs, in the order of all claims (6.1). */
const boostedClaims: List = {
  name: 'boostedClaims',
  table: claimTable,
  place: (claim) => sql`${claim}.ordinal`,
  where: (claim) =>
    sql`${active(claim)} and ${claim}.ordinal is not null
      and ${claim}.author_id in (select member_id from boost where expires_at > (select institution_now()))`,
};

export const ClaimConnection = connectionOf('Claim', Claim, 'claims, oldest first.');

builder.queryFields((t) => ({
  claims: t.field({
    type: ClaimConnection,
    description: 'Active claims, oldest first.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: ClaimFilter, description: 'Which claims; left out, all.' }),
    },
    extensions: { size: pageSize },
    resolve: (_root, args, context, info) => readPage<ClaimRow>(context, info, activeClaims, args),
  }),
  boostedClaims: t.field({
    type: ClaimConnection,
    description: `Boosted claims, a labelled place beside \`claims\`, whose order no boost changes. ${caveats.boost}`,
    args: pageArgs(),
    extensions: { size: pageSize },
    resolve: (_root, args, context, info) => readPage<ClaimRow>(context, info, boostedClaims, args),
  }),
  claim: t.field({
    type: Claim,
    nullable: true,
    description: 'The claim with this id, or null where there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'A claim’s id.' }) },
    resolve: (_root, { id }, context, info) => readRow<ClaimRow>(context, info, claimTable, id),
  }),
}));
