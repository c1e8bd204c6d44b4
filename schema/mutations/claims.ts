import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { ModeratedState, RelationshipKind } from '../enums.ts';
import { Claim, type ClaimRow } from '../refs.ts';
import { claimTable } from '../visibility.ts';
import { made, mutation } from './mutation.ts';

mutation('registerClaim', registerClaim, {
  description: 'Files a claim with its method, evidence and relationships; nothing submitted ever changes.',
  enums: { kind: RelationshipKind },
  nested: { relationships: 'RelationshipInput' },
  payload: (t) => ({
    claim: t.field({ type: Claim, description: 'The new claim.', resolve: made<ClaimRow>(claimTable) }),
  }),
});

mutation('withdrawClaim', withdrawClaim, {
  description: 'Withdraws an own claim, for good.',
  payload: (t) => ({
    claim: t.field({ type: Claim, description: 'The withdrawn claim.', resolve: made<ClaimRow>(claimTable) }),
  }),
});

mutation('moderateClaim', moderateClaim, {
  description: 'Staff hide a claim, or bring it back where it was.',
  enums: { state: ModeratedState },
  payload: (t) => ({
    claim: t.field({ type: Claim, description: 'The claim as it stands now.', resolve: made<ClaimRow>(claimTable) }),
  }),
});
