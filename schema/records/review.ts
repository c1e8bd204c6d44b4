import { checkId, claimId, closed, handle, reviewId, text, time, url } from './fields.ts';

export interface ReviewRecord {
  id: string;
  url: string;
  checkId: string;
  claimId: string;
  reviewer: { handle: string };
  state: 'accepted' | 'rejected';
  reason: string;
  independenceConfirmed: boolean;
  challengeUpheld: boolean;
  reviewedAt: string;
}

/** One review in the history of a public check (3.4, 3.6); it never changes. */
export const reviewRecord = closed(
  {
    id: reviewId,
    url,
    checkId,
    claimId,
    reviewer: closed({ handle }),
    state: { enum: ['accepted', 'rejected'] },
    reason: text(20, 4000),
    independenceConfirmed: { type: 'boolean' },
    challengeUpheld: { type: 'boolean' },
    reviewedAt: time,
  },
  'A staff review of a check; the newest of a check decides.',
);
