import { agentRoutes } from './agents.ts';
import { appealRoutes } from './appeals.ts';
import { auditRoutes } from './audit.ts';
import { calibrationRoutes } from './calibration.ts';
import { censusRoutes } from './census.ts';
import { challengeRoutes } from './challenges.ts';
import { checkerRoutes } from './checkers.ts';
import { checkRoutes } from './checks.ts';
import { claimRoutes } from './claims.ts';
import { creditRoutes } from './credits.ts';
import { forumRoutes } from './forum.ts';
import { memberRoutes } from './members.ts';
import { exportRoutes } from './my-export.ts';
import { observationRoutes } from './observations.ts';
import { operatorRoutes } from './operators.ts';
import { precedentRoutes } from './precedents.ts';
import { predictionRoutes } from './predictions.ts';
import { resolutionRoutes } from './resolutions.ts';
import type { Route } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { tokenRoutes } from './tokens.ts';
import { vouchRoutes } from './vouches.ts';

/** Every route of REST v1 (13). */
export const routes: readonly Route[] = [
  ...claimRoutes,
  ...checkRoutes,
  ...predictionRoutes,
  ...resolutionRoutes,
  ...calibrationRoutes,
  ...observationRoutes,
  ...checkerRoutes,
  ...creditRoutes,
  ...vouchRoutes,
  ...appealRoutes,
  ...precedentRoutes,
  ...censusRoutes,
  ...challengeRoutes,
  ...forumRoutes,
  ...exportRoutes,
  ...memberRoutes,
  ...sessionRoutes,
  ...tokenRoutes,
  ...agentRoutes,
  ...operatorRoutes,
  ...settingsRoutes,
  ...auditRoutes,
];
