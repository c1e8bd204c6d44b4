// The committed vectors are those that the code makes, and the example verifiers in other languages tell good from bad by them.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { checkpointVectors, keyVectors, manifestVectors, pageVectors } from '#test/kit/vectors.ts';

const root = path.resolve(import.meta.dirname, '..');
const sets = { pages: pageVectors, manifests: manifestVectors, keys: keyVectors, checkpoints: checkpointVectors };

test.each(Object.entries(sets))('%s: the committed vectors are what the code makes', (name, make) => {
  const vectors = make();
  expect(new Set(vectors.map((vector) => vector.name)).size).toBe(vectors.length);
  expect(vectors.some((vector) => vector.valid) && vectors.some((vector) => !vector.valid)).toBe(true);
  expect(JSON.parse(readFileSync(path.join(root, `test/vectors/${name}.json`), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(vectors)),
  );
});

const right = Object.entries(sets).flatMap(([name, make]) =>
  make().map((vector) => `${name}: ${vector.name}: ${vector.valid ? 'valid' : 'not valid'}`),
);
const program = (...parts: string[]) => path.join(root, 'docs/examples', ...parts);

test.each([
  ['python3', ['--version'], program('verify.py'), [program('verify.py')]],
  ['go', ['version'], program('go', 'verify.go'), ['run', '-C', program('go'), '.']],
] as const)(
  'a verifier of under 100 lines for %s agrees with every vector',
  async (command, asks, source, runs) => {
    expect(readFileSync(source, 'utf8').trimEnd().split('\n').length).toBeLessThan(100);
    const here = await promisify(execFile)(command, asks).then(
      () => true,
      () => false,
    );
    if (!here) {
      process.stdout.write(`NOTHING RAN HERE: ${command} is not on this machine, so its verifier was not tried.\n`);
      return;
    }
    const { stdout } = await promisify(execFile)(command, [...runs, '--vectors', path.join(root, 'test/vectors')]);
    expect(stdout.trim().split('\n').sort()).toEqual([...right].sort());
  },
  120_000,
);
