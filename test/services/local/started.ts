// Starts a real institution with stand-ins for its services, the way `npm start` does, and watches it from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, vi } from 'vitest';
import { commandLine } from '#services/local/postgres/postmaster.ts';
import { temporary } from '#test/kit/temporary.ts';

const starter = fileURLToPath(new URL('./stand-ins/start.mjs', import.meta.url));
/** What `npm start` runs. */
export const realStarter = fileURLToPath(new URL('../../../services/local/start.mjs', import.meta.url));
const commander = fileURLToPath(new URL('../../../services/local/command.mjs', import.meta.url));

export interface Started {
  pid: number;
  /** Addresses of the services. */
  api: string;
  archive: string;
  /** What it has printed. */
  output(): string;
  /** Resolves once it says that it is open; rejects with what it printed when it ends before. */
  open: Promise<Started>;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
}

export interface Told {
  pid: number;
  login: string;
  DATABASE_URL?: string;
  ARCHIVE_DATABASE_URL?: string;
  PUBLIC_ORIGIN: string;
}

vi.setConfig({ testTimeout: 120_000 }); // whole institutions, several a test, on machines that do other things too

const folders: string[] = [];
const children = new Set<ChildProcess>();

// What a failed test leaves running must not outlive the file.
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all([...children].map((child) => once(child, 'exit')));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new data directory, which the user who runs Postgres can enter. */
export function dataDirectory(mode = 0o711): string {
  const folder = mkdtempSync(path.join(temporary, 'morrowkin-data-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

export async function freePorts(): Promise<{ PORT: string; ARCHIVE_PORT: string }> {
  const probes = [createServer(), createServer()];
  const [PORT, ARCHIVE_PORT] = await Promise.all(
    probes.map(async (probe) => {
      probe.listen(0, '127.0.0.1');
      await once(probe, 'listening');
      return String((probe.address() as { port: number }).port);
    }),
  );
  for (const probe of probes) probe.close();
  return { PORT: PORT ?? '', ARCHIVE_PORT: ARCHIVE_PORT ?? '' };
}

export function start(env: NodeJS.ProcessEnv, args: string[] = [], file = starter): Started {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...clean(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  const changed: Array<() => void> = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      text += part;
      for (const tell of changed) tell();
    });
  }
  const ended = once(child, 'exit').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  const started = {
    pid: child.pid ?? 0,
    api: `http://127.0.0.1:${env.PORT}`,
    archive: `http://127.0.0.1:${env.ARCHIVE_PORT}`,
    output: () => text,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    ended,
  };
  const open = new Promise<Started>((resolve, reject) => {
    changed.push(() => {
      if (text.includes('The institution is open')) resolve({ ...started, open });
    });
    // The last lines may arrive after the exit.
    child.once('close', () => reject(new Error(`it ended before it was open:\n${text}`)));
  });
  open.catch(() => {});
  return { ...started, open };
}

/** Ends it in order and returns its exit code. */
export async function stop(started: Started): Promise<number | null> {
  started.kill('SIGTERM');
  return started.ended;
}

export async function command(
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ code: number; out: string; error: string }> {
  const child = spawn(process.execPath, [commander, 'services/admin/institution.ts', ...args], {
    env: { ...clean(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    error += part;
  });
  const [code] = await once(child, 'close');
  return { code: code as number, out, error };
}

/** What a stand-in was given. */
export async function told(address: string): Promise<Told> {
  const answer = await fetch(address);
  return (await answer.json()) as Told;
}

export async function isHealthy(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/health`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  milliseconds = 15_000,
): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await pause(30);
  }
}

/** The process that runs the embedded Postgres of a data directory. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export const isAlive = (pid: number): boolean => commandLine(pid).length > 0;

export async function ask(connectionString: string | undefined, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

// The tests say everything that counts; what the developer has set must not.
function clean(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
