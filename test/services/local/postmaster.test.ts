import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { clearAway, runningPostmaster } from '#services/local/postgres/postmaster.ts';
import { temporary } from '#test/kit/temporary.ts';

const cluster = mkdtempSync(path.join(temporary, 'morrowkin-postmaster-'));
const file = path.join(cluster, 'postmaster.pid');
afterAll(() => rmSync(cluster, { recursive: true, force: true }));

// Once it was removed here, and Postgres, which makes it first and fills it a moment later, never became ready.
test('looking at a file that is only just made leaves it alone', () => {
  writeFileSync(file, '');
  expect(runningPostmaster(cluster)).toBeUndefined();
  expect(existsSync(file)).toBe(true);
});

test('a file that is filled while it is looked at is kept', async () => {
  writeFileSync(file, '');
  const clearing = clearAway(cluster);
  await pause(100);
  writeFileSync(file, '999999999\n');
  await clearing;
  expect(readFileSync(file, 'utf8')).toBe('999999999\n');
});

test('a file that is never filled goes, and one whose number belongs to another program', async () => {
  for (const text of ['', `${process.pid}\n${cluster}\n`]) {
    writeFileSync(file, text);
    await clearAway(cluster);
    expect(existsSync(file)).toBe(false);
  }
});
