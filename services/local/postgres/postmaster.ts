// What postmaster.pid says of a cluster, checked against the processes that really run.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

const fileOf = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** The postmaster that runs on this cluster. It only looks: a starting one makes its file first and fills it a moment later. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const lines = read(fileOf(cluster))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!runsOn(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Removes a file that would keep Postgres from starting: one whose process number belongs to another program by now, as after a
 * reboot, or one that was never filled. Postgres itself removes that of a process which is gone.
 */
export async function clearAway(cluster: string): Promise<void> {
  const file = fileOf(cluster);
  for (let tries = 0; read(file) === '' && tries < 100; tries++) await pause(20); // one just begun fills it in a moment
  const text = read(file);
  if (text === undefined || runningPostmaster(cluster)) return;
  if (text === '' || commandLine(Number(text.split('\n')[0])).length > 0) rmSync(file, { force: true });
}

/** Fast shutdown, then the immediate one, which loses nothing either: the next start replays the log. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    signalTo(pid, signal);
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      if (!runsOn(pid, cluster)) return;
      await pause(20);
    }
  }
  throw new Error(`Postgres (process ${pid}) could not be stopped; stop it by hand.`);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

// The command line must name the cluster: process numbers are used again.
const runsOn = (pid: number, cluster: string): boolean => commandLine(pid).includes(cluster);

/** What a process was started with; nothing for one that has ended, even if its parent has not collected it. */
export function commandLine(pid: number): string[] {
  if (!Number.isInteger(pid) || pid <= 0) return [];
  const text =
    process.platform === 'linux'
      ? (read(`/proc/${pid}/cmdline`) ?? '').split('\0')
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
          .stdout.trim()
          .split(/\s+/);
  return text.filter((part) => part !== '');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
