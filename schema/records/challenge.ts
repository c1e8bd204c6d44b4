import { challengeId, claimId, closed, nullable, text, time, url } from './fields.ts';

export interface ChallengeCounts {
  submitted: number;
  accepted: number;
  supports: number;
  challenges: number;
  unresolved: number;
}

export interface ChallengeRecord {
  id: string;
  url: string;
  week: string;
  startsAt: string;
  endsAt: string;
  state: 'open' | 'published' | 'idle';
  reason: 'no_claim' | 'missed' | 'paused' | 'claim_gone' | null;
  claim: { id: string; title: string; url: string } | null;
  counts: ChallengeCounts | null;
  publishedAt: string | null;
  changedAt: string;
}

const count = { type: 'integer', minimum: 0 } as const;

/** One week of the calendar (7.3); counts are of the selected claim's checks. */
export const challengeRecord = closed(
  {
    id: challengeId,
    url,
    week: { type: 'string', pattern: '^\\d{4}-W\\d\\d$' },
    startsAt: time,
    endsAt: time,
    state: { enum: ['open', 'published', 'idle'] },
    reason: { enum: ['no_claim', 'missed', 'paused', 'claim_gone', null] },
    claim: nullable(closed({ id: claimId, title: text(5, 200), url })),
    counts: nullable(
      closed({ submitted: count, accepted: count, supports: count, challenges: count, unresolved: count }),
    ),
    publishedAt: nullable(time),
    changedAt: time,
  },
  'A week of the calendar; counts are of checks of the selected claim, and volume is no measure of worth.',
);
