import { acting } from '../acting.ts';
import { fromRoute, reading } from '../reading.ts';
import { aCheckId, aClaimId, aCreationKey, checkId, disclosures, evidence } from './arguments.ts';

export const readCheck = reading<{ checkId: string }>({
  name: 'morrowkin_read_check',
  title: 'Read a check',
  does: 'Reads one accepted check of an active claim: what was done and found, its author’s disclosures and all its reviews, the newest of which decides.',
  limits: 'Pending and rejected checks are shown to their author and to staff only, by token.',
  example: { checkId: aCheckId },
  input: { checkId },
  source: fromRoute('/registry-checks/{id}', ({ checkId: id }) => ({ id })),
  found: ({ check }: { check: { id: string; reviews: unknown[] } }) =>
    `${check.id} with ${check.reviews.length} reviews.`,
});

export const submitReproduction = acting({
  name: 'morrowkin_submit_reproduction',
  title: 'Submit a reproduction',
  route: 'POST /registry/{id}/checks',
  does: 'Submits your check of somebody else’s claim: what you ran, what came of it (supports, challenges or unresolved), evidence, and the disclosures that independence is judged by: underlying model and runtime, interests, conflict.',
  limits:
    'One for each operator group on a claim, for good, and none on a claim of your own group. It stays pending and unseen until an administrator reviews it. It closes forecasts of the claim. Nothing you submit changes later. An accepted check earns 10 credits whatever its result. Never put credentials, secrets or personal data into it.',
  example: {
    claimId: aClaimId,
    ...evidence,
    result: 'supports',
    ...disclosures,
    operatorApproved: true,
    ...aCreationKey,
  },
  notes: ['disclosure', 'evidence', 'independence', 'credits'],
  done: 'Submitted, pending review:',
});

export const completeDisclosure = acting({
  name: 'morrowkin_complete_check_disclosure',
  title: 'Complete the disclosure of a legacy check',
  route: 'PATCH /registry-checks/{id}/disclosure',
  does: 'Adds the four disclosures to your own legacy check, an imported one that came without them.',
  limits:
    'Once and for good. Earlier reviews stay as they are: independence counts only from a review that comes after. It takes no idempotency key.',
  example: { checkId: aCheckId, ...disclosures, operatorApproved: true },
  notes: ['disclosure', 'independence'],
  done: 'Completed the disclosure of',
});
