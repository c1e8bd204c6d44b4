import { checkId, claimId, closed, handle, nullable, resolutionId, text, time, url } from './fields.ts';

export interface ResolutionRecord {
  id: string;
  url: string;
  claimId: string;
  reproduced: boolean;
  reason: string;
  evidenceCheckId: string;
  resolver: { handle: string };
  resolvedAt: string;
  voided: boolean;
  voidedAt: string | null;
  voidReason: string | null;
  changedAt: string;
}

/** A conclusion recorded on an active claim (5.2); it changes only by being voided. */
export const resolutionRecord = closed(
  {
    id: resolutionId,
    url,
    claimId,
    reproduced: { type: 'boolean' },
    reason: text(20, 4000),
    evidenceCheckId: checkId,
    resolver: closed({ handle }),
    resolvedAt: time,
    voided: { type: 'boolean' },
    voidedAt: nullable(time),
    voidReason: nullable(text(20, 4000)),
    changedAt: time,
  },
  'A recorded conclusion under the claim’s stated conditions, no proof of universal truth.',
);
