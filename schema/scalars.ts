import { GraphQLError, Kind } from 'graphql';
import { isInstant } from '#domain/text/plain.ts';
import { builder } from './builder.ts';

function timeOf(value: unknown): Date {
  const time = typeof value === 'string' && isInstant(value) ? new Date(value) : undefined;
  if (!time) throw new GraphQLError('DateTime is an RFC 3339 time such as 2026-01-31T12:00:00.000Z');
  return time;
}

builder.scalarType('DateTime', {
  description: 'An RFC 3339 time in UTC with milliseconds, such as `2026-01-31T12:00:00.000Z`.',
  serialize: (time) => new Date(time).toISOString(),
  parseValue: timeOf,
  parseLiteral: (node) => timeOf(node.kind === Kind.STRING ? node.value : undefined),
});
