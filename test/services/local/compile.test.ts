// What runs is compiled from the sources as they are, finds what lies beside them, and names them in errors.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const checkout = mkdtempSync(path.join(tmpdir(), 'morrowkin-compile-'));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
  writeFileSync(path.join(checkout, file), text);
};

/** What a module prints, run by Node alone. */
async function printed(program: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
  });
  expect(stderr).toBe('');
  return stdout;
}

const compiling = (then: string) =>
  printed(`import { compile, isCompiled, compiledFile } from '#services/local/compile.mjs';
    const checkout = ${JSON.stringify(checkout)};
    ${then}`);

test('a change is noticed and compiled, and what a killed one left goes', async () => {
  for (const file of ['services/local/compile.mjs', 'tsconfig.json', 'package-lock.json', 'package.json'])
    write(file, readFileSync(path.join(root, file), 'utf8'));
  write('domain/text/beside.txt', 'read');
  write('domain/text/kind.ts', 'export const kind: string = "beside";\n');
  write(
    'domain/reads.ts',
    `import { readFileSync } from 'node:fs';
    import { kind } from '#domain/text/kind.ts';
    export const text = readFileSync(new URL('text/' + kind + '.txt', import.meta.url), 'utf8');
    export const place = import.meta.dirname;\n`,
  );
  write('.compiled.1/left.js', '');
  const compiled = `console.log(isCompiled(checkout)); await compile(checkout); console.log(isCompiled(checkout));
    const { text, place } = await import(compiledFile(checkout, checkout + '/domain/reads.ts'));
    console.log(text, (await import('node:path')).resolve(place));`;
  expect(await compiling(compiled)).toBe(`false\ntrue\nread ${path.join(checkout, 'domain')}\n`);
  expect(existsSync(path.join(checkout, '.compiled.1'))).toBe(false);

  write('domain/text/beside.txt', 'read again');
  expect(await compiling('console.log(isCompiled(checkout))')).toBe('true\n');
  write('domain/text/kind.ts', 'export const kind = "beside";\n');
  expect(await compiling(compiled)).toBe(`false\ntrue\nread again ${path.join(checkout, 'domain')}\n`);
});

test('an error names the source and its line', async () => {
  const lines = readFileSync(path.join(root, 'prisma/migrate.ts'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('await readdir(')) + 1;
  const trace = await printed(`import { load } from '#services/local/load.mjs';
    const { readMigrations } = await load('prisma/migrate.ts');
    await readMigrations(new URL('file:///nowhere/')).catch(({ stack }) => console.log(stack));`);
  expect(trace).toContain(`readMigrations (${path.join(root, 'prisma/migrate.ts')}:${line}:`);
});
