// Fills the demonstration institution before its services begin, by the command line's own door: what happened in it happened over
// eight weeks, which only a process of its own can live through in seconds. A start that was killed half-way is taken up by the next.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export async function fillDemonstration(): Promise<void> {
  const command = fileURLToPath(new URL('../command.mjs', import.meta.url));
  const args = [command, 'services/admin/institution.ts', 'demonstration', 'fill'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('The demonstration could not be filled; the lines above say why.');
}
