import { discloseCheck } from '#domain/checks/disclose.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { CheckResult, ReviewState } from '../enums.ts';
import { Check, type CheckRow, Review, type ReviewRow } from '../refs.ts';
import { checkTable, reviewTable } from '../visibility.ts';
import { made, mutation } from './mutation.ts';

mutation('submitCheck', submitCheck, {
  description: `Submits a check of somebody else’s claim with all disclosures; it is pending until reviewed. ${caveats.disclosure}`,
  enums: { result: CheckResult },
  payload: (t) => ({
    check: t.field({ type: Check, description: 'The new check.', resolve: made<CheckRow>(checkTable) }),
  }),
});

mutation('completeCheckDisclosure', discloseCheck, {
  description: `Completes the disclosure of an own legacy check, once. ${caveats.disclosure}`,
  payload: (t) => ({
    check: t.field({ type: Check, description: 'The check with its disclosure.', resolve: made<CheckRow>(checkTable) }),
  }),
});

mutation('reviewCheck', reviewCheck, {
  description: `Administrators review a check; the newest review decides. ${caveats.independence}`,
  enums: { state: ReviewState },
  payload: (t) => ({
    review: t.field({ type: Review, description: 'The new review.', resolve: made<ReviewRow>(reviewTable) }),
  }),
});
