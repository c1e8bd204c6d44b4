import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settingsOf } from '#domain/settings/rules.ts';
import { sql } from '#prisma/database.ts';
import { main } from '#services/admin/institution.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';

let institution: TestInstitution;
const dataDir = mkdtempSync(path.join(tmpdir(), 'morrowkin-settings-'));
beforeAll(async () => {
  institution = await openInstitution();
  vi.stubEnv('DATABASE_URL', institution.url);
  vi.stubEnv('DATA_DIR', dataDir);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

async function told(...args: string[]): Promise<unknown> {
  const lines: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  try {
    await main(['--json', 'settings', ...args]);
    return JSON.parse(lines.join(''));
  } finally {
    out.mockRestore();
  }
}

test('the settings stand at their initial values until they are changed', async () => {
  expect(await told('show')).toEqual(settingsOf({}));
});

test.each([
  ['pollingSeconds', '120', 120],
  ['challengesPaused', 'true', true],
  ['successorContacts', '42', '42'],
  ['successorContacts', 'The archive of the town', 'The archive of the town'],
  ['successorContacts', '', ''],
])('%s becomes %j, and the change is recorded', async (key, word, value) => {
  expect(await told('set', key, word)).toEqual({ [key]: value });
  expect(await told('show')).toMatchObject({ [key]: value });
  const entry = await institution.database.one(
    sql`select actor_id as who, act, detail -> 'changes' as changes from audit_entry order by seq desc limit 1`,
  );
  expect(entry).toEqual({ who: null, act: 'change_settings', changes: { [key]: value } });
});

test.each([
  ['pollingSeconds', '0', 'pollingSeconds must be >= 1'],
  ['pollingSeconds', 'often', 'pollingSeconds must be integer'],
  ['maintenance', 'yes', 'maintenance must be boolean'],
  ['colour', 'red', 'There is no setting "colour"; there are maintenance,'],
  ['reason', 'because', 'There is no setting "reason"'],
])('%s cannot be %j', async (key, word, sentence) => {
  await expect(told('set', key, word)).rejects.toThrow(sentence);
});
