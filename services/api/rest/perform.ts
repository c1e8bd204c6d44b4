import type { TadaDocumentNode } from 'gql.tada';
import type { Act } from '#domain/acts/act.ts';
import type { RefusalCode } from '#domain/refusals/codes.ts';
import { type FieldError, Refusal } from '#domain/refusals/refusal.ts';
import type { Context } from '#schema/context.ts';
import { asVariable } from './input.ts';
import { type Mutation, mutationOf, run } from './mutation.ts';

/** What a door gives to an act: reads its input, or throws what is wrong with it. */
export interface Given {
  input(schema: Act['input']): Record<string, unknown>;
  /** The idempotency key, where one came. */
  key: string | undefined;
}

/** Carries an act out as its mutation and gives the payload; a refusal, whichever form GraphQL gives it, is thrown (1.3). */
export async function perform(
  document: TadaDocumentNode<{ done: unknown }, never>,
  given: Given,
  context: Context,
): Promise<unknown> {
  const mutation = mutationOf(document);
  let input: Record<string, unknown>;
  try {
    input = given.input(mutation.act.input);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return refuse(mutation, fault, given.key, context);
  }
  // GraphQL could not even carry the call without a key; the act refuses it in its turn.
  if (!mutation.open && mutation.act.creates && !given.key)
    return refuse(mutation, new Refusal('idempotency.missing'), given.key, context);

  const variables = {
    ...(mutation.keyed ? { key: given.key } : {}),
    ...(mutation.input ? { input: asVariable(mutation.input, input) } : {}),
  };
  const { done } = (await run(document, variables, context)) as { done: unknown };
  if (isRefused(done)) throw refusalFrom(done);
  return done;
}

/** Lets the act refuse what no mutation can express, counted and in the order of 1.7. */
async function refuse(
  mutation: Mutation,
  fault: Refusal,
  key: string | undefined,
  { runner, viewer, missing, onAllowance }: Context,
): Promise<never> {
  if (mutation.open) throw fault;
  if (!viewer) throw new Refusal(missing);
  await runner.act(mutation.act, undefined, { caller: viewer, key, fault, onAllowance });
  throw fault;
}

interface Refused {
  code: RefusalCode;
  detail: string;
  errors: readonly FieldError[];
  retryAfter: number | null;
}

const isRefused = (done: unknown): done is Refused =>
  done !== null && typeof done === 'object' && 'code' in done && 'detail' in done;

const refusalFrom = ({ code, detail, errors, retryAfter }: Refused): Refusal =>
  new Refusal(code, detail, { errors, ...(retryAfter === null ? {} : { retryAfter }) });
