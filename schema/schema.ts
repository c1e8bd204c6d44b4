import { builder } from './builder.ts';
import './scalars.ts';
import './claim.ts';
import './check.ts';
import './review.ts';
import './resolution.ts';
import './lineage.ts';
import './predictions.ts';
import './member.ts';
import './calibration.ts';
import './nodes.ts';
import './account/viewer.ts';
import './staff/staff.ts';
import './mutations/claims.ts';
import './mutations/checks.ts';
import './mutations/forecasts.ts';
import './mutations/accounts.ts';
import './mutations/staff.ts';

/** The whole public contract. */
export const schema = builder.toSchema();
