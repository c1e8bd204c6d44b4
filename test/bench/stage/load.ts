// Load by wrk, which takes the least of the two cores that server and database need.
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Lacking } from '../row.ts';
import { foundProgram } from './machine.ts';
import type { Server } from './processes.ts';

export interface Ask {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadOptions {
  connections: number;
  seconds: number;
  /** No request may be sent twice: then the load fails where there are too few. */
  once?: boolean;
}

let loads = 0;

/** Answers a second to these requests, sent in their order, over and over. An answer that is an error fails the load. */
export async function rateOf(
  server: Server,
  asks: readonly Ask[],
  { connections, seconds, once = false }: LoadOptions,
): Promise<number> {
  const program = foundProgram('wrk');
  if (!program) throw new Lacking('this machine has no wrk');
  const script = path.join(tmpdir(), `morrowkin-bench-${process.pid}-${loads++}.lua`);
  writeFileSync(script, scriptOf(asks));
  try {
    const args = [
      '--threads',
      '1',
      '--connections',
      String(connections),
      '--duration',
      `${seconds}s`,
      '--timeout',
      '30s',
      '--script',
      script,
      server.address,
    ];
    const { stdout } = await promisify(execFile)(program, args);
    const [, requests = '', microseconds = '', errors = ''] = /^DONE (\d+) (\d+) (\d+)$/m.exec(stdout) ?? [];
    if (requests === '' || errors !== '0')
      throw new Error(`A load on ${server.address}${asks[0]?.path} went wrong:\n${stdout}`);
    if (once && Number(requests) > asks.length)
      throw new Error(`${requests} requests were sent where ${asks.length} were to be sent once.`);
    return Number(requests) / (Number(microseconds) / 1e6);
  } finally {
    rmSync(script, { force: true });
  }
}

const scriptOf = (asks: readonly Ask[]) => `
local asked = 0
local requests = {}
function init()
${asks.map((ask) => `  requests[#requests + 1] = wrk.format(${[ask.method ?? 'GET', ask.path].map(lua).join(', ')}, {${headersOf(ask)}}, ${lua(ask.body)})`).join('\n')}
end
function request()
  asked = asked % #requests + 1
  return requests[asked]
end
function done(summary)
  local e = summary.errors
  print(string.format('DONE %d %d %d', summary.requests, summary.duration, e.connect + e.read + e.write + e.status + e.timeout))
end
`;

// A JSON string of ASCII characters is one of Lua too.
const lua = (text: string | undefined) => (text === undefined ? 'nil' : JSON.stringify(text));

const headersOf = ({ headers = {} }: Ask) =>
  Object.entries(headers)
    .map(([name, value]) => `[${lua(name)}] = ${lua(value)}`)
    .join(', ');
