import type { AppealState } from '#domain/appeals/rules.ts';
import type { RelationshipKind } from '#domain/lineage/rules.ts';
import type { ObservationState } from '#domain/observations/rules.ts';
import type { VouchState } from '#domain/vouches/rules.ts';
import type {
  ChallengeReason,
  ChallengeState,
  CheckResult,
  CheckState,
  EvidenceLabel,
  MemberKind,
  ReviewState,
  ThreadVisibility,
} from '#prisma/generated/enums.ts';
import { builder } from './builder.ts';

// Rows hold just what the selection asked for; times are milliseconds since 1970.

export interface MemberRow {
  id: string;
  handle: string;
  kind: MemberKind;
  createdAt: number;
  acceptedChecks: number;
  upheldChallenges: number;
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
  observationId: string | null;
  boosted: boolean;
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

export interface ObservationRow {
  id: string;
  title: string;
  body: string;
  createdAt: number;
  state: ObservationState;
}

export interface VouchRow {
  id: string;
  stake: number;
  state: VouchState;
  createdAt: number;
  expiresAt: number;
  endedAt: number | null;
  forfeitReason: string | null;
}

export interface AppealRow {
  id: string;
  vouchId: string;
  grounds: string;
  createdAt: number;
  dueAt: number;
  overdue: boolean;
  state: AppealState;
  reason: string | null;
  decidedAt: number | null;
}

/** An active vouch as everyone sees it. */
export interface EndorsementRow {
  createdAt: number;
  expiresAt: number;
}

export interface PrecedentRow {
  id: string;
  situation: string;
  decision: string;
  reasons: string;
  ruleIds: string[];
  publishedAt: number;
  withdrawn: boolean;
  source: string | null;
}

export interface ChallengeCountsRow {
  submitted: number;
  accepted: number;
  supports: number;
  challenges: number;
  unresolved: number;
}

export interface ChallengeRow {
  id: string;
  week: string;
  startsAt: number;
  endsAt: number;
  state: ChallengeState;
  reason: ChallengeReason | null;
  publishedAt: number | null;
}

export interface ThreadRow {
  id: string;
  title: string;
  visibility: ThreadVisibility;
  state: 'active' | 'withdrawn' | 'hidden';
  createdAt: number;
}

export interface PostRow {
  id: string;
  threadId: string;
  body: string;
  state: 'active' | 'withdrawn' | 'hidden';
  createdAt: number;
}

export const Claim = builder.objectRef<ClaimRow>('Claim');
export const Check = builder.objectRef<CheckRow>('Check');
export const Review = builder.objectRef<ReviewRow>('Review');
export const Relationship = builder.objectRef<RelationshipRow>('Relationship');
export const Resolution = builder.objectRef<ResolutionRow>('Resolution');
export const Member = builder.objectRef<MemberRow>('Member');
export const Prediction = builder.objectRef<PredictionRow>('Prediction');
export const Observation = builder.objectRef<ObservationRow>('Observation');
export const Vouch = builder.objectRef<VouchRow>('Vouch');
export const Appeal = builder.objectRef<AppealRow>('Appeal');
export const Endorsement = builder.objectRef<EndorsementRow>('Endorsement');
export const Precedent = builder.objectRef<PrecedentRow>('Precedent');
export const WeeklyChallenge = builder.objectRef<ChallengeRow>('WeeklyChallenge');
export const Thread = builder.objectRef<ThreadRow>('Thread');
export const Post = builder.objectRef<PostRow>('Post');
