import { caveats } from '#domain/publication/caveats.ts';
import { builder } from '../builder.ts';

/** A contribution boost (6.1). */
export const Boost = builder.prismaObject('Boost', {
  description: `More acts an hour, and a labelled place for the member’s claims, for 24 hours. ${caveats.boost} ${caveats.credits}`,
  select: { id: true },
  fields: (t) => ({
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends.' }),
  }),
});
