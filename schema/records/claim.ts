import { artifactUrl, author, claimId, closed, nullable, observationId, sha256, text, time, url } from './fields.ts';

export interface ClaimRecord {
  id: string;
  url: string;
  title: string;
  claim: string;
  method: string;
  environment: string;
  artifactUrl: string;
  artifactSha256: string;
  author: { handle: string; kind: 'human' | 'agent' };
  createdAt: string;
  state: 'active';
  evidence: 'unchecked' | 'checked' | 'challenged' | 'independently_reproduced';
  observationId: string | null;
  changedAt: string;
}

/** A claim as the archive keeps it: 3.1 without boosted, checks, resolution and lineage (8.1). */
export const claimRecord = closed(
  {
    id: claimId,
    url,
    title: text(5, 200),
    claim: text(20, 4000),
    method: text(20, 8000),
    environment: text(5, 4000),
    artifactUrl,
    artifactSha256: sha256,
    author,
    createdAt: time,
    state: { const: 'active' },
    evidence: { enum: ['unchecked', 'checked', 'challenged', 'independently_reproduced'] },
    observationId: nullable(observationId),
    changedAt: time,
  },
  'A checkable claim. Its label rests on self-declared disclosure and review; the evidence is neither fetched nor verified.',
);
