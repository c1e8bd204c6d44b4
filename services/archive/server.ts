// The archive's process: checks its login before it listens, so that a login that could leak anything never serves a request (8.4).
import { pino } from 'pino';
import { type Config, readConfig } from '#services/config.ts';
import { openArchive } from './app.ts';
import { KeyFile } from './keys.ts';
import { checkLogin } from './login.ts';
import { openPublication, type PublicationReader } from './publication.ts';

async function serve(): Promise<void> {
  const config = readConfig();
  const connectionString = config.archiveDatabaseUrl;
  if (!connectionString)
    throw new Error('ARCHIVE_DATABASE_URL is not set; the archive needs a database login of its own.');
  await checkLogin(connectionString);

  const logger = pino({ level: config.logLevel, base: { service: 'archive' } });
  const publication = openPublication(connectionString, (error) =>
    logger.warn({ err: error }, 'a database connection was lost'),
  );
  const origin = await originOf(config, publication);
  const keys = new KeyFile(config.archiveKeyFile);
  await keys.signer();
  const app = openArchive({
    origin,
    publication,
    keys,
    securityContact: config.securityContact,
    logger,
    trustProxy: config.trustProxy,
    readLimit: config.archiveReadLimit,
  });
  app.addHook('onClose', () => publication.close());
  await app.listen({ host: config.host, port: config.archivePort });

  const end = () => void app.close().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

/** The origin the published addresses begin with, stored at the first start (1.2). */
async function originOf({ publicOrigin }: Config, publication: PublicationReader): Promise<string> {
  const stored = (await publication.moment()).settings.origin;
  if (typeof stored !== 'string') throw new Error('The institution has no origin yet; run its set-up first.');
  if (publicOrigin !== undefined && publicOrigin !== stored) {
    throw new Error(
      `PUBLIC_ORIGIN is ${publicOrigin}, but this institution was set up as ${stored} and its published addresses begin so.`,
    );
  }
  return stored;
}

serve().catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  // Connections that are open would keep the process for seconds.
  process.stderr.write(`The archive cannot start. ${why}\n`, () => process.exit(1));
});
