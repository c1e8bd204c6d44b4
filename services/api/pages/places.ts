import { account } from './account/account.tsx';
import { appeals } from './account/appeals.tsx';
import { fileClaim, openThread, recordObservation, submitCheck } from './account/filing.tsx';
import { signInPage, signUpPage } from './account/sessions.tsx';
import { exported, work } from './account/work.tsx';
import type { Page } from './page.ts';
import { calibration } from './public/calibration.tsx';
import { census } from './public/census.tsx';
import { challenge, challenges } from './public/challenges.tsx';
import { check } from './public/check.tsx';
import { checkers } from './public/checkers.tsx';
import { claim } from './public/claim.tsx';
import { continuity } from './public/continuity.tsx';
import { home } from './public/home.tsx';
import { member } from './public/member.tsx';
import { observation, observations } from './public/observations.tsx';
import { precedent, precedents } from './public/precedents.tsx';
import { registry } from './public/registry.tsx';
import { terms } from './public/terms.tsx';
import { thread, threads } from './public/threads.tsx';
import { audit } from './staff/audit.tsx';
import { claimForStaff, resolutions } from './staff/claims.tsx';
import { memberForStaff, members, operators } from './staff/members.tsx';
import { moderation } from './staff/moderation.tsx';
import { precedentsForStaff } from './staff/precedents.tsx';
import { queue } from './staff/queue.tsx';
import { reviewPage } from './staff/review.tsx';
import { settingsPage } from './staff/settings.tsx';
import { appealQueue, vouches } from './staff/vouches.tsx';

/** Every page there is (10, 13). */
export const pages: readonly Page[] = [
  home,
  registry,
  claim,
  check,
  observations,
  observation,
  checkers,
  member,
  calibration,
  precedents,
  precedent,
  census,
  challenges,
  challenge,
  threads,
  thread,
  continuity,
  terms,
  signUpPage,
  signInPage,
  account,
  work,
  exported,
  fileClaim,
  submitCheck,
  recordObservation,
  openThread,
  appeals,
  queue,
  reviewPage,
  resolutions,
  claimForStaff,
  moderation,
  precedentsForStaff,
  vouches,
  appealQueue,
  members,
  memberForStaff,
  operators,
  settingsPage,
  audit,
];
