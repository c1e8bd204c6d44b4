// `npm test`, from a fresh clone too: the static checks, then the tests; `npm test -- FILTER` narrows the tests.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { begin } from './begin.mjs';

const checkout = path.resolve(import.meta.dirname, '../..');
const rooms = ['domain', 'schema', 'services', 'prisma', 'jobs', 'test'].filter((room) =>
  existsSync(path.join(checkout, room)),
);

// Types and lint share nothing and run at once; the tests then have the machine to themselves.
const checks = [
  { name: 'types', command: ['typescript/bin/tsc', '--noEmit'] },
  { name: 'format and lint', command: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'boundaries',
    command: ['dependency-cruiser/bin/dependency-cruise.mjs', '--output-type', 'err-long', ...rooms],
  },
];

begin(async () => {
  let passed = 0;
  let failed = 0;
  const results = await Promise.all(checks.map(async ({ name, command }) => ({ name, ...(await run(command)) })));
  for (const { name, code, output } of results) {
    section(name);
    process.stdout.write(code === 0 ? 'passed\n' : `${output}\nfailed\n`);
    if (code === 0) passed++;
    else failed++;
  }
  section('tests');
  const counts = await tests(process.argv.slice(2));
  if (counts.skipped > 0) process.stdout.write(`${counts.skipped} skipped, and not counted as passed.\n`);
  passed += counts.passed;
  failed += counts.failed;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  if (failed > 0) process.exitCode = 1;
});

function section(name) {
  process.stdout.write(`\n== ${name}\n`);
}

async function tests(filter) {
  const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-report-'));
  const file = path.join(folder, 'report.json');
  try {
    const flags = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filter];
    const { code } = await run(['vitest/vitest.mjs', ...flags], 'inherit');
    const report = readReport(file);
    // A file that could not even be loaded has no test to fail, and an error outside of any test fails none.
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    const failed = report.numFailedTests + unloaded.length;
    return {
      passed: report.numPassedTests,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  }
}

function run([script, ...args], output = 'pipe') {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(checkout, 'node_modules', script), ...args], {
      cwd: checkout,
      stdio: ['ignore', output, output],
    });
    const parts = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(parts).toString('utf8').trim() }));
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  });
}
