import { claimUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { type Sql, sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { acceptedChecks, CheckConnection } from './check.ts';
import { connectionOf, pageArgs } from './connections/connections.ts';
import { ClaimState, EvidenceLabel } from './enums.ts';
import { Lineage } from './lineage.ts';
import { Node } from './node.ts';
import { type CheckRow, Claim, type ClaimRow, Member, type MemberRow } from './refs.ts';
import { type List, listed, pageSize } from './selection/connection.ts';
import { columns, moment, one, part, stored } from './selection/fields.ts';
import { readPage, readRow } from './selection/read.ts';
import { active, claimTable, memberTable } from './visibility.ts';

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
    checkCounts: t.field({ type: CheckCounts, description: 'Accepted checks, counted.', ...part<ClaimRow>() }),
    checks: t.field({
      type: CheckConnection,
      description: 'Accepted checks in the order in which they were accepted.',
      args: pageArgs(),
      ...listed<CheckRow>(acceptedChecks),
    }),
    lineage: t.field({
      type: Lineage,
      description: `The claim’s relationships. ${caveats.relationship}`,
      ...part<object>(),
    }),
  }),
});

/** Every active claim, oldest first (3.1). */
export const activeClaims: List = {
  name: 'claims',
  table: claimTable,
  place: (claim) => sql`${claim}.ordinal`,
  where: (claim) => sql`${active(claim)} and ${claim}.ordinal is not null`,
};

export const ClaimConnection = connectionOf('Claim', Claim, 'claims, oldest first.');

builder.queryFields((t) => ({
  claims: t.field({
    type: ClaimConnection,
    description: 'Active claims, oldest first.',
    args: pageArgs(),
    extensions: { size: pageSize },
    resolve: (_root, args, context, info) => readPage<ClaimRow>(context, info, activeClaims, args),
  }),
  claim: t.field({
    type: Claim,
    nullable: true,
    description: 'The claim with this id, or null where there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'A claim’s id.' }) },
    resolve: (_root, { id }, context, info) => readRow<ClaimRow>(context, info, claimTable, id),
  }),
}));

export const claimOf = (column: (row: Sql) => Sql, within = false) =>
  one<ClaimRow>({ table: claimTable, on: (row, claim) => sql`${claim}.id = ${column(row)}`, within });
