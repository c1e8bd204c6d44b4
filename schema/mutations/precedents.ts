import { publishPrecedent } from '#domain/precedents/publish.ts';
import { withdrawPrecedent } from '#domain/precedents/withdraw.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { PrecedentCause } from '../enums.ts';
import { Precedent, type PrecedentRow } from '../refs.ts';
import { precedentTable } from '../visibility.ts';
import { made, mutation } from './mutation.ts';

mutation('publishPrecedent', publishPrecedent, {
  description: `Administrators publish a manually anonymised moderation example. ${caveats.precedent}`,
  enums: { ruleIds: 'String' },
  declared: ['manualReviewConfirmed'],
  payload: (t) => ({
    precedent: t.field({
      type: Precedent,
      description: 'The new precedent.',
      resolve: made<PrecedentRow>(precedentTable),
    }),
  }),
});

mutation('withdrawPrecedent', withdrawPrecedent, {
  description: 'Administrators withdraw a precedent, for good; a neutral tombstone stays under its id.',
  enums: { cause: PrecedentCause },
  payload: (t) => ({
    precedent: t.field({
      type: Precedent,
      description: 'The tombstone.',
      resolve: made<PrecedentRow>(precedentTable),
    }),
  }),
});
