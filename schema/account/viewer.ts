import { sql } from '#prisma/database.ts';
import { reader } from '../access.ts';
import { builder } from '../builder.ts';
import { CheckConnection } from '../check.ts';
import { ClaimConnection } from '../claim.ts';
import { connectionOf, pageArgs } from '../connections/connections.ts';
import { prismaPage } from '../connections/prisma-page.ts';
import { AccountState, MemberKind, MemberRole } from '../enums.ts';
import { type CheckRow, type ClaimRow, Prediction, type PredictionRow } from '../refs.ts';
import { type List, pageSize } from '../selection/connection.ts';
import type { Scope } from '../selection/place.ts';
import { readPage } from '../selection/read.ts';
import { checkTable, claimTable, forecastTable } from '../visibility.ts';
import { AgentConnection } from './agents.ts';
import { Credits } from './credits.ts';
import { TokenConnection } from './tokens.ts';

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
    credits: t.field({
      type: Credits,
      description: 'The caller’s credits.',
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
