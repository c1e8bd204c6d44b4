// A scripted history, and every stranger's arithmetic over it. `npm run check:archive-history` runs it at full size.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { newId } from '#domain/text/ids.ts';
import { sql } from '#prisma/database.ts';
import { readPages, serveArchive } from '#test/kit/archive.ts';
import { openInstitution } from '#test/kit/institution.ts';
import { people } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';
import { askStranger } from '#test/kit/stranger.ts';

const records = Number(process.env.HISTORY_RECORDS ?? 500);
// Each member's acts stay below the limit of an hour (1.7).
const each = 250;
const gone = records / 10;

test(`${records} claims, of which ${gone} go and half of those come back, are an archive in which strangers find nothing wrong`, async (context) => {
  const institution = await openInstitution({ connections: 8 });
  const { database, act } = institution;
  const authors = await people(database, Math.ceil(records / each));
  const staff = await people(database, Math.ceil(gone / 140) + 1, { role: 'moderator' });
  const limit = pLimit(8);
  const claims = Array.from({ length: records }, (_, index) => {
    const author = authors[Math.floor(index / each)];
    if (!author) throw new Error('nobody writes');
    return { id: newId('clm'), title: `Claim ${index} 👩🏽‍🔬`, author };
  });
  // A batch an act of the institution, as an import is: one by one, 20,000 acts would take minutes.
  for (let start = 0; start < records; start += 500) {
    const batch = claims.slice(start, start + 500);
    const ids = batch.map(({ id }) => id);
    await institution.runner.system('history.import', async (tx) => {
      const { method, environment, artifactUrl, artifactSha256, claim } = aClaim();
      await tx.query(sql`
        insert into claim (id, author_id, title, claim, method, environment, artifact_url, artifact_sha256, created_at, changed_at)
        select g.id, g.author, g.title, ${claim}, ${method}, ${environment}, ${artifactUrl}, ${artifactSha256}, moment, moment
        from unnest(${ids}::text[], ${batch.map(({ author }) => author.memberId)}::text[], ${batch.map(({ title }) => title)}::text[]) as g (id, author, title),
          institution_now() as moment`);
      return { id: ids[0] ?? '', touched: { claims: ids } };
    });
  }
  await Promise.all(
    claims
      .filter((_, index) => index % 10 === 3)
      .map(({ id, author }, index) =>
        limit(async () => {
          if (index % 2 === 0) return act(withdrawClaim, author, { claimId: id });
          const moderator = staff[index % staff.length];
          if (!moderator) throw new Error('nobody moderates');
          await act(moderateClaim, moderator, { claimId: id, state: 'hidden', reason: aReason });
          return act(moderateClaim, moderator, { claimId: id, state: 'active', reason: aReason });
        }),
      ),
  );

  const base = await serveArchive(institution);
  const pages = await readPages(base, 'claims');
  expect(pages.reduce((sum, page) => sum + page.records.length, 0)).toBe(records - gone / 2);
  expect(pages.reduce((sum, page) => sum + page.gone.length, 0)).toBe(gone / 2);
  expect((await verifyPublication(database, institution.origin)).faults).toBe(0);
  const found = await askStranger(base);
  if (!found) return context.skip('archive_check.py stands beside no project of ours here, or python3 is missing');
  expect(found).toMatchObject({ wrong: [], records: { claims: records - gone / 2 } });
  const verifier = path.resolve(import.meta.dirname, '../../../docs/examples/verify.py');
  const { stdout } = await promisify(execFile)('python3', [verifier, base], { maxBuffer: 2 ** 26 });
  expect(stdout).not.toContain('not valid');
  expect(stdout.match(/^claims \d+: valid$/gm)).toHaveLength(pages.length);
}, 600_000);
