import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test('the types of the schema are those of the printed schema: npm run schema:types', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'schema-types-'));
  try {
    const fresh = path.join(folder, 'graphql-env.d.ts');
    const done = spawnSync('node_modules/.bin/gql.tada', ['generate-output', '--output', fresh], { encoding: 'utf8' });
    expect(done.status, done.stderr).toBe(0);
    expect(readFileSync('schema/generated/graphql-env.d.ts', 'utf8')).toBe(readFileSync(fresh, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
