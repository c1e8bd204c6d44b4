// A migrated database of its own with the domain's runner on it: what tests of verbs need, and nothing of HTTP.
import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import type { Act, Performed } from '#domain/acts/act.ts';
import type { Caller } from '#domain/acts/actor.ts';
import { openRunner, type Runner } from '#domain/acts/run.ts';
import type { RefusalCode } from '#domain/refusals/codes.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { type Database, openDatabase } from '#prisma/database.ts';
import { createDatabase } from './cluster.ts';

export interface TestInstitution {
  url: string;
  archiveUrl: string;
  origin: string;
  database: Database;
  runner: Runner;
  /** Runs an act under a key of its own. */
  act<Input>(act: Act<Input>, caller: Caller, input: unknown): Promise<Performed>;
  /** Runs an act that must be refused, and says how. */
  refused<Input>(act: Act<Input>, caller: Caller, input: unknown): Promise<RefusalCode>;
}

const opened: Database[] = [];
afterAll(() => Promise.all(opened.splice(0).map((database) => database.close())));

/** `connections` is how many acts can truly run at once. */
export const openInstitution = async (options: { connections?: number } = {}): Promise<TestInstitution> =>
  runOn(await createDatabase(), options);

/** The same institution as another process sees it, at this moment if one is given. */
export function alsoOn(
  { url, archiveUrl }: Pick<TestInstitution, 'url' | 'archiveUrl'>,
  options: { connections?: number; now?: Date } = {},
): TestInstitution {
  return runOn({ url, archiveUrl }, options);
}

function runOn(
  { url, archiveUrl }: { url: string; archiveUrl: string },
  { connections = 16, now }: { connections?: number; now?: Date },
): TestInstitution {
  const origin = 'https://institution.test';
  const time = now ? { now } : {};
  const database = openDatabase(url, { max: connections, ...time });
  const counting = openDatabase(url, { max: 4, ...time });
  opened.push(database, counting);
  const runner = openRunner({ database, counting, origin });
  const act: TestInstitution['act'] = (one, caller, input) => runner.act(one, input, { caller, key: randomUUID() });
  return { url, archiveUrl, origin, database, runner, act, refused: (...call) => codeOf(act(...call)) };
}

/** The code of the refusal that this ends in; anything else fails the test. */
export async function codeOf(act: Promise<unknown>): Promise<RefusalCode> {
  const outcome = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (outcome instanceof Refusal) return outcome.code;
  throw outcome ?? new Error('was not refused');
}
