// `npm run migration:guards`: writes the listing of the hand-written guards anew.
import { commitGuards, LISTING, listGuards } from '#prisma/guards.ts';
import { withScratchDatabase } from './scratch-database.ts';

export async function main(): Promise<void> {
  await commitGuards(await withScratchDatabase(listGuards));
  process.stdout.write(`Written to ${LISTING.pathname}.\n`);
}
