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
];
