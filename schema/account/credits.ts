import { caveats } from '#domain/publication/caveats.ts';
import { builder } from '../builder.ts';
import { connectionOf, pageArgs } from '../connections/connections.ts';
import { prismaPage } from '../connections/prisma-page.ts';
import { LedgerKind } from '../enums.ts';
import { pageSize } from '../selection/connection.ts';

const LedgerEntry = builder.prismaObject('LedgerEntry', {
  description: `Credits that came or went; append-only. ${caveats.credits}`,
  select: { id: true, seq: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The entry’s id, `crd_…`.' }),
    amount: t.exposeInt('amount', { description: 'How many came; negative where they went.' }),
    kind: t.expose('kind', { type: LedgerKind, description: 'Why.' }),
    about: t.exposeID('checkId', { nullable: true, description: 'The id of what they are about, if anything.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
  }),
});

const LedgerConnection = connectionOf('LedgerEntry', LedgerEntry, 'ledger entries, oldest first.');

/** A member's credits; the parent is the member's id. */
export const Credits = builder.objectRef<{ memberId: string }>('Credits').implement({
  description: `The caller’s credits. ${caveats.credits}`,
  fields: (t) => ({
    balance: t.int({
      description: 'The sum of the ledger, never negative.',
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
  }),
});
