// The same refusal from two doors.
import { expect } from 'vitest';
import type { Answered } from '#test/kit/client.ts';
import type { Acted } from './graphql/act.ts';

/** What REST refused with, after holding GraphQL's refusal of the same call against it, member by member (1.3). */
export function refusedAlike(rest: Answered, graphql: Acted): { status: number; code: string; fields: string[] } {
  const { code, rule, detail, errors = [] } = rest.body;
  const { done, error } = graphql;
  const other = done ?? { ...error?.extensions, detail: error?.message };
  expect({ code: other.code, rule: other.rule, detail: other.detail, errors: other.errors ?? [] }).toEqual({
    code,
    rule,
    detail,
    errors,
  });
  expect(other.status).toBe(rest.status);
  return { status: rest.status, code, fields: errors.map(({ field }: { field: string }) => field) };
}
