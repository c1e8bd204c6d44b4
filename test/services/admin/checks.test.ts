import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerClaim } from '#domain/claims/register.ts';
import { sql } from '#prisma/database.ts';
import { main } from '#services/admin/institution.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { person } from '#test/kit/people.ts';
import { aCheck, aClaim } from '#test/kit/samples.ts';

let institution: TestInstitution;
let row: Record<string, unknown>;
const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-import-'));
const file = path.join(folder, 'checks.ndjson');

beforeAll(async () => {
  institution = await openInstitution();
  vi.stubEnv('DATABASE_URL', institution.url);
  vi.stubEnv('DATA_DIR', folder);
  const author = await person(institution.database);
  const checker = await person(institution.database);
  const claimId = (await institution.act(registerClaim, author, aClaim())).id;
  const { method, environment, artifactUrl, artifactSha256, result } = aCheck(claimId);
  row = { claimId, author: checker.handle, method, environment, artifactUrl, artifactSha256, result };
  row = { ...row, submittedAt: '2020-01-01T00:00:00.000Z', state: 'accepted' };
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** What the command answers, with this in the file. */
async function importing(content: string | Uint8Array): Promise<string> {
  writeFileSync(file, content);
  const told: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  try {
    await main(['import', 'checks', file, '--json']);
    return told.join('');
  } finally {
    out.mockRestore();
  }
}

test('a file of legacy checks is imported, and its second time says that nothing was left to do', async () => {
  const content = `${JSON.stringify(row)}\n`;
  expect(JSON.parse(await importing(content))).toEqual({ imported: 1, already: 0 });
  expect(JSON.parse(await importing(content))).toEqual({ imported: 0, already: 1 });
  const audited = sql`select actor_id, subject from audit_entry where act = 'import_checks' order by seq`;
  expect(await institution.database.query(audited)).toEqual([{ actor_id: null, subject: 'registry_check' }]);
});

test('what is refused is named by its line and ends the command in failure', async () => {
  const lines = [JSON.stringify(row), '{', JSON.stringify({ ...row, state: 'open' })];
  await expect(importing(lines.join('\n'))).rejects.toThrow(
    'Imported 0; 0 had been imported before. Refused 2:\nline 2: is no JSON\nline 3: state is one of pending, accepted, rejected',
  );
  await expect(importing(Uint8Array.from([0x7b, 0xff]))).rejects.toThrow('is not UTF-8');
  await expect(main(['import', 'checks', path.join(folder, 'none')])).rejects.toThrow('There is no file');
});
