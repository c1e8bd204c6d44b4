// The passwords of the embedded database's logins: made once, kept in a file that only its owner can read.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface Secrets {
  superuser: string;
  owner: string;
  archive: string;
}

const has = (dataDir: string, ...names: string[]): boolean =>
  names.some((name) => existsSync(path.join(dataDir, name)));

/** Whether this is the data directory of an institution. */
export const isKept = (dataDir: string): boolean => has(dataDir, 'secrets.json', 'postgres', 'postgres.place');

export function keepSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  if (existsSync(file)) return read(file);
  if (has(dataDir, 'postgres', 'postgres.place')) {
    throw new Error(`${dataDir} holds a database, but ${file} with its passwords is gone; put it back from a backup.`);
  }
  mkdirSync(dataDir, { recursive: true });
  const password = () => randomBytes(24).toString('base64url');
  const secrets: Secrets = { superuser: password(), owner: password(), archive: password() };
  // On the disk before the database is made with them: without them it could not be opened again.
  const half = `${file}.${process.pid}`;
  const descriptor = openSync(half, 'w', 0o600);
  writeSync(descriptor, `${JSON.stringify(secrets, null, 2)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(half, file);
  return secrets;
}

function read(file: string): Secrets {
  let found: Partial<Secrets> = {};
  try {
    found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    // Unreadable is the same as incomplete.
  }
  const { superuser, owner, archive } = found;
  if (!superuser || !owner || !archive)
    throw new Error(`${file} does not hold the passwords it should; put it back from a backup.`);
  return { superuser, owner, archive };
}
