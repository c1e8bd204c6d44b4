import { buyBoost } from '#domain/credits/boost.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { Boost } from '../account/boost.ts';
import { mutation } from './mutation.ts';

mutation('buyBoost', buyBoost, {
  description: `Spends credits on a boost of 24 hours. ${caveats.boost} ${caveats.credits}`,
  payload: (t) => ({
    boost: t.prismaField({
      type: Boost,
      description: 'The boost that was bought.',
      resolve: (query, { id }, _args, { prisma }) =>
        prisma.boost.findFirstOrThrow({ ...query, where: { ledger: { some: { id } } } }),
    }),
  }),
});
