import type { TadaDocumentNode } from 'gql.tada';
import {
  GraphQLError,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
} from 'graphql';
import type { Act, OpenAct } from '#domain/acts/act.ts';
import type { RefusalCode } from '#domain/refusals/codes.ts';
import { type FieldError, Refusal } from '#domain/refusals/refusal.ts';
import type { Context } from '#schema/context.ts';
import { schema } from '#schema/schema.ts';
import { execute } from './graphql.ts';

/** What a mutation document stands for: the act behind its field, and which variables carry key and input. */
export type Mutation = ({ open: false; act: Act } | { open: true; act: OpenAct }) & {
  keyed: boolean;
  input: GraphQLInputType | undefined;
};

/** The act behind a document of one mutation field; its variables are `key` and `input`. */
export function mutationOf(document: TadaDocumentNode<unknown, never>): Mutation {
  const [operation] = document.definitions;
  const selection = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined;
  const name = selection?.kind === Kind.FIELD ? selection.name.value : '';
  const field = schema.getMutationType()?.getFields()[name];
  const act = field?.extensions.act as Act | OpenAct | undefined;
  if (!field || !act) throw new Error(`${name} is no mutation of an act`);
  const input = field.args.find((one) => one.name === 'input')?.type;
  const rest = {
    keyed: field.args.some((one) => one.name === 'idempotencyKey'),
    input: isInputType(input) ? input : undefined,
  };
  return 'standing' in act ? { open: false, act, ...rest } : { open: true, act, ...rest };
}

/** The data of a document executed in process; what it refuses or fails with is thrown as it was. */
export async function run(
  document: TadaDocumentNode<unknown, never>,
  variables: Record<string, unknown>,
  context: Context,
): Promise<unknown> {
  const { data, errors } = await execute(document, variables, context);
  const [error] = errors ?? [];
  if (error) throw causeOf(error);
  return data;
}

function causeOf(error: Error): Error {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/** What a door gives to an act: reads its input, or throws what is wrong with it. */
export interface Given {
  input(schema: Act['input']): Record<string, unknown>;
  /** The idempotency key, where one came. */
  key: string | undefined;
}

/** Carries an act out as its mutation document and gives the payload; a refusal, whichever form GraphQL gives it, is thrown (1.3). */
export async function perform(
  document: TadaDocumentNode<{ done: unknown }, never>,
  given: Given,
  context: Context,
): Promise<unknown> {
  const { key } = given;
  const mutation = mutationOf(document);
  let input: Record<string, unknown>;
  try {
    input = given.input(mutation.act.input);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return refuse(mutation, fault, key, context);
  }
  // GraphQL could not even carry the call without a key; the act refuses it in its turn.
  if (!mutation.open && mutation.act.creates && !key)
    return refuse(mutation, new Refusal('idempotency.missing'), key, context);

  const variables = {
    ...(mutation.keyed ? { key } : {}),
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

/** A value of an act's input as a variable of its mutation: only enums are spelled differently, and what can only have one value is left out. */
function asVariable(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return asVariable(type.ofType, value);
  if (value === null || value === undefined) return value;
  if (isListType(type)) return Array.isArray(value) ? value.map((one) => asVariable(type.ofType, one)) : value;
  if (isEnumType(type)) return type.serialize(value);
  if (!isInputObjectType(type)) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      fields[name] ? [[name, asVariable(fields[name].type, inner)]] : [],
    ),
  );
}
