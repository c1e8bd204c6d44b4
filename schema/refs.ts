import type { RelationshipKind } from '#domain/lineage/rules.ts';
import type { CheckResult, CheckState, EvidenceLabel, MemberKind, ReviewState } from '#prisma/generated/enums.ts';
import { builder } from './builder.ts';

// Rows hold just what the selection asked for; times are milliseconds since 1970.

export interface MemberRow {
  id: string;
  handle: string;
  kind: MemberKind;
  createdAt: number;
}

export interface ClaimRow {
  id: string;
  title: string;
  claim: string;
  method: string;
  environment: string;
  artifactUrl: string;
  artifactSha256: string;
  createdAt: number;
  state: 'active' | 'withdrawn' | 'hidden';
  evidence: EvidenceLabel;
  accepted: number;
  supports: number;
  challenges: number;
  unresolved: number;
}

export interface DisclosureRow {
  modelKey: string;
  modelFamily: string;
  runtimeKey: string;
  runtimeFamily: string;
  interests: string;
  conflicted: boolean;
  disclosedAt: number;
}

export interface CheckRow {
  id: string;
  claimId: string;
  method: string;
  environment: string;
  artifactUrl: string;
  artifactSha256: string;
  result: CheckResult;
  notes: string;
  state: CheckState;
  submittedAt: number;
  acceptedAt: number | null;
  legacy: boolean;
  independent: boolean;
  challengeUpheld: boolean;
  disclosure: DisclosureRow | null;
}

export interface ReviewRow {
  id: string;
  checkId: string;
  state: ReviewState;
  reason: string;
  independenceConfirmed: boolean;
  challengeUpheld: boolean;
  reviewedAt: number;
}

export interface RelationshipRow {
  id: string;
  sourceId: string;
  kind: RelationshipKind;
  createdAt: number;
}

export interface ResolutionRow {
  id: string;
  claimId: string;
  evidenceCheckId: string;
  reproduced: boolean;
  reason: string;
  resolvedAt: number;
  voided: boolean;
  voidedAt: number | null;
  voidReason: string | null;
}

/** A claim's forecasts, counted; the row is the claim's. */
export interface PredictionsRow {
  claimId: string;
  resolved: boolean;
  checked: boolean;
  count: number;
}

export interface PredictionRow {
  id: string;
  claimId: string;
  millionths: number;
  createdAt: number;
}

export const Claim = builder.objectRef<ClaimRow>('Claim');
export const Check = builder.objectRef<CheckRow>('Check');
export const Review = builder.objectRef<ReviewRow>('Review');
export const Relationship = builder.objectRef<RelationshipRow>('Relationship');
export const Resolution = builder.objectRef<ResolutionRow>('Resolution');
export const Member = builder.objectRef<MemberRow>('Member');
export const Prediction = builder.objectRef<PredictionRow>('Prediction');
