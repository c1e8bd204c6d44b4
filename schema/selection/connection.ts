import type { FieldNode, GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';
import { Refusal } from '#domain/refusals/refusal.ts';
import { empty, join, raw, type Sql, sql } from '#prisma/database.ts';
import { cursorOf, placeOf } from './cursor.ts';
import { type Nested, nested, objectTypeOf } from './fields.ts';
import { columnsOf, type Place, rowName, type Scope, selectedFields } from './place.ts';
import type { Table } from './table.ts';

/** A list of rows in an order that never changes: who is in it, and each one's place. */
export interface List {
  /** Binds its cursors to it. */
  name: string;
  table: Table;
  place(row: Sql): Sql;
  /** Membership, beyond visibility; `parent` is the row the list hangs on, where it hangs on one. */
  where(row: Sql, at: { parent: Sql | undefined; args: Readonly<Record<string, unknown>>; scope: Scope }): Sql;
  within?: boolean;
  /** Whether its table is a query that ranks all there is, which a page then makes once. */
  ranking?: boolean;
}

export interface PageArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

export const defaultPage = 20;
export const largestPage = 100;

/** A page as asked for: how many from which end, between which places. */
interface Page {
  size: number;
  backward: boolean;
  after: number | undefined;
  before: number | undefined;
}

function sizeOf(name: string, size: number): number {
  if (size >= 0 && size <= largestPage) return size;
  throw new Refusal('input.invalid', `${name} is 0 to ${largestPage}`, {
    errors: [{ field: name, message: `is 0 to ${largestPage}` }],
  });
}

/** How many nodes a page's arguments ask for, for the cost of a query. */
export const pageSize = ({ first, last }: Readonly<Record<string, unknown>>): number => {
  const size = first ?? last ?? defaultPage;
  return typeof size === 'number' ? Math.min(size, largestPage) : defaultPage;
};

export function pageOf(list: string, { first, after, last, before }: PageArgs): Page {
  if (typeof first === 'number' && typeof last === 'number') {
    throw new Refusal('input.invalid', 'first and last exclude each other', {
      errors: [{ field: 'last', message: 'excludes first' }],
    });
  }
  return {
    size: typeof last === 'number' ? sizeOf('last', last) : sizeOf('first', first ?? defaultPage),
    backward: typeof last === 'number',
    after: typeof after === 'string' ? placeOf(list, after) : undefined,
    before: typeof before === 'string' ? placeOf(list, before) : undefined,
  };
}

/** What a connection's statement answers. `place` is each row's own; `beyond` whether rows lie past the bound the page starts from. */
export interface ConnectionRows {
  rows: ({ '#': number } & Record<string, unknown>)[];
  beyond: boolean;
}

/** The one way nodes are asked for, or each of several: `edges` and `nodes` can be asked under many names with other arguments. */
function routesOf(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  scope: Scope,
): { route: string; type: GraphQLObjectType; nodes: readonly FieldNode[] }[] {
  const nodeType = objectOf(type, 'nodes');
  return [...selectedFields(type, nodes, scope)].flatMap(([key, fieldNodes]) => {
    const name = fieldNodes[0]?.name.value;
    if (name === 'nodes') return [{ route: rowName('', key), type: nodeType, nodes: fieldNodes }];
    if (name !== 'edges') return [];
    return [...selectedFields(objectOf(type, 'edges'), fieldNodes, scope)].flatMap(([inner, innerNodes]) =>
      innerNodes[0]?.name.value === 'node'
        ? [{ route: rowName('', key, inner), type: nodeType, nodes: innerNodes }]
        : [],
    );
  });
}

function objectOf(type: GraphQLObjectType, field: string): GraphQLObjectType {
  const named = getNamedType(type.getFields()[field]?.type);
  if (!isObjectType(named)) throw new Error(`${type.name}.${field} is no list of objects`);
  return named;
}

/** The statement of one page: its rows as JSON, and whether there are more on the other side. */
export function pageStatement(
  list: List,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  args: Place['args'],
  scope: Scope,
  parent?: Sql,
): Sql {
  const page = pageOf(list.name, args);
  const wanted = [...selectedFields(type, nodes, scope).values()];
  const withInfo = wanted.some(([node]) => node?.name.value === 'pageInfo');
  const row = scope.alias();
  const place = list.place(row);
  const visible = list.within ? list.table.visibleWithin(row, scope.viewer) : list.table.visible(row, scope.viewer);
  const members = sql`${list.where(row, { parent, args, scope })} and ${visible}`;
  const from = sql`${list.ranking ? raw('ranking') : list.table.name} ${row}`;

  const bounds = [members];
  if (page.after !== undefined) bounds.push(sql`${place} > ${page.after}`);
  if (page.before !== undefined) bounds.push(sql`${place} < ${page.before}`);

  const routes = routesOf(type, nodes, scope);
  const [only] = routes;
  const selected = [sql`${place} as "#"`];
  if (only && routes.length === 1) selected.push(columnsOf(only.type, only.nodes, row, scope));
  else
    for (const route of routes)
      selected.push(
        sql`(select row_to_json(r) from (select ${columnsOf(route.type, route.nodes, row, scope)}) r) as ${raw(`"${route.route}"`)}`,
      );

  const size = page.size + (withInfo ? 1 : 0);
  // Where the size is a parameter Postgres makes every plan anew; a filter's plan it shall, since the best one depends on it.
  const limit = args.filter ? sql`${size}` : raw(String(size));
  const rows = sql`select ${join(selected)} from ${from} where ${join(bounds, ' and ')} order by ${place} ${raw(page.backward ? 'desc' : 'asc')} limit ${limit}`;
  const bound = page.backward ? page.before : page.after;
  const beyond =
    withInfo && bound !== undefined
      ? sql`exists (select from ${from} where ${members} and ${place} ${raw(page.backward ? '>=' : '<=')} ${bound})`
      : sql`false`;
  const ranking = list.ranking ? sql`with ranking as materialized ${list.table.name} ` : empty;
  return sql`${ranking}select coalesce(json_agg(r), '[]') as rows, ${beyond} as beyond from (${rows}) r`;
}

/** A list as a field of a row. */
export function listed<Node>(list: List): Nested<Connection<Node>> {
  const { extensions, resolve } = nested<ConnectionRows>(
    (at) =>
      sql`(select row_to_json(c) from (${pageStatement(list, objectTypeOf(at), at.nodes, at.args, at.scope, at.row)}) c)`,
  );
  return {
    extensions: { ...extensions, size: pageSize },
    resolve: (parent, args, context, info) => connectionFrom(list, args, resolve(parent, args, context, info)),
  };
}

export interface Edge<Node> {
  /** The node of each name that `node` was asked under. */
  node(key: string): Node;
  cursor: string;
}

/** A page as its types show it. */
export interface Connection<Node> {
  edges(key: string): Edge<Node>[];
  nodes(key: string): Node[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/** Rows in order with where they stand. */
interface Placed<Row> {
  list: string;
  rows: readonly Row[];
  place(row: Row, index: number): number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** The page of rows; `nodeAt` finds the node of a row by the names it was asked under, by default the row itself. */
export function rowsConnection<Row, Node = Row>(
  { list, rows, place, hasNextPage, hasPreviousPage }: Placed<Row>,
  nodeAt: (row: Row, ...names: string[]) => Node = (row) => row as unknown as Node,
): Connection<Node> {
  const cursors = rows.map((row, index) => cursorOf(list, place(row, index)));
  return {
    edges: (key) =>
      rows.map((row, index) => ({ cursor: cursors[index] ?? '', node: (inner) => nodeAt(row, key, inner) })),
    nodes: (key) => rows.map((row) => nodeAt(row, key)),
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

/** Cuts what was fetched, one more than the page where someone asks whether there is more, and turns it around when paged backward. */
export function cut<Row>({ size, backward }: Page, fetched: readonly Row[], beyond: boolean) {
  const more = fetched.length > size;
  const rows = fetched.slice(0, size);
  if (backward) rows.reverse();
  return { rows, hasNextPage: backward ? beyond : more, hasPreviousPage: backward ? more : beyond };
}

export function connectionFrom<Node>(list: List, args: PageArgs, { rows, beyond }: ConnectionRows): Connection<Node> {
  return rowsConnection(
    { list: list.name, place: (row) => row['#'], ...cut(pageOf(list.name, args), rows, beyond) },
    // With one route the row is the node itself.
    (row, ...names) => {
      const route = rowName('', ...names);
      return (Object.hasOwn(row, route) ? row[route] : row) as Node;
    },
  );
}
