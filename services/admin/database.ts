// `institution database prepare`: what production runs once before its services begin; `npm start` does the same by itself.
import type { Command } from 'commander';
import pg from 'pg';
import { readConfig } from '#services/config.ts';
import { admitArchiveLogin } from '#services/local/archive-login.ts';
import { settleOrigin } from '#services/origin.ts';
import { administer } from './administer.ts';

export function databaseCommands(program: Command): void {
  const database = program.command('database').description('the database of DATABASE_URL');

  const prepare = database
    .command('prepare')
    .description(
      'migrate it, let in the login of ARCHIVE_DATABASE_URL, and store PUBLIC_ORIGIN; twice changes nothing',
    );
  prepare.action(async () => {
    const { databaseUrl, archiveDatabaseUrl, publicOrigin } = readConfig();
    if (!databaseUrl || !archiveDatabaseUrl || !publicOrigin)
      throw new Error('Set DATABASE_URL, ARCHIVE_DATABASE_URL and PUBLIC_ORIGIN; npm start needs none of them.');
    // Opening the institution has migrated it.
    await administer(prepare, async () => {
      await admitArchiveLogin(databaseUrl, archiveDatabaseUrl);
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const origin = await settleOrigin(client, publicOrigin, publicOrigin).finally(() => client.end());
      return { text: `The database is ready for ${origin}.`, data: { origin } };
    });
  });
}
