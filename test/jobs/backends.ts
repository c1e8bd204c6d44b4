// Where workers of a test keep their schedule: Postgres always, MongoDB where there is one to use.
import { ferretProgram, startFerret } from './workers.ts';

export interface Backend {
  name: string;
  /** Of the random numbers of its tests, so that the backends see different ones. */
  seed: number;
  /** Why it cannot be tested here. */
  missing?: string;
  /** What the workers on this database are told beside its address, and how to restart the backend where that is possible. */
  open(
    database: string,
  ): Promise<{ env: NodeJS.ProcessEnv; restart?: (whileDown: () => Promise<void>) => Promise<void> }>;
}

const given = process.env.MONGODB_URL;

const postgres: Backend = { name: 'Postgres', seed: 20261130, open: async () => ({ env: {} }) };
const mongo: Backend = {
  name: 'MongoDB',
  seed: 20270305,
  async open(database) {
    if (given) {
      const url = new URL(given);
      url.pathname = `/${database}`;
      return { env: { MONGODB_URL: url.href } };
    }
    const ferret = await startFerret();
    return { env: { MONGODB_URL: ferret.url(database) }, restart: ferret.restart };
  },
};
if (!given && !ferretProgram) {
  mongo.missing = 'neither MONGODB_URL nor FERRETDB (the built program of test/jobs/ferretdb) is set';
  process.stderr.write(`The jobs are not tested on MongoDB: ${mongo.missing}.\n`);
}

export const backends: readonly Backend[] = [postgres, mongo];
