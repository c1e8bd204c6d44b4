// `institution import checks FILE`: the checks of the registry from before disclosures were asked for (3.5).
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { importChecks } from '#domain/checks/import.ts';
import { administer } from './administer.ts';

export function importCommands(program: Command): void {
  const checks = program
    .command('import')
    .description('bring in what was recorded elsewhere')
    .command('checks')
    .description(
      'legacy checks, one JSON object a line: claimId, author, method, environment, artifactUrl, artifactSha256, result, notes, submittedAt, state',
    )
    .argument('<file>');
  checks.action(async (file: string) => {
    const text = await readText(file);
    await administer(checks, async ({ runner }) => {
      const { imported, already, refused } = await importChecks(runner, text);
      const done = `Imported ${imported}; ${already} had been imported before.`;
      if (refused.length > 0) {
        const named = refused.map(({ line, message }) => `line ${line}: ${message}`);
        throw new Error([`${done} Refused ${refused.length}:`, ...named].join('\n'));
      }
      return { text: done, data: { imported, already } };
    });
  });
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${error.code}).`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file} is not UTF-8.`);
  }
}
