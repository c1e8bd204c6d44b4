// The protocol's own conformance runner. Its exit code says little: every check that it wrote down is looked at.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Outside } from './institution.ts';
import { part, report } from './report.ts';

interface Exception {
  reason: string;
  scenarios?: string[];
  checks?: string[];
}

interface Checked {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

// Scenarios that a server of tools only must pass, whatever the list of exceptions says.
const never = ['tools-list', 'server-initialize', 'ping', 'dns-rebinding-protection', 'http-header-validation'];

export function conformance({ address, folder }: Outside, node: string, packages: string): void {
  const exceptions = parse(readFileSync(path.join(import.meta.dirname, 'exceptions.yaml'), 'utf8')) as Exception[];
  const excepted = new Set(exceptions.flatMap(({ scenarios = [], checks = [] }) => [...scenarios, ...checks]));
  const needed = new Set<string>();
  for (const revision of ['2026-07-28', '2025-11-25']) {
    part(`conformance, requirements of ${revision}`);
    const out = path.join(folder, `conformance-${revision}`);
    const program = path.join(packages, 'conformance/dist/index.js');
    const args = ['server', '--url', `${address}/mcp`, '--requirements', revision, '--output-dir', out];
    const { stdout } = spawnSync(node, [program, ...args], { encoding: 'utf8', timeout: 300_000 });
    const listed = spawnSync(node, [program, 'list', '--server', '--requirements', revision], {
      encoding: 'utf8',
    }).stdout;
    const [servers = ''] = listed.split('Client scenarios');
    const required = [...servers.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name as string);
    const ran = new Map(
      readdirSync(out).map((name) => [
        name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/, '$1'),
        JSON.parse(readFileSync(path.join(out, name, 'checks.json'), 'utf8')) as Checked[],
      ]),
    );
    if (required.length === 0 || !stdout.includes('=== SUMMARY ==='))
      report('the runner', `it did not finish:\n${stdout}`);
    for (const scenario of required) if (!ran.has(scenario)) report(scenario, 'it did not run');
    for (const [scenario, checks] of ran) {
      for (const { id, status, errorMessage } of checks) {
        const what = `${scenario} / ${id}`;
        if (status === 'SUCCESS') report(what);
        else if (status !== 'INFO') {
          const exception = never.includes(scenario) ? undefined : [scenario, id].find((one) => excepted.has(one));
          if (exception === undefined) report(what, `${status} ${errorMessage ?? ''}`);
          else needed.add(exception);
        }
      }
    }
  }
  for (const one of excepted) if (!needed.has(one)) report(`the exception ${one}`, 'nothing needs it any more');
  process.stdout.write(`  ${needed.size} written exceptions were needed (exceptions.yaml)\n`);
}
