// Servers as processes of their own, which end with this one whatever happens to it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '#test/kit/port.ts';

export interface Server {
  address: string;
  pid: number;
}

const local = (file: string) => fileURLToPath(new URL(`../../../services/local/${file}`, import.meta.url));
const children = new Set<ChildProcess>();

/** A source of ours, or a JavaScript program, that listens where `env` tells it to, once it answers at `ready`. */
export async function startNode(
  file: URL,
  ready: string,
  env: (port: number) => Record<string, string>,
): Promise<Server> {
  const port = await freePort();
  const { DATABASE_URL, ARCHIVE_DATABASE_URL, MONGODB_URL, ...inherited } = process.env;
  const program = file.pathname.endsWith('.ts') ? [local('run.mjs'), fileURLToPath(file)] : [fileURLToPath(file)];
  const child = spawn(process.execPath, ['--import', local('end-with-starter.mjs'), ...program], {
    env: { ...inherited, NODE_ENV: 'production', ...env(port) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return started(child, `http://127.0.0.1:${port}`, ready);
}

/** Any other program. */
export function startProgram(program: string, args: string[], port: number, ready: string): Promise<Server> {
  return started(spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }), `http://127.0.0.1:${port}`, ready);
}

async function started(child: ChildProcess, address: string, ready: string): Promise<Server> {
  children.add(child);
  const end = performance.now() + 60_000;
  while (!(await answers(`${address}${ready}`))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnfile} ended before it answered.`);
    if (performance.now() > end) throw new Error(`${child.spawnfile} did not answer within a minute.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { address, pid: child.pid ?? 0 };
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status < 500;
    },
    () => false,
  );

export async function endServers(): Promise<void> {
  await Promise.all(
    [...children].map(async (child) => {
      children.delete(child);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const over = once(child, 'exit');
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 5000);
      await over;
      clearTimeout(hard);
    }),
  );
}

/** What a process holds in memory, in megabytes. */
export const residentMegabytes = ({ pid }: Server): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
