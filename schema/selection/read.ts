import { type GraphQLNamedType, type GraphQLResolveInfo, getNamedType, isObjectType } from 'graphql';
import { prefixOf } from '#domain/text/ids.ts';
import { type Sql, sql } from '#prisma/database.ts';
import type { Context } from '../context.ts';
import {
  type Connection,
  type ConnectionRows,
  connectionFrom,
  type List,
  type PageArgs,
  pageStatement,
} from './connection.ts';
import { columnsOf, openScope, type Scope } from './place.ts';
import type { Table } from './table.ts';

function objectType(type: GraphQLNamedType | undefined) {
  if (!isObjectType(type)) throw new Error('what is read from tables is an object type');
  return type;
}

/** A row read by itself knows its id, whatever was selected. */
export type Found<Row> = Row & { '#id': string };

/** The rows of a table that the viewer may see and the condition picks, with just what the field's selection needs: one statement. */
export async function readRows<Row>(
  context: Context,
  info: GraphQLResolveInfo,
  table: Table,
  where: (row: Sql, scope: Scope) => Sql,
  type: GraphQLNamedType | undefined = getNamedType(info.returnType),
): Promise<Found<Row>[]> {
  const scope = openScope(info, context);
  const row = scope.alias();
  const selected = columnsOf(objectType(type), info.fieldNodes, row, scope);
  const [answer] = await context.database.query<{ rows: Found<Row>[] }>(
    sql`select coalesce(json_agg(r), '[]') as rows from (select ${row}.id as "#id", ${selected} from ${table.name} ${row} where ${where(row, scope)} and ${table.visible(row, scope.viewer)}) r`,
  );
  return answer?.rows ?? [];
}

/** The one row with this id, or null where there is none that the viewer may see. */
export async function readRow<Row>(
  context: Context,
  info: GraphQLResolveInfo,
  table: Table,
  id: string,
): Promise<Row | null> {
  // Text that can be no id never reaches the database.
  if (!prefixOf(id)) return null;
  const [row] = await readRows<Row>(context, info, table, (one) => sql`${one}.id = ${id}`);
  return row ?? null;
}

/** One page of a list with all its selection nests: one statement, whatever the page size. */
export async function readPage<Node>(
  context: Context,
  info: GraphQLResolveInfo,
  list: List,
  args: PageArgs & Record<string, unknown>,
): Promise<Connection<Node>> {
  const scope = openScope(info, context);
  const statement = pageStatement(list, objectType(getNamedType(info.returnType)), info.fieldNodes, args, scope);
  const [answer] = await context.database.query<ConnectionRows>(statement);
  return connectionFrom(list, args, answer ?? { rows: [], beyond: false });
}
