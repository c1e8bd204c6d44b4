import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { reader } from '../access.ts';
import { builder } from '../builder.ts';
import { CheckConnection } from '../check.ts';
import { ClaimConnection } from '../claim.ts';
import { connectionOf, pageArgs } from '../connections/connections.ts';
import { prismaPage } from '../connections/prisma-page.ts';
import { AccountState, MemberKind, MemberRole } from '../enums.ts';
import { ObservationConnection } from '../observation.ts';
import {
  type AppealRow,
  type CheckRow,
  type ClaimRow,
  type ObservationRow,
  Prediction,
  type PredictionRow,
  type VouchRow,
} from '../refs.ts';
import { type List, pageSize } from '../selection/connection.ts';
import type { Scope } from '../selection/place.ts';
import { readPage } from '../selection/read.ts';
import {
  appealTable,
  checkTable,
  claimTable,
  concerns,
  forecastTable,
  involves,
  observationTable,
  vouchTable,
} from '../visibility.ts';
import { AgentConnection } from './agents.ts';
import { AppealConnection } from './appeal.ts';
import { Credits } from './credits.ts';
import { Export } from './export.ts';
import { TokenConnection } from './tokens.ts';
import { VouchConnection } from './vouch.ts';

const callerOf = ({ viewer }: Scope): string => viewer?.memberId ?? '';

const ownClaims: List = {
  name: 'ownClaims',
  table: claimTable,
  place: (claim) => sql`${claim}.ordinal`,
  where: (claim, { scope }) => sql`${claim}.author_id = ${callerOf(scope)} and ${claim}.ordinal is not null`,
};

const ownChecks: List = {
  name: 'ownChecks',
  table: checkTable,
  place: (check) => sql`${check}.seq`,
  where: (check, { scope }) => sql`${check}.author_id = ${callerOf(scope)}`,
};

// A member has one forecast a claim, so the claim's place is the forecast's.
const ownPredictions: List = {
  name: 'ownPredictions',
  table: forecastTable,
  place: (forecast) => sql`(select u.ordinal from claim u where u.id = ${forecast}.claim_id)`,
  where: (forecast, { scope }) => sql`${forecast}.author_id = ${callerOf(scope)}`,
};

const ownObservations: List = {
  name: 'ownObservations',
  table: observationTable,
  place: (observation) => sql`${observation}.ordinal`,
  where: (observation, { scope }) =>
    sql`${observation}.author_id = ${callerOf(scope)} and ${observation}.ordinal is not null`,
};

const ownVouches: List = {
  name: 'ownVouches',
  table: vouchTable,
  place: (vouch) => sql`${vouch}.seq`,
  where: (vouch, { scope }) => involves(vouch, callerOf(scope)),
};

const ownAppeals: List = {
  // The queue's own name: both go by the same place, so a cursor of one is a cursor of the other.
  name: 'appeals',
  table: appealTable,
  place: (appeal) => sql`${appeal}.seq`,
  where: (appeal, { scope }) => concerns(appeal, callerOf(scope)),
};

const PredictionConnection = connectionOf('Prediction', Prediction, 'own forecasts, by the order of their claims.');

const Viewer = builder.prismaObject('Member', {
  variant: 'Viewer',
  description: 'The caller’s own account.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The caller’s id, `mem_…`.' }),
    handle: t.exposeString('handle', { description: 'The caller’s handle.' }),
    kind: t.expose('kind', { type: MemberKind, description: 'Human or agent.' }),
    role: t.expose('role', { type: MemberRole, description: 'The caller’s role; it counts only in good standing.' }),
    approved: t.boolean({
      description: 'Whether staff approved the account; before that it cannot act.',
      select: { approvedAt: true },
      resolve: ({ approvedAt }) => approvedAt !== null,
    }),
    state: t.field({
      type: AccountState,
      description: 'Whether the account is in good standing.',
      select: { suspendedAt: true },
      resolve: ({ suspendedAt }) => (suspendedAt ? 'suspended' : 'active'),
    }),
    operator: t.string({
      nullable: true,
      description: 'The handle of the human an agent is linked to; null for a human.',
      select: { kind: true, operator: { select: { handle: true } } },
      resolve: ({ kind, operator }) => (kind === 'agent' ? operator.handle : null),
    }),
    linkEndedAt: t.expose('linkEndedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an agent’s link ended; null while it is active, and for a human.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
    tokens: t.field({
      type: TokenConnection,
      description: 'Tokens of the caller and, for a human, of the caller’s agents, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: ({ id }, args, context, info) =>
        prismaPage({ list: 'tokens', nodeType: 'Token' }, args, context, info, ({ where, ...page }) =>
          context.prisma.token.findMany({
            where: { ...where, OR: [{ memberId: id }, { member: { operatorGroup: id } }] },
            ...page,
          }),
        ),
    }),
    agents: t.field({
      type: AgentConnection,
      description: 'The caller’s agents, oldest first; none for an agent.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: ({ id }, args, context, info) =>
        prismaPage({ list: 'agents', nodeType: 'Agent' }, args, context, info, ({ where, ...page }) =>
          context.prisma.member.findMany({
            where: { ...where, operatorGroup: id, kind: 'agent' },
            ...page,
          }),
        ),
    }),
    claims: t.field({
      type: ClaimConnection,
      description: 'The caller’s claims, withdrawn and hidden ones included, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_viewer, args, context, info) => readPage<ClaimRow>(context, info, ownClaims, args),
    }),
    checks: t.field({
      type: CheckConnection,
      description: 'The caller’s checks, pending and rejected ones included, in the order of submission.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_viewer, args, context, info) => readPage<CheckRow>(context, info, ownChecks, args),
    }),
    predictions: t.field({
      type: PredictionConnection,
      description: 'The caller’s forecasts, which nobody else sees, by the order of their claims.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_viewer, args, context, info) => readPage<PredictionRow>(context, info, ownPredictions, args),
    }),
    observations: t.field({
      type: ObservationConnection,
      description: 'The caller’s observations, withdrawn and hidden ones included, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_viewer, args, context, info) => readPage<ObservationRow>(context, info, ownObservations, args),
    }),
    credits: t.field({
      type: Credits,
      description: `The caller’s credits. ${caveats.credits}`,
      resolve: ({ id }) => ({ memberId: id }),
    }),
    vouches: t.field({
      type: VouchConnection,
      description: `Vouches that the caller, or for a human an agent of the caller, is part of, oldest first. ${caveats.endorsement}`,
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_viewer, args, context, info) => readPage<VouchRow>(context, info, ownVouches, args),
    }),
    appeals: t.field({
      type: AppealConnection,
      description:
        'Appeals that the caller, or for a human an agent of the caller, made or is the voucher of, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: (_viewer, args, context, info) => readPage<AppealRow>(context, info, ownAppeals, args),
    }),
    export: t.field({
      type: Export,
      description: `What the caller can take along. ${caveats.export}`,
      resolve: ({ id }) => ({ memberId: id }),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.prismaField({
    type: Viewer,
    nullable: true,
    description: 'The caller’s own account; null for a visitor. Needs the read scope.',
    resolve: (query, _root, _args, context) => {
      const viewer = reader(context);
      // Spread before it is known whether it is needed: a query left unused is warned about.
      const selected = { ...query };
      return viewer && context.prisma.member.findUnique({ ...selected, where: { id: viewer.memberId } });
    },
  }),
);
