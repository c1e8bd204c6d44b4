// Real worker processes on a simulated clock, and the backends they keep their schedule in.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { temporary } from '#test/kit/temporary.ts';

const run = fileURLToPath(new URL('../../services/local/run.mjs', import.meta.url));
const entry = fileURLToPath(new URL('./simulated-worker.ts', import.meta.url));
const children = new Set<ChildProcess>();
const folders: string[] = [];
const folder = (name: string): string => {
  const made = mkdtempSync(path.join(temporary, name));
  folders.push(made);
  return made;
};

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([...children].map((child) => once(child, 'exit')));
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

export interface Worker {
  pid: number;
  /** Resolves once it has caught up; rejects with what it printed if it ends before. */
  ready: Promise<void>;
  /** Its exit code, null where a signal ended it. */
  ended: Promise<number | null>;
  alive(): boolean;
  output(): string;
  kill(signal: NodeJS.Signals): void;
}

export function startWorker(env: NodeJS.ProcessEnv): Worker {
  const child = spawn(process.execPath, [run, entry], {
    env: { PATH: process.env.PATH, DATA_DIR: folder('morrowkin-worker-'), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      text += part;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void ended.then((code) => reject(new Error(`the worker ended with ${code} before it was ready:\n${text}`)));
  });
  ready.catch(() => {});
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    alive: () => child.exitCode === null && child.signalCode === null,
    output: () => text,
    kill: (signal) => void child.kill(signal),
  };
}

export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await pause(10);
  }
}

/** A FerretDB of the test's own, which answers as MongoDB does and can be restarted. */
export interface Ferret {
  url(database: string): string;
  restart(whileDown: () => Promise<void>): Promise<void>;
}

/** The program of test/jobs/ferretdb, built; .ci/run builds it and says where. */
export const ferretProgram = process.env.FERRETDB;

export async function startFerret(): Promise<Ferret> {
  if (!ferretProgram) throw new Error('FERRETDB is not set');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = `127.0.0.1:${(probe.address() as { port: number }).port}`;
  probe.close();
  const directory = folder('morrowkin-ferretdb-');
  const start = (): ChildProcess => {
    const child = spawn(ferretProgram ?? '', [address, directory], { stdio: ['ignore', 'ignore', 'inherit'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  let running = start();
  return {
    url: (database) => `mongodb://${address}/${database}`,
    async restart(whileDown) {
      running.kill('SIGKILL');
      await once(running, 'exit');
      await whileDown();
      running = start();
    },
  };
}
