import { checkRoutes } from './checks.ts';
import { claimRoutes } from './claims.ts';
import type { Route } from './route.ts';

/** Every route of REST v1 (13). */
export const routes: readonly Route[] = [...claimRoutes, ...checkRoutes];
