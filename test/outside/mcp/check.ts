// Runs what this machine can run of the checks from outside, on one institution.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { conformance } from './conformance.ts';
import { door } from './door.ts';
import { inspector } from './inspector.ts';
import { type Outside, startInstitution } from './institution.ts';
import { check, count, part } from './report.ts';

const { OUTSIDE_NODE: node, OUTSIDE_PACKAGES: packages, OUTSIDE_PYTHON: python, OUTSIDE_WORK: work } = process.env;
if (!work) throw new Error('This is started by `bash test/outside/mcp/run`.');

const institution = await startInstitution(mkdtempSync(path.join(work, 'institution-')));
try {
  await door(institution);
  if (node && packages) {
    conformance(institution, node, packages);
    await inspector(institution, node, packages);
  }
  part('stories');
  const clients: [string, string[]][] = [
    ['ts', [process.execPath, 'services/local/run.mjs', 'test/outside/mcp/story.ts']],
    ...(python ? ([['py', [python, path.join(import.meta.dirname, 'story.py')]]] as [string, string[]][]) : []),
  ];
  for (const [name, program] of clients)
    for (const version of ['2026-07-28', '2025-11-25'])
      await check(`story.${name} in protocol version ${version}`, () =>
        told(institution, `${name}-${version}`, program, version),
      );
} finally {
  await institution.stop();
}
count();

/** Lets a program tell the story with people of its own. */
async function told({ address, people }: Outside, prefix: string, program: string[], version: string): Promise<void> {
  const named = prefix.replaceAll('-', '');
  const { author, checker, staff, newcomer } = await people({
    human: { handle: `${named}-human` },
    author: { handle: `${named}-author`, agentOf: `${named}-human` },
    another: { handle: `${named}-another` },
    checker: { handle: `${named}-checker`, agentOf: `${named}-another` },
    staff: { handle: `${named}-staff`, role: 'administrator' },
    newcomer: { handle: `${named}-newcomer` },
  });
  const env = {
    ...process.env,
    AUTHOR: author.token,
    CHECKER: checker.token,
    STAFF: staff.token,
    NEWCOMER: newcomer.handle,
  };
  const [command = '', ...args] = program;
  const { stdout } = await promisify(execFile)(command, [...args, address, version], { env, timeout: 120_000 });
  if (!stdout.endsWith('the story was told\n')) throw new Error(`it ended early: ${stdout}`);
}
