// Where a cluster's files lie and who runs it. Postgres refuses to run as root, so root needs another user, and that user
// cannot reach a checkout under /root or in any other private folder: then binaries and data lie under /var/lib.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installedBinaries } from './binaries.ts';

export const ELSEWHERE = '/var/lib/morrowkin';

export interface RunAs {
  uid: number;
  gid: number;
}

export interface Place {
  /** The folder of bin, lib and share. */
  binaries: string;
  /** The data directory of Postgres. */
  cluster: string;
  /** The log of Postgres. */
  log: string;
  /** The user who runs Postgres when we are root. */
  runAs: RunAs | undefined;
}

export function placeCluster(dataDir: string): Place {
  mkdirSync(dataDir, { recursive: true });
  const inside = path.join(dataDir, 'postgres');
  const log = path.join(dataDir, 'postgres.log');
  const installed = installedBinaries();
  if (process.getuid?.() !== 0) return { binaries: installed.folder, cluster: inside, log, runAs: undefined };

  const runAs = postgresUser();
  const program = path.join(installed.folder, 'bin', 'postgres');
  const binaries = canEnter(program, runAs)
    ? installed.folder
    : copyBinaries(installed.folder, installed.version, runAs);
  return { binaries, cluster: placeData(dataDir, inside, runAs), log, runAs };
}

function postgresUser(): RunAs {
  const found = idsOf('postgres');
  if (found) return found;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const made = idsOf('postgres');
  if (!made) {
    throw new Error(
      'Postgres does not run as root, and no user "postgres" could be made; make one, start as another user, or set DATABASE_URL.',
    );
  }
  return made;
}

function idsOf(user: string): RunAs | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number.parseInt(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout, 10),
  );
  return uid && gid ? { uid, gid } : undefined;
}

// Asked of the kernel rather than worked out from modes: access lists and mounts count too.
function canEnter(target: string, runAs: RunAs): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', target], { ...runAs, cwd: '/' }).status === 0;
}

function copyBinaries(folder: string, version: string, runAs: RunAs): string {
  const copy = path.join(ELSEWHERE, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const half = `${copy}.${process.pid}`;
  mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 });
  cpSync(folder, half, { recursive: true, verbatimSymlinks: true });
  spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, half]);
  try {
    renameSync(half, copy);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(copy)) throw error; // another start was faster, which is as good
  }
  return copy;
}

// The choice is written down: a data directory must find its database again whatever its folder's mode is next time.
function placeData(dataDir: string, inside: string, runAs: RunAs): string {
  const note = path.join(dataDir, 'postgres.place');
  if (existsSync(note)) return readFileSync(note, 'utf8').trim();
  if (canEnter(dataDir, runAs)) return inside;
  const readable = dataDir.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  const outside = path.join(ELSEWHERE, 'data', `${readable}-${randomBytes(3).toString('hex')}`, 'postgres');
  mkdirSync(path.dirname(outside), { recursive: true, mode: 0o755 });
  writeFileSync(`${note}.new`, `${outside}\n`);
  renameSync(`${note}.new`, note);
  return outside;
}
