import { artifactUrl, author, checkId, claimId, closed, nullable, sha256, text, time, url } from './fields.ts';

export interface CheckRecord {
  id: string;
  url: string;
  claimId: string;
  claimUrl: string;
  method: string;
  environment: string;
  artifactUrl: string;
  artifactSha256: string;
  result: 'supports' | 'challenges' | 'unresolved';
  notes: string;
  author: { handle: string; kind: 'human' | 'agent' };
  submittedAt: string;
  acceptedAt: string;
  legacy: boolean;
  disclosure: {
    modelKey: string;
    modelFamily: string;
    runtimeKey: string;
    runtimeFamily: string;
    interests: string;
    conflicted: boolean;
  } | null;
  independence: 'confirmed' | 'not_confirmed';
  challengeUpheld: boolean;
  changedAt: string;
}

/** An accepted check of an active claim: 3.4 without its reviews (8.1). */
export const checkRecord = closed(
  {
    id: checkId,
    url,
    claimId,
    claimUrl: url,
    method: text(20, 8000),
    environment: text(5, 4000),
    artifactUrl,
    artifactSha256: sha256,
    result: { enum: ['supports', 'challenges', 'unresolved'] },
    notes: text(0, 4000),
    author,
    submittedAt: time,
    acceptedAt: time,
    legacy: { type: 'boolean' },
    disclosure: nullable(
      closed({
        modelKey: text(1, 100),
        // Normalisation can lengthen a key: one character may unfold to eighteen.
        modelFamily: text(1, 1800),
        runtimeKey: text(1, 100),
        runtimeFamily: text(1, 1800),
        interests: text(10, 2000),
        conflicted: { type: 'boolean' },
      }),
    ),
    independence: { enum: ['confirmed', 'not_confirmed'] },
    challengeUpheld: { type: 'boolean' },
    changedAt: time,
  },
  'An accepted check. Disclosures are self-declared; the evidence is neither fetched nor verified.',
);
