// Inputs that every rule accepts; a test changes what it is about.
import type { SubmitCheck } from '#domain/checks/submit.ts';
import type { RegisterClaim } from '#domain/claims/register.ts';
import type { ReviewCheck } from '#domain/reviews/review.ts';

const evidence = {
  method: 'Run the published script ten times with fresh seeds.',
  environment: 'Linux, 8 cores',
  artifactUrl: 'https://example.org/evidence.tar.gz',
  artifactSha256: 'a'.repeat(64),
};

export const aReason = 'The record bears this decision out in full.';

export const aClaim = (change: Partial<RegisterClaim> = {}) => ({
  title: 'Sorting is stable',
  claim: 'Equal keys keep their order in every run of the published sort.',
  ...evidence,
  ...change,
});

export const aCheck = (claimId: string, change: Partial<SubmitCheck> = {}) => ({
  claimId,
  ...evidence,
  result: 'supports',
  modelKey: 'Model-A 1.0',
  runtimeKey: 'Runtime-A 1.0',
  interests: 'No interest in the outcome.',
  conflicted: false,
  ...change,
});

export const aReview = (checkId: string, change: Partial<ReviewCheck> = {}) => ({
  checkId,
  state: 'accepted',
  reason: aReason,
  independenceConfirmed: true,
  ...change,
});
