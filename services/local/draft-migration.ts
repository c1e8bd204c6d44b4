// `npm run migration:draft -- NAME`: writes what the migrated database lacks of schema.prisma as the next migration.
import { draft } from '#prisma/draft.ts';
import { withScratchDatabase } from './scratch-database.ts';

export async function main([name]: string[]): Promise<void> {
  if (!name) throw new Error('Say what the migration does: npm run migration:draft -- add_observations');
  const folder = await withScratchDatabase((url) => draft(url, name, new Date()));
  process.stdout.write(
    folder
      ? `Drafted ${folder}migration.sql. Read it, add triggers, checks and partial indexes by hand, then run npm run migration:guards.\n`
      : 'The migrations already make what schema.prisma describes; nothing was drafted.\n',
  );
}
