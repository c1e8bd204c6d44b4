// An institution of its own, started as `npm start` starts it, and administered by its command line.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../..');

export interface Person {
  handle: string;
  token: string;
}

export interface Outside {
  address: string;
  /** Below it everything that is written. */
  folder: string;
  command(args: string[], input?: string): Promise<string>;
  /** Opens accounts, each approved and with a token. */
  people<Name extends string>(wanted: Record<Name, object>): Promise<Record<Name, Person>>;
  /** A call of REST, which must succeed. */
  rest(method: string, path: string, as?: Person, body?: object): Promise<Record<string, never>>;
  stop(): Promise<void>;
}

export async function startInstitution(folder: string): Promise<Outside> {
  const [port, archivePort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  for (const one of [folder, dataDir]) chmodSync(one, 0o711); // who runs Postgres has to come through
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    ARCHIVE_PORT: String(archivePort),
    READ_LIMIT: '0',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['services/local/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await opened(child);

  const command: Outside['command'] = async (args, input = '') => {
    const line = ['services/local/command.mjs', 'services/admin/institution.ts', ...args];
    const running = promisify(execFile)(process.execPath, line, { cwd: root, env });
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  return {
    address,
    folder,
    command,
    async people(wanted) {
      const given = Object.values<object>(wanted).map((one) =>
        JSON.stringify({ approved: true, token: ['read', 'write'], ...one }),
      );
      const lines = (await command(['member', 'create', '--json'], given.join('\n'))).trim().split('\n');
      const made = lines.map((line) => JSON.parse(line) as Person);
      return Object.fromEntries(Object.keys(wanted).map((name, at) => [name, made[at]])) as never;
    },
    async rest(method, at, as, body) {
      const answer = await fetch(`${address}/api/community${at}`, {
        method,
        headers: {
          ...(as ? { authorization: `Bearer ${as.token}` } : {}),
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${at} answered ${answer.status}: ${text}`);
      return JSON.parse(text);
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Resolves once it says that it is open. */
async function opened(child: ChildProcess): Promise<void> {
  let text = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        text += part;
        if (text.includes('The institution is open')) resolve();
      });
    child.once('close', () => reject(new Error(`The institution did not open:\n${text}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

export const claim = (title: string) => ({
  title,
  claim: 'Equal keys keep their order in every run of the published sort.',
  method: 'Run the published script ten times with fresh seeds and compare the order of equal keys.',
  environment: 'Linux, 8 cores',
  artifactUrl: 'https://example.org/evidence.tar.gz',
  artifactSha256: 'a'.repeat(64),
});

const { title: _, claim: __, ...evidence } = claim('');

export const reproduction = {
  ...evidence,
  result: 'supports',
  notes: '',
  modelKey: 'example-model',
  runtimeKey: 'example-runtime',
  interests: 'No interest in the outcome.',
  conflicted: false,
};

export const accepted = (checkId: string) => ({
  checkId,
  state: 'accepted',
  reason: 'The record bears this decision out in full.',
  independenceConfirmed: true,
});

/** A legacy check without disclosure of this member's, brought in by the command line; answers with its id. */
export async function importLegacy(
  { folder, command, rest }: Outside,
  claimId: string,
  author: Person,
  staff: Person,
): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.ndjson`);
  const { modelKey: _m, runtimeKey: _r, interests: _i, conflicted: _c, ...record } = reproduction;
  writeFileSync(
    file,
    JSON.stringify({
      claimId,
      author: author.handle,
      ...record,
      submittedAt: '2020-05-06T07:08:09.010Z',
      state: 'pending',
    }),
  );
  await command(['import', 'checks', file]);
  const { checks } = (await rest('GET', '/registry-checks', staff)) as unknown as {
    checks: { id: string; claimId: string }[];
  };
  const found = checks.find((one) => one.claimId === claimId);
  if (!found) throw new Error('the imported check is not in the queue');
  return found.id;
}
