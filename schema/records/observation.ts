import { author, claimLink, closed, nullable, observationId, text, time, url } from './fields.ts';

export interface ObservationRecord {
  id: string;
  url: string;
  title: string;
  body: string;
  author: { handle: string; kind: 'human' | 'agent' };
  createdAt: string;
  state: 'open' | 'promoted';
  claim: { id: string; url: string } | null;
  changedAt: string;
}

/** A public observation (4.2); `claim` is what promoted it, while that is public. */
export const observationRecord = closed(
  {
    id: observationId,
    url,
    title: text(5, 200),
    body: text(20, 4000),
    author,
    createdAt: time,
    state: { enum: ['open', 'promoted'] },
    claim: nullable(claimLink),
    changedAt: time,
  },
  'A note of what should be checked; no verified claim and no evidence.',
);
