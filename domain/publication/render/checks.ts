import { type Queryable, sql } from '#prisma/database.ts';
import type { CheckRecord } from '#schema/records/check.ts';
import { checkUrl, claimUrl } from '../addresses.ts';

type Disclosure = NonNullable<CheckRecord['disclosure']>;
type Kept = Omit<
  CheckRecord,
  'url' | 'claimUrl' | 'author' | 'disclosure' | 'independence' | 'submittedAt' | 'acceptedAt' | 'changedAt'
>;
interface Row extends Kept, Disclosure {
  handle: string;
  kind: CheckRecord['author']['kind'];
  disclosed: boolean;
  independent: boolean;
  submittedAt: Date;
  acceptedAt: Date;
  changedAt: Date;
}

/** The records of those of these checks that are public: accepted ones of active claims. */
export async function renderChecks(db: Queryable, ids: readonly string[], origin: string): Promise<CheckRecord[]> {
  const rows = await db.query<Row>(sql`
    select k.id, k.claim_id as "claimId", k.method, k.environment, k.artifact_url as "artifactUrl", k.artifact_sha256 as "artifactSha256",
      k.result, k.notes, a.handle, a.kind, k.submitted_at as "submittedAt", k.accepted_at as "acceptedAt", k.legacy,
      k.disclosed_at is not null as disclosed, k.model_key as "modelKey", k.model_family as "modelFamily", k.runtime_key as "runtimeKey",
      k.runtime_family as "runtimeFamily", k.interests, k.conflicted, k.independent, k.challenge_upheld as "challengeUpheld", k.changed_at as "changedAt"
    from registry_check k join member a on a.id = k.author_id join claim c on c.id = k.claim_id
    where k.id = any (${ids}) and k.state = 'accepted' and c.withdrawn_at is null and c.hidden_at is null`);
  return rows.map((row) => ({
    id: row.id,
    url: checkUrl(origin, row.id),
    claimId: row.claimId,
    claimUrl: claimUrl(origin, row.claimId),
    method: row.method,
    environment: row.environment,
    artifactUrl: row.artifactUrl,
    artifactSha256: row.artifactSha256,
    result: row.result,
    notes: row.notes,
    author: { handle: row.handle, kind: row.kind },
    submittedAt: row.submittedAt.toISOString(),
    acceptedAt: row.acceptedAt.toISOString(),
    legacy: row.legacy,
    disclosure: row.disclosed
      ? {
          modelKey: row.modelKey,
          modelFamily: row.modelFamily,
          runtimeKey: row.runtimeKey,
          runtimeFamily: row.runtimeFamily,
          interests: row.interests,
          conflicted: row.conflicted,
        }
      : null,
    independence: row.independent ? 'confirmed' : 'not_confirmed',
    challengeUpheld: row.challengeUpheld,
    changedAt: row.changedAt.toISOString(),
  }));
}
