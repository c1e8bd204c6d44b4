import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Queryable } from '#prisma/database.ts';
import { recordSchemas } from '#schema/records/index.ts';
import type { Dataset } from '../touched.ts';
import { renderChallenges } from './challenges.ts';
import { renderChecks } from './checks.ts';
import { renderClaims } from './claims.ts';
import { renderPosts, renderThreads } from './forum.ts';
import { renderLineage } from './lineage.ts';
import { renderObservations } from './observations.ts';
import { renderPrecedents } from './precedents.ts';
import { renderResolutions } from './resolutions.ts';
import { renderReviews } from './reviews.ts';

type Render = (db: Queryable, ids: readonly string[], origin: string) => Promise<{ id: string }[]>;

const renders: Readonly<Record<Dataset, Render>> = {
  claims: renderClaims,
  checks: renderChecks,
  threads: renderThreads,
  posts: renderPosts,
  precedents: renderPrecedents,
  challenges: renderChallenges,
  lineage: renderLineage,
  observations: renderObservations,
  check_reviews: renderReviews,
  resolutions: renderResolutions,
};

/** The datasets that have records, in the order in which acts take their locks. */
export const datasets = (Object.keys(renders) as Dataset[]).sort();

const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv, ['date-time', 'uri']);
const validators = new Map(Object.entries(recordSchemas).map(([dataset, schema]) => [dataset, ajv.compile(schema)]));

/** The JSON text of each record as it stands, by id; what is not public now is absent. A record its schema refuses is a defect and stops the act (8.5). */
export async function render(
  db: Queryable,
  dataset: Dataset,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, string>> {
  const validate = validators.get(dataset);
  const records = await renders[dataset](db, ids, origin);
  return new Map(
    records.map((record) => {
      if (!validate?.(record))
        throw new Error(`a record of ${dataset} does not fit its schema: ${ajv.errorsText(validate?.errors)}`);
      return [record.id, JSON.stringify(record)];
    }),
  );
}
