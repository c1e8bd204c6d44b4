import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { raw, type Sql, sql } from '#prisma/database.ts';
import type { Viewer } from '../context.ts';
import { columnsOf, type Needs, type Place, rowName } from './place.ts';
import type { Table } from './table.ts';

/** What a field adds to its options: the columns it needs, declared beside it. */
export interface Selected {
  extensions: { needs: Needs; size?: (args: Readonly<Record<string, unknown>>) => number };
}

/** A nested field also finds its value in the row. */
export interface Nested<Value> extends Selected {
  resolve(parent: object, args: object, context: object, info: GraphQLResolveInfo): Value;
}

const snake = (name: string): Sql => raw(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** A moment as a JSON number: milliseconds since 1970. Text would cost more to make and to read. */
export const millisecondsOf = (time: Sql): Sql => sql`(extract(epoch from ${time}) * 1000)::bigint`;

/** Expressions over the row, each under a name of the row object. */
export function columns(expressions: Readonly<Record<string, (row: Sql) => Sql>>): Selected {
  const named = Object.entries(expressions);
  return {
    extensions: { needs: ({ row }) => named.map(([name, expression]) => [name, expression(row)] as const) },
  };
}

/** Stored columns under their camel-case names. */
export function stored(...names: string[]): Selected {
  return columns(Object.fromEntries(names.map((name) => [name, (row: Sql) => sql`${row}.${snake(name)}`])));
}

/** A stored moment. */
export const moment = (name: string): Selected =>
  columns({ [name]: (row) => millisecondsOf(sql`${row}.${snake(name)}`) });

/** A value of the row that holds nested data: how to select it, and how the resolver finds it again. */
export function nested<Value>(select: (at: Place) => Sql): Nested<Value> {
  return {
    extensions: { needs: (at) => [[rowName(at.key), select(at)]] },
    resolve: (parent, _args, _context, info) =>
      (parent as Record<string, Value>)[rowName(String(info.path.key))] as Value,
  };
}

export function objectTypeOf({ type }: Place): GraphQLObjectType {
  if (!type) throw new Error('a nested selection needs an object type');
  return type;
}

export interface Relation {
  table: Table;
  /** What joins the two rows. */
  on(parent: Sql, child: Sql): Sql;
  /** Whether seeing the parent settles whether its claim or check may be seen. */
  within?: boolean;
}

function related({ table, on, within }: Relation, at: Place): { child: Sql; rows: Sql } {
  const child = at.scope.alias();
  const selected = columnsOf(objectTypeOf(at), at.nodes, child, at.scope);
  const visible = within ? table.visibleWithin(child, at.scope.viewer) : table.visible(child, at.scope.viewer);
  return { child, rows: sql`select ${selected} from ${table.name} ${child} where ${on(at.row, child)} and ${visible}` };
}

/** One related row, or null where there is none that the viewer may see. */
export const one = <Row>(relation: Relation): Nested<Row> =>
  nested((at) => sql`(select row_to_json(r) from (${related(relation, at).rows} limit 1) r)`);

/** All related rows in an order; only for lists that stay short, `usually` so many, which is what they cost. */
export const many = <Row>(relation: Relation & { order(child: Sql): Sql; usually: number }): Nested<Row[]> =>
  sized(
    relation.usually,
    nested((at) => {
      const { child, rows } = related(relation, at);
      return sql`(select coalesce(json_agg(r), '[]') from (${rows} order by ${relation.order(child)}) r)`;
    }),
  );

const sized = <Value>(size: number, { extensions, resolve }: Nested<Value>): Nested<Value> => ({
  extensions: { ...extensions, size: () => size },
  resolve,
});

/** A part of the row itself as an object of its own, null where `present` does not hold. */
export const part = <Row>(present?: (row: Sql, viewer: Viewer | null) => Sql): Nested<Row> =>
  nested((at) => {
    const object = sql`(select row_to_json(r) from (select ${columnsOf(objectTypeOf(at), at.nodes, at.row, at.scope)}) r)`;
    return present ? sql`case when ${present(at.row, at.scope.viewer)} then ${object} end` : object;
  });
