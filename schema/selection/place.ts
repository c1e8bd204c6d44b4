import { createHash } from 'node:crypto';
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isObjectType,
  OperationTypeNode,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import { join, raw, type Sql, sql } from '#prisma/database.ts';
import type { Context, Viewer } from '../context.ts';

/** What one statement is built from: the request, who asks, and a fresh name for every row source. */
export interface Scope {
  readonly info: Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;
  readonly viewer: Viewer | null;
  alias(): Sql;
}

/** A token without the read scope reads as a visitor, but sees what its own act made (1.4). */
export function openScope(info: GraphQLResolveInfo, { viewer }: Context): Scope {
  let count = 0;
  const reads = viewer?.scopes.includes('read') || info.operation.operation === OperationTypeNode.MUTATION;
  return { info, viewer: reads ? viewer : null, alias: () => raw(`t${count++}`) };
}

/** One selected field of one row source. */
export interface Place {
  /** The alias of the row that the field belongs to. */
  readonly row: Sql;
  /** The field's name in the answer: its alias or its name. */
  readonly key: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly type: GraphQLObjectType | undefined;
  readonly nodes: readonly FieldNode[];
  readonly scope: Scope;
}

/** The columns that a field needs in its row, by name. Declared beside the field, in its `extensions`. */
export type Needs = (at: Place) => Iterable<readonly [name: string, expression: Sql]>;

declare module 'graphql' {
  // biome-ignore lint/suspicious/noExplicitAny: a merged declaration repeats the original's type parameters to the letter.
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs = any> {
    needs?: Needs;
    /** How many things a list field gives at most or usually, for the cost of a query. */
    size?: (args: Readonly<Record<string, unknown>>) => number;
  }
}

/** The fields selected of an object, by their names in the answer: fragments, @skip and @include as execution itself applies them. */
export function selectedFields(type: GraphQLObjectType, nodes: readonly FieldNode[], { info }: Scope) {
  return collectSubfields(info.schema, info.fragments, info.variableValues, type, nodes);
}

/**
 * The name of nested data in its row. It follows the field's name in the answer, so that one field asked twice with
 * other arguments keeps both; what Postgres would cut at 63 bytes is hashed instead.
 */
export function rowName(...keys: string[]): string {
  const name = `$${keys.join('.')}`;
  return name.length <= 63 ? name : `$${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
}

/** The select list that the selected fields of one row need, each column once. */
export function columnsOf(type: GraphQLObjectType, nodes: readonly FieldNode[], row: Sql, scope: Scope): Sql {
  const columns = new Map<string, Sql>();
  for (const [key, [node, ...others]] of selectedFields(type, nodes, scope)) {
    const field = node && type.getFields()[node.name.value];
    if (!node || !field?.extensions.needs) continue;
    const named = getNamedType(field.type);
    const place: Place = {
      row,
      key,
      args: getArgumentValues(field, node, scope.info.variableValues),
      type: isObjectType(named) ? named : undefined,
      nodes: [node, ...others],
      scope,
    };
    for (const [name, expression] of field.extensions.needs(place)) columns.set(name, expression);
  }
  // A row of which nothing is asked but its presence.
  if (columns.size === 0) return sql`true as present`;
  return join([...columns].map(([name, expression]) => sql`${expression} as ${raw(`"${name}"`)}`));
}
