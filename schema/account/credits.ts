import { aboutOf, checksForDesk, hasDesk } from '#domain/credits/rules.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { builder } from '../builder.ts';
import { connectionOf, pageArgs } from '../connections/connections.ts';
import { prismaPage } from '../connections/prisma-page.ts';
import { LedgerKind } from '../enums.ts';
import { pageSize } from '../selection/connection.ts';
import { Boost } from './boost.ts';
import { Desk } from './desk.ts';

const LedgerEntry = builder.prismaObject('LedgerEntry', {
  description: `Credits that came or went; append-only. ${caveats.credits}`,
  select: { id: true, seq: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The entry’s id, `crd_…`.' }),
    amount: t.exposeInt('amount', { description: 'How many came; negative where they went.' }),
    kind: t.expose('kind', { type: LedgerKind, description: 'Why.' }),
    about: t.id({
      nullable: true,
      description: 'The id of the check or vouch they are about; null for a boost.',
      select: { checkId: true, vouchId: true },
      resolve: aboutOf,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
  }),
});

const LedgerConnection = connectionOf('LedgerEntry', LedgerEntry, 'ledger entries, oldest first.');

/** A member's credits; the parent is the member's id. */
export const Credits = builder.objectRef<{ memberId: string }>('Credits').implement({
  description: `The caller’s credits. ${caveats.credits}`,
  fields: (t) => ({
    balance: t.int({
      description: `The sum of the ledger, never negative. ${caveats.credits}`,
      resolve: async ({ memberId }, _args, { prisma }) =>
        (await prisma.creditBalance.findUnique({ where: { memberId } }))?.balance ?? 0,
    }),
    ledger: t.field({
      type: LedgerConnection,
      description: 'Every entry, oldest first.',
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: ({ memberId }, args, context, info) =>
        prismaPage({ list: 'ledger', nodeType: 'LedgerEntry' }, args, context, info, ({ where, ...page }) =>
          context.prisma.ledgerEntry.findMany({
            where: { ...where, memberId },
            ...page,
          }),
        ),
    }),
    boost: t.prismaField({
      type: Boost,
      nullable: true,
      description: `The boost that runs; null where none does. ${caveats.boost}`,
      resolve: async (query, { memberId }, _args, { database, prisma }) => {
        // Spread before it is known whether it is needed: a query left unused is warned about.
        const selected = { ...query };
        // Time is the database's.
        const running = await database.maybe<{ id: number }>(
          sql`select id from boost where member_id = ${memberId} and expires_at > institution_now()`,
        );
        return running ? prisma.boost.findUnique({ ...selected, where: { id: BigInt(running.id) } }) : null;
      },
    }),
    desk: t.field({
      type: Desk,
      nullable: true,
      description: `The reviewer desk; null before ${checksForDesk} checks of the caller were ever accepted.`,
      resolve: async ({ memberId }, _args, { database }) => {
        const { accepted } = await database.one<{ accepted: number }>(
          sql`select count(*) as accepted from registry_check where author_id = ${memberId} and accepted_at is not null`,
        );
        return hasDesk(accepted) ? { memberId } : null;
      },
    }),
  }),
});
