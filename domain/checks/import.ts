import { sql, type Transaction } from '#prisma/database.ts';
import type { Outcome } from '../acts/act.ts';
import { explained } from '../acts/guards.ts';
import type { Runner } from '../acts/run.ts';
import { lockClaims } from '../claims/lock.ts';
import { relabel } from '../claims/relabel.ts';
import { lockGroupsShared } from '../members/groups.ts';
import { together } from '../publication/touched.ts';
import { refusalKinds } from '../refusals/codes.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { type LegacyCheck, type LegacyLine, type LineFault, readLegacyLines } from './legacy.ts';

/** What became of a file of legacy checks. */
export interface Import {
  imported: number;
  /** Lines that an earlier run imported. */
  already: number;
  /** Lines that were refused, in the file's order. */
  refused: LineFault[];
}

const batch = 200;

/**
 * Imports legacy checks (3.5). A file with a line that cannot be read is refused whole, before anything is written; a line
 * that the record refuses is named and the others stand, so a corrected file can be imported again.
 */
export async function importChecks(runner: Pick<Runner, 'system'>, text: string): Promise<Import> {
  const { lines, faults } = await readLegacyLines(text);
  if (faults.length > 0) return { imported: 0, already: 0, refused: faults };
  // New places are drawn in the order of acceptance, which for an import is that of submission.
  const ordered = lines.toSorted((a, b) => Date.parse(a.check.submittedAt) - Date.parse(b.check.submittedAt));
  const whole: Import = { imported: 0, already: 0, refused: [] };
  for (let first = 0; first < ordered.length; first += batch) {
    const part = await importBatch(runner, ordered.slice(first, first + batch));
    whole.imported += part.imported;
    whole.already += part.already;
    whole.refused.push(...part.refused);
  }
  whole.refused.sort((a, b) => a.line - b.line);
  return whole;
}

async function importBatch(runner: Pick<Runner, 'system'>, lines: readonly LegacyLine[]): Promise<Import> {
  let part: Import = { imported: 0, already: 0, refused: [] };
  await runner.system('import_checks', async (tx): Promise<Outcome> => {
    await lockGroupsShared(tx);
    const claims = await lockClaims(tx, [...new Set(lines.map(({ check }) => check.claimId))]);
    const known = new Set(claims);
    const imported: { id: string; accepted: boolean }[] = [];
    part = { imported: 0, already: 0, refused: [] };
    for (const { line, check } of lines) {
      const outcome = known.has(check.claimId) ? await importOne(tx, check) : 'claimId is no claim’s id';
      if (outcome === 'already') part.already += 1;
      else if (typeof outcome === 'string') part.refused.push({ line, message: outcome });
      else imported.push({ id: outcome.id, accepted: check.state === 'accepted' });
    }
    part.imported = imported.length;
    const accepted = imported.filter(({ accepted }) => accepted).map(({ id }) => id);
    return {
      id: 'registry_check',
      touched: together({ checks: accepted }, await relabel(tx, claims)),
      ...(imported.length > 0 && {
        audit: { subject: 'registry_check', detail: { imported: imported.map(({ id }) => id) } },
      }),
    };
  });
  return part;
}

/** The id it got, or that an earlier run imported it, or why it was refused. */
async function importOne(tx: Transaction, check: LegacyCheck): Promise<{ id: string } | 'already' | string> {
  const sha256 = check.artifactSha256.toLowerCase();
  const author = await tx.maybe<{ id: string; future: boolean }>(sql`
    select id, ${check.submittedAt}::timestamptz > institution_now() as future from member where handle = ${check.author.toLowerCase()}`);
  if (!author) return 'author is nobody’s handle';
  if (author.future) return 'submittedAt lies in the future';
  const already = await tx.maybe(sql`
    select 1 from registry_check where legacy and claim_id = ${check.claimId} and author_id = ${author.id}
      and (method, environment, artifact_url, artifact_sha256, result::text, notes, submitted_at)
        = (${check.method}, ${check.environment}, ${check.artifactUrl}, ${sha256}, ${check.result}, ${check.notes}, ${check.submittedAt}::timestamptz)`);
  if (already) return 'already';

  const id = newId('chk');
  await tx.query(sql`savepoint line`);
  try {
    await tx.query(sql`
      insert into registry_check (id, claim_id, author_id, method, environment, artifact_url, artifact_sha256, result, notes,
        legacy, state, submitted_at, accepted_at, changed_at)
      values (${id}, ${check.claimId}, ${author.id}, ${check.method}, ${check.environment}, ${check.artifactUrl}, ${sha256},
        ${check.result}::check_result, ${check.notes}, true, ${check.state}::check_state, ${check.submittedAt}::timestamptz,
        case when ${check.state === 'accepted'} then ${check.submittedAt}::timestamptz end, institution_now())`);
  } catch (thrown) {
    const refusal = explained(thrown);
    // What is no refusal of this line, a lost connection or a deadlock, is the whole batch's.
    if (!(refusal instanceof Refusal) || refusalKinds[refusal.code].status === 503) throw thrown;
    await tx.query(sql`rollback to savepoint line`);
    return refusal.message;
  }
  await tx.query(sql`release savepoint line`);
  return { id };
}
