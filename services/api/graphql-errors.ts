import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { Refusal } from '#domain/refusals/refusal.ts';

/** Finds the refusal behind what was thrown, or logs a defect and gives a refusal that tells its reference only. */
export type Refuse = (thrown: unknown) => Refusal;

/** What lies behind an error that graphql-js wrapped, perhaps more than once. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/** The refusal of an error; what GraphQL itself finds wrong with a request is `query.invalid`, and its words are safe to show. */
export function refusalOf(error: unknown, refuse: Refuse): Refusal {
  const cause = causeOf(error);
  if (cause instanceof GraphQLError) {
    const code = /^Syntax Error: Document contains more that \d+ tokens|Maximum introspection depth/.test(cause.message)
      ? 'query.too_large'
      : 'query.invalid';
    return new Refusal(code, cause.message);
  }
  return refuse(cause);
}

/** An error as callers see it: the same code, rule and fields as in every other door (1.3). */
export function formatted(error: unknown, refusal: Refusal): GraphQLFormattedError {
  const { status, title } = refusalKinds[refusal.code];
  const { rule } = refusal;
  const { locations, path } = error instanceof GraphQLError ? error : {};
  return {
    message: refusal.message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: {
      code: refusal.code,
      title,
      status,
      ...(rule ? { rule } : {}),
      ...(refusal.errors.length > 0 ? { errors: refusal.errors } : {}),
      ...(refusal.retryAfter === undefined ? {} : { retryAfter: refusal.retryAfter }),
    },
  };
}
