import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { explained } from '#domain/acts/guards.ts';
import { openRunner } from '#domain/acts/run.ts';
import { openPrisma } from '#prisma/client.ts';
import { openDatabase, sql } from '#prisma/database.ts';
import { readPublicVersion } from '#schema/version.ts';
import { type Config, localAddressOf } from '#services/config.ts';
import { openHttp } from '#services/http/manners.ts';
import { ReadLimit } from '#services/http/read-limit.ts';
import { passArchivePaths } from './archive-paths.ts';
import { authenticate, bearer } from './authenticate.ts';
import { graphqlRoute } from './graphql.ts';
import { answerHealth } from './health.ts';
import { answerMcp } from './mcp/mcp.ts';
import { answerPages, showRefused } from './pages/pages.tsx';
import { answerRest } from './rest/rest.ts';
import { answerRules } from './rules.ts';
import { VisitorAnswers } from './visitors.ts';

/** Memory for answers that visitors share, in all their codings. */
const usualKeptBytes = 16 * 1024 * 1024;

/** Puts the API together: its ways to the database, who is calling, the doors, and the addresses it passes to the archive. Closing it closes what it opened. */
export async function openApi(config: Config, keptBytes = usualKeptBytes): Promise<FastifyInstance> {
  if (!config.databaseUrl) throw new Error('DATABASE_URL is not set; `npm start` sets it for the embedded Postgres.');
  const logger = pino({ level: config.logLevel, base: { service: 'api' }, serializers: { err: faultOf } });
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection to the database was lost');
  const database = openDatabase(config.databaseUrl, { onError });
  const counting = openDatabase(config.databaseUrl, { onError, max: 4, forgetful: true });
  const reading = config.readDatabaseUrl ? openDatabase(config.readDatabaseUrl, { onError }) : database;
  const prisma = openPrisma(config.databaseUrl);
  const close = () =>
    Promise.all(
      [...new Set([database, counting, reading]), { close: () => prisma.$disconnect() }].map((one) => one.close()),
    );

  try {
    const origin = await settledOrigin(
      () => database.maybe(sql`select value from public_setting where key = 'origin'`),
      config.publicOrigin,
    );
    const parts = {
      origin,
      database,
      reading,
      prisma,
      runner: openRunner({ database, counting, origin }),
      visitors: new VisitorAnswers(() => readPublicVersion(reading), keptBytes),
    };
    const app = openHttp({
      origin,
      logger,
      trustProxy: config.trustProxy,
      explain: explained,
      show: showRefused(origin),
    });
    app.addHook('onClose', close);

    const reads = new ReadLimit(config.readLimit);
    app.decorateRequest('identity');
    answerPages(app, { parts, explain: explained, reads });
    // The worker takes the first snapshot when it first runs (7.2).
    answerHealth(app, async () => {
      const { taken } = await database.one<{ taken: boolean }>(
        sql`select exists (select from census_snapshot) as taken`,
      );
      return taken;
    });
    const archive = localAddressOf(config.host, config.archivePort);
    passArchivePaths(app, { upstream: archive, origin, database });
    answerMcp(app, {
      ...parts,
      archive,
      explain: explained,
      identify: async (request, reply) => {
        const viewer = await bearer(database, request.headers);
        if (!viewer) reads.admit(request.ip, reply);
        return { viewer, missing: 'auth.required' };
      },
    });
    void app.register(async (doors) => {
      doors.addHook('onRequest', async (request, reply) => {
        request.identity = await authenticate(database, request.headers, origin);
        if (!request.identity.viewer) reads.admit(request.ip, reply);
      });
      answerRules(doors, origin);
      answerRest(doors, parts);
      graphqlRoute(doors, parts, explained);
    });
    return app;
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** The origin this institution was set up with, which PUBLIC_ORIGIN must not contradict (1.2). */
async function settledOrigin(
  stored: () => Promise<{ value: string } | undefined>,
  wanted: string | undefined,
): Promise<string> {
  const origin = (await stored())?.value;
  if (origin === undefined) throw new Error('This institution is not set up yet; set-up stores its public origin.');
  if (wanted !== undefined && wanted !== origin) {
    throw new Error(
      `PUBLIC_ORIGIN is ${wanted}, but this institution was set up as ${origin} and its published addresses begin so.`,
    );
  }
  return origin;
}

/** What the log keeps of a failure: no statement's values, which can hold what members wrote. */
function faultOf(error: Error & { code?: unknown }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}
