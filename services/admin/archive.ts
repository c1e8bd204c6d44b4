// `institution archive verify`: whether what the archive serves is what the records say (8.2, 11.3).
import type { Command } from 'commander';
import { type Discrepancy, type Verification, verifyPublication } from '#domain/publication/verify.ts';
import { administer } from './administer.ts';

const faults: Readonly<Record<Discrepancy['fault'], string>> = {
  published_not_public: 'is published, but not public',
  public_not_published: 'is public, but not published',
  text_differs: 'is published with another text',
  place_differs: 'is published in another place than its record says',
  counts_differ: 'has counts that do not match its records',
  hashes_differ: 'has a manifest that is not that of its records',
};

export function archiveCommands(program: Command): void {
  const archive = program.command('archive').description('what is published');

  const verify = archive
    .command('verify')
    .description('render every record afresh and compare it with what is published; exits with 1 where they differ');
  verify.action(() =>
    administer(verify, async ({ database, origin }) => {
      const data = await verifyPublication(database, origin);
      if (data.faults > 0) process.exitCode = 1;
      return { text: report(data), data };
    }),
  );
}

function report({ compared, faults: count, named }: Verification): string {
  const lines = Object.entries(compared).map(([dataset, records]) => `${dataset}: ${records} records compared`);
  lines.push(...named.map(({ dataset, id, fault }) => `WRONG ${dataset}${id ? ` ${id}` : ''} ${faults[fault]}`));
  if (count > named.length) lines.push(`WRONG and ${count - named.length} more`);
  lines.push(count === 0 ? 'The publication is what the records say.' : `${count} differences.`);
  return lines.join('\n');
}
