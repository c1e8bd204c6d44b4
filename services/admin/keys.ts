// `institution keys show|rotate`: the keys that sign the archive's checkpoints (8.3).
import type { Command } from 'commander';
import { record } from '#domain/settings/audit.ts';
import { sql } from '#prisma/database.ts';
import { KeyFile } from '#services/archive/keys.ts';
import { administer } from './administer.ts';

export function keyCommands(program: Command): void {
  const keys = program.command('keys').description('what signs the archive’s checkpoints');

  const show = keys.command('show').description('the public keys, the signing one last');
  show.action(() =>
    administer(show, async ({ config }) => {
      const { keys: data } = await new KeyFile(config.archiveKeyFile).signer();
      return { text: data.map(({ id, publicKey, from }) => `${id} ${publicKey} from ${from}`).join('\n'), data };
    }),
  );

  const rotate = keys
    .command('rotate')
    .description('make a new key, signed by the one so far, whose private half is then forgotten');
  rotate.action(() =>
    administer(rotate, async ({ config, database }) => {
      const file = new KeyFile(config.archiveKeyFile);
      const key = await database.transaction(async (tx) => {
        // One rotation at a time: two at once would each sign with the same old key, and readers follow one chain.
        await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('archive keys', 0))`);
        const made = await file.rotate();
        record(tx, { actorId: null, act: 'keys.rotate', subject: made.id, detail: { ...made } });
        return made;
      });
      return { text: `${key.id} signs from now on; ${key.signedBy} signed it over.`, data: key };
    }),
  );
}
