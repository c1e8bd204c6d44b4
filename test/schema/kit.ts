// Documents run in process on a database of the test's own, as any caller.
import { type ExecutionResult, parse } from 'graphql';
import { afterAll } from 'vitest';
import { viewerByToken } from '#domain/members/identify.ts';
import { openPrisma } from '#prisma/client.ts';
import type { Context } from '#schema/context.ts';
import { execute } from '#services/api/graphql.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import type { Person } from '#test/kit/people.ts';

export interface Reading extends TestInstitution {
  /** The data of a document; its errors fail the test. */
  // biome-ignore lint/suspicious/noExplicitAny: the data of any document
  read(query: string, as?: Person | null, variables?: Record<string, unknown>): Promise<any>;
  /** The whole result. */
  run(query: string, as?: Person | null, variables?: Record<string, unknown>): Promise<ExecutionResult>;
  /** How many statements the work sends. */
  statements(work: () => Promise<unknown>): Promise<number>;
}

export const openReading = async (): Promise<Reading> => readingOn(await openInstitution());

/** Reads an institution as it is opened already, at another time for one. */
export function readingOn(institution: TestInstitution): Reading {
  const prisma = openPrisma(institution.url);
  afterAll(() => prisma.$disconnect());
  const { database, runner, origin } = institution;

  const run: Reading['run'] = async (query, as = null, variables = {}) => {
    const viewer = as && (await viewerByToken(database, as.token));
    const context: Context = {
      origin,
      database,
      prisma,
      runner,
      viewer,
      missing: 'auth.required',
      address: '127.0.0.1',
      onAllowance: () => {},
      onSession: () => {},
    };
    return execute(parse(query), variables, context);
  };
  return {
    ...institution,
    run,
    read: async (query, as, variables) => {
      const { data, errors } = await run(query, as, variables);
      if (errors?.[0]) throw errors[0];
      return JSON.parse(JSON.stringify(data));
    },
    statements: async (work) => {
      let count = 0;
      database.onStatement = () => {
        count++;
      };
      await work();
      database.onStatement = undefined;
      return count;
    },
  };
}
