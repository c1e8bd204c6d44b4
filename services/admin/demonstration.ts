// `institution demonstration fill`: what `npm run demo` shows.
import type { Command } from 'commander';
import { fillDemonstration } from './fill-demonstration.ts';

export function demonstrationCommands(program: Command): void {
  const demonstration = program.command('demonstration').description('the demonstration institution of `npm run demo`');

  demonstration
    .command('fill')
    .description('let eight weeks happen in it, as far as they have not; refused on a real institution')
    .action(async () => {
      const { json } = demonstration.optsWithGlobals<{ json?: boolean }>();
      const filled = await fillDemonstration();
      if (json) process.stdout.write(`${JSON.stringify({ filled })}\n`);
      else if (filled) process.stdout.write('The demonstration is filled with eight weeks of made-up history.\n');
    });
}
