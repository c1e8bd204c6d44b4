// Every act there is in every door, with input that nothing but its form admits: what comes before input is refused for all alike.
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Act, OpenAct } from '#domain/acts/act.ts';
import { schema } from '#schema/schema.ts';
import { mutationOf } from '#services/api/mutation.ts';
import { routes } from '#services/api/rest/routes.ts';

const isOwn = (act: Act | OpenAct): act is Act => 'standing' in act;

/** One way of doing an act, by REST. */
export interface Sending {
  act: Act;
  method: 'POST' | 'PATCH';
  path: string;
  body: object;
}

/** Every act of a member by every REST route that carries it. */
export const everySending: readonly Sending[] = routes.flatMap((route) =>
  route.method === 'GET'
    ? []
    : route.ways.flatMap(({ document, holds }) => {
        const { act } = mutationOf(document);
        const path = route.path.replace(/\{\w+\}/g, 'x');
        return isOwn(act) ? [{ act, method: route.method, path, body: { ...holds } }] : [];
      }),
);

/** One mutation with variables that its types admit. */
export interface Mutation {
  act: Act;
  query: string;
  variables: Record<string, unknown>;
}

const scalars: Readonly<Record<string, unknown>> = {
  String: 'x',
  ID: 'x',
  Int: 1,
  Float: 0.5,
  Boolean: true,
  DateTime: '2030-01-01T00:00:00.000Z',
};

function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return scalars[(type as GraphQLNamedType).name];
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type))
      .map((field) => [field.name, sampleOf(field.type)]),
  );
}

/** Every act of a member by its mutation. */
export const everyMutation: readonly Mutation[] = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(
  ({ name, args, extensions: { act } }) => {
    if (!act || !isOwn(act)) return [];
    const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
    const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
    const query = `mutation${declared && `(${declared})`} { ${name}${given && `(${given})`} { __typename } }`;
    return [{ act, query, variables: Object.fromEntries(args.map((arg) => [arg.name, sampleOf(arg.type)])) }];
  },
);
