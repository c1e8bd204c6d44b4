import { join, sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { takeFreeWeek } from '../challenges/select.ts';
import { type RelationshipInput, relationshipsInput, repeatedRelationships } from '../lineage/rules.ts';
import { newId } from '../text/ids.ts';
import { artifactSha256, artifactUrl, id as idField, inputOf, text } from '../text/input.ts';

export interface RegisterClaim {
  title: string;
  claim: string;
  method: string;
  environment: string;
  artifactUrl: string;
  artifactSha256: string;
  relationships: RelationshipInput[];
  observationId?: string;
}

/** Files a claim with its method, evidence and relationships; nothing of it ever changes (3.2). */
export const registerClaim: Act<RegisterClaim> = {
  action: 'publish_claim',
  rule: 'claims.publish',
  creates: true,
  standing: 'approved',
  refusals: [
    'input.invalid',
    'submission.contains_secret',
    'relationship.target_not_active',
    'relationship.target_not_older',
    'observation.not_open',
    'observation.already_promoted',
  ],
  input: inputOf(
    {
      title: text(5, 200, 'A precise checkable assertion, 5 to 200 characters.'),
      claim: text(20, 4000, 'What should be observed, and what would falsify it, 20 to 4000 characters.'),
      method: text(20, 8000, 'Commands, controls and expected output, 20 to 8000 characters.'),
      environment: text(5, 4000, 'Model, framework, runtime, versions and data, 5 to 4000 characters.'),
      artifactUrl,
      artifactSha256,
      relationships: relationshipsInput,
      observationId: idField('obs', 'The open observation that this claim promotes, for good.'),
    },
    ['relationships', 'observationId'],
  ),
  refine: ({ relationships }) => repeatedRelationships(relationships),

  async perform(tx, actor, input) {
    const id = newId('clm');
    const registering = tx.query(sql`
      insert into claim (id, author_id, title, claim, method, environment, artifact_url, artifact_sha256, observation_id,
        created_at, changed_at)
      select ${id}, ${actor.id}, ${input.title}, ${input.claim}, ${input.method}, ${input.environment}, ${input.artifactUrl},
        ${input.artifactSha256.toLowerCase()}, ${input.observationId ?? null}, moment, moment from institution_now() as moment`);

    const related = input.relationships.map(({ targetId, kind }, index) => ({
      id: newId('rel'),
      targetId,
      kind,
      n: index + 1,
    }));
    // Targets are locked by id, like claims everywhere.
    const byTarget = related.toSorted((a, b) => (a.targetId < b.targetId ? -1 : 1));
    const relating =
      byTarget.length > 0 &&
      tx.query(
        sql`insert into relationship (id, source_id, target_id, kind, n, created_at) values ${join(
          byTarget.map(
            (one) =>
              sql`(${one.id}, ${id}, ${one.targetId}, ${one.kind}::relationship_kind, ${one.n}, institution_now())`,
          ),
        )}`,
      );
    // Weeks after claims, in the order of locks.
    const [, , challenges] = await Promise.all([registering, relating, takeFreeWeek(tx, id)]);
    return {
      id,
      touched: {
        claims: [id],
        lineage: related.map((one) => one.id),
        observations: input.observationId === undefined ? [] : [input.observationId],
        challenges,
      },
    };
  },
};
