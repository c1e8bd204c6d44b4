import type { GraphQLResolveInfo } from 'graphql';
import { Refusal } from '#domain/refusals/refusal.ts';
import { sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { Node, type NodePrefix, nodePrefixOf, nodeTypes } from './node.ts';
import { readRows } from './selection/read.ts';
import type { Table } from './selection/table.ts';
import * as tables from './visibility.ts';

const nodeTables: Readonly<Record<NodePrefix, Table>> = {
  clm: tables.claimTable,
  chk: tables.checkTable,
  rev: tables.reviewTable,
  rel: tables.relationshipTable,
  res: tables.resolutionTable,
  fct: tables.forecastTable,
  mem: tables.memberTable,
  obs: tables.observationTable,
  vch: tables.vouchTable,
  apl: tables.appealTable,
  prc: tables.precedentTable,
  wkc: tables.challengeTable,
  thr: tables.threadTable,
  pst: tables.postTable,
};

const mostNodes = 100;

/** What stands behind these ids, in their order, null for what the caller may not see: one statement a type. */
async function readNodes(context: Context, info: GraphQLResolveInfo, ids: readonly string[]) {
  if (ids.length > mostNodes) {
    const errors = [{ field: 'ids', message: `takes at most ${mostNodes} ids` }];
    throw new Refusal('query.too_large', `ids takes at most ${mostNodes} ids.`, { errors });
  }
  const byPrefix = new Map<NodePrefix, string[]>();
  for (const id of new Set(ids)) {
    const prefix = nodePrefixOf(id);
    if (prefix) byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), id]);
  }
  const found = await Promise.all(
    [...byPrefix].map(([prefix, some]) =>
      readRows<{ id: string }>(
        context,
        info,
        nodeTables[prefix],
        (row) => sql`${row}.id = any (${some}::text[])`,
        info.schema.getType(nodeTypes[prefix]),
      ),
    ),
  );
  const byId = new Map(found.flat().map((row) => [row['#id'], row]));
  return ids.map((id) => byId.get(id) ?? null);
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'What has this id, or null where there is nothing that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Any id.' }) },
    resolve: async (_root, { id }, context, info) => (await readNodes(context, info, [id]))[0] ?? null,
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: `What has these ids, in their order, null for each that is not there for the caller; at most ${mostNodes}.`,
    args: { ids: t.arg.idList({ required: true, description: 'Any ids.' }) },
    extensions: { size: ({ ids }) => (Array.isArray(ids) ? ids.length : 1) },
    resolve: (_root, { ids }, context, info) => readNodes(context, info, ids),
  }),
}));
