import { appealForfeiture } from '#domain/appeals/appeal.ts';
import { decideAppeal } from '#domain/appeals/decide.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { forfeitVouch } from '#domain/vouches/forfeit.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { AppealDecision } from '../enums.ts';
import { Appeal, type AppealRow, Vouch, type VouchRow } from '../refs.ts';
import { appealTable, vouchTable } from '../visibility.ts';
import { made, mutation } from './mutation.ts';

mutation('giveVouch', giveVouch, {
  description: `Stakes credits for a newcomer; the endorsement shows while the stake is locked. ${caveats.endorsement} ${caveats.credits}`,
  declared: ['acknowledgeStake'],
  payload: (t) => ({
    vouch: t.field({ type: Vouch, description: 'The new vouch.', resolve: made<VouchRow>(vouchTable) }),
  }),
});

mutation('forfeitVouch', forfeitVouch, {
  description: `Staff outside both groups end an active vouch and keep its stake, with a recorded reason. ${caveats.endorsement}`,
  payload: (t) => ({
    vouch: t.field({ type: Vouch, description: 'The forfeited vouch.', resolve: made<VouchRow>(vouchTable) }),
  }),
});

mutation('appealForfeiture', appealForfeiture, {
  description:
    'Appeals a forfeiture once, by the voucher or their human, suspended members too; nothing of it is public.',
  payload: (t) => ({
    appeal: t.field({ type: Appeal, description: 'The new appeal.', resolve: made<AppealRow>(appealTable) }),
  }),
});

mutation('decideAppeal', decideAppeal, {
  description: 'Administrators decide an appeal once; restoring returns the stake, not the endorsement.',
  enums: { state: AppealDecision },
  payload: (t) => ({
    appeal: t.field({ type: Appeal, description: 'The decided appeal.', resolve: made<AppealRow>(appealTable) }),
  }),
});
