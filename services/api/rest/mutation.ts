import type { TadaDocumentNode } from 'gql.tada';
import { GraphQLError, type GraphQLInputType, isInputType, Kind } from 'graphql';
import type { Act, OpenAct } from '#domain/acts/act.ts';
import type { Context } from '#schema/context.ts';
import { schema } from '#schema/schema.ts';
import { execute } from '../graphql.ts';

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
