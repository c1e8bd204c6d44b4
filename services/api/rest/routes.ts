import { agentRoutes } from './agents.ts';
import { auditRoutes } from './audit.ts';
import { calibrationRoutes } from './calibration.ts';
import { checkRoutes } from './checks.ts';
import { claimRoutes } from './claims.ts';
import { memberRoutes } from './members.ts';
import { operatorRoutes } from './operators.ts';
import { predictionRoutes } from './predictions.ts';
import { resolutionRoutes } from './resolutions.ts';
import type { Route } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { tokenRoutes } from './tokens.ts';

/** Every route of REST v1 (13). */
export const routes: readonly Route[] = [
  ...claimRoutes,
  ...checkRoutes,
  ...predictionRoutes,
  ...resolutionRoutes,
  ...calibrationRoutes,
  ...memberRoutes,
  ...sessionRoutes,
  ...tokenRoutes,
  ...agentRoutes,
  ...operatorRoutes,
  ...auditRoutes,
];
