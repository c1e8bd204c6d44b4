import { builder } from './builder.ts';
import './scalars.ts';
import './claim.ts';
import './check.ts';
import './review.ts';
import './lineage.ts';
import './member.ts';
import './mutations/claims.ts';

/** The whole public contract. */
export const schema = builder.toSchema();
