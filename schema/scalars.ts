import { GraphQLError, Kind } from 'graphql';
import { builder } from './builder.ts';

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function timeOf(value: unknown): Date {
  const time = typeof value === 'string' && form.test(value) ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw new GraphQLError('DateTime is an RFC 3339 time such as 2026-01-31T12:00:00.000Z');
  return time;
}

builder.scalarType('DateTime', {
  description: 'An RFC 3339 time in UTC with milliseconds, such as `2026-01-31T12:00:00.000Z`.',
  serialize: (time) => new Date(time).toISOString(),
  parseValue: timeOf,
  parseLiteral: (node) => timeOf(node.kind === Kind.STRING ? node.value : undefined),
});
