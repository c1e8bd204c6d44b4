import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  visit,
} from 'graphql';
import { Refusal } from '#domain/refusals/refusal.ts';

const metaFields: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

/** What one GraphQL request may ask for at most (1.7). */
export const limits = { tokens: 2000, aliases: 50, depth: 15, cost: 20_000 } as const;

/** Refuses a document of too many aliases: each asks for its field once more. */
export function refuseAliases(document: DocumentNode): void {
  let aliases = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias) aliases++;
    },
  });
  if (aliases > limits.aliases) tooLarge(`${limits.aliases} aliases`);
}

/** Refuses an operation that is too deep or asks for too many fields, each counted as often as the lists around it are long. */
export function refuseCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const fragments = new Map<string, FragmentDefinitionNode>(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  let cost = 0;

  const walk = (type: GraphQLCompositeType, { selections }: SelectionSetNode, depth: number, times: number): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        cost += times;
        if (cost > limits.cost) tooLarge(`${limits.cost} fields, each counted as often as its lists are long`);
        const name = selection.name.value;
        // Introspection has a depth of its own and a rule of graphql-js against cycles.
        const inner = name.startsWith('__') ? Number.NEGATIVE_INFINITY : depth + 1;
        if (inner > limits.depth) tooLarge(`a depth of ${limits.depth}`);
        const field = metaFields[name] ?? (isUnionType(type) ? undefined : type.getFields()[name]);
        const named = field && getNamedType(field.type);
        if (!field || !selection.selectionSet || !isCompositeType(named)) continue;
        const size = field.extensions.size?.(getArgumentValues(field, selection, variables)) ?? 1;
        walk(named, selection.selectionSet, inner, times * Math.max(size, 1));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(conditionOf(schema, selection.typeCondition?.name.value, type), selection.selectionSet, depth, times);
      } else {
        const fragment = fragments.get(selection.name.value);
        if (fragment)
          walk(conditionOf(schema, fragment.typeCondition.name.value, type), fragment.selectionSet, depth, times);
      }
    }
  };
  const root = schema.getRootType(operation.operation);
  if (root) walk(root, operation.selectionSet, 0, 1);
}

function conditionOf(schema: GraphQLSchema, name: string | undefined, otherwise: GraphQLCompositeType) {
  const type = name === undefined ? otherwise : schema.getType(name);
  return isCompositeType(type) ? type : otherwise;
}

function tooLarge(most: string): never {
  throw new Refusal('query.too_large', `A query asks for at most ${most}.`);
}
