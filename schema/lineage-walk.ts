import { caveats } from '#domain/publication/caveats.ts';
import { type FieldError, Refusal } from '#domain/refusals/refusal.ts';
import { raw, type Sql, sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { Claim, type ClaimRow, Relationship, type RelationshipRow } from './refs.ts';
import { columns, many, type Nested, nested, objectTypeOf, one, stored } from './selection/fields.ts';
import { columnsOf } from './selection/place.ts';
import { table } from './selection/table.ts';
import { claimTable, relationshipTable } from './visibility.ts';

const mostDepth = 10;
const mostNodes = 500;
const usualDepth = 3;

// Inside a walk's statement: `reached` are the claims by their least distance, one step further than asked, `kept` those shown and the start.
const keptTable = table('kept', () => sql`true`);

const LineageNode = builder.objectRef<{ depth: number }>('LineageNode').implement({
  description: 'A claim that a walk along relationships reached.',
  fields: (t) => ({
    depth: t.exposeInt('depth', {
      description: 'The fewest relationships between it and where the walk began.',
      ...stored('depth'),
    }),
    claim: t.field({
      type: Claim,
      description: 'The claim.',
      ...one<ClaimRow>({ table: claimTable, within: true, on: (node, claim) => sql`${claim}.id = ${node}.id` }),
    }),
  }),
});

/** What a walk along relationships found. */
export const LineageWalk = builder.objectRef<{ cut: boolean }>('LineageWalk').implement({
  description: `A claim’s relatives over several steps, as nodes and edges. ${caveats.relationship}`,
  fields: (t) => ({
    nodes: t.field({
      type: [LineageNode],
      description: `The claims reached, nearest first, without the one where the walk began; at most ${mostNodes}.`,
      ...many<{ depth: number }>({
        table: keptTable,
        on: (_walk, node) => sql`${node}.depth > 0`,
        order: (node) => sql`${node}.depth, ${node}.id`,
        usually: 50,
      }),
    }),
    edges: t.field({
      type: [Relationship],
      description: 'Every relationship between claims of the walk, where it began included.',
      ...many<RelationshipRow>({
        table: relationshipTable,
        on: (_walk, edge) =>
          sql`${edge}.source_id in (select id from kept) and ${edge}.target_id in (select id from kept)`,
        order: (edge) => sql`${edge}.id`,
        usually: 50,
      }),
    }),
    cut: t.exposeBoolean('cut', {
      description: `Whether there are more: further away than asked for, or beyond ${mostNodes} claims.`,
      ...columns({ cut: () => sql`(select count(*) from reached) > (select count(*) from kept)` }),
    }),
  }),
});

function depthOf(depth: unknown): number {
  if (typeof depth === 'number' && depth >= 1 && depth <= mostDepth) return depth;
  const fault: FieldError = { field: 'depth', message: `is 1 to ${mostDepth}` };
  throw new Refusal('input.invalid', `depth is 1 to ${mostDepth}`, { errors: [fault] });
}

/** Walks from one end of relationships to the other, each step and the whole bounded, so that no hub makes it long. */
export function walk(from: 'source_id' | 'target_id', to: 'source_id' | 'target_id'): Nested<{ cut: boolean }> {
  const step = (relationship: Sql, end: typeof from) => sql`${relationship}.${raw(end)}`;
  return nested((at) => {
    const depth = depthOf(at.args.depth);
    const edge = at.scope.alias();
    return sql`(with recursive walk (id, depth) as (
        select ${at.row}.id, 0
        union
        select * from (
          select distinct ${step(edge, to)}, walk.depth + 1 as depth
          from walk join relationship ${edge} on ${step(edge, from)} = walk.id
          where walk.depth <= ${depth} and ${relationshipTable.visible(edge, at.scope.viewer)}
          order by 1 limit ${mostNodes + 1}
        ) further
      ),
      reached as (select id, min(depth) as depth from walk group by id),
      kept as (select id, depth from reached where depth <= ${depth} order by depth, id limit ${mostNodes + 1})
      select row_to_json(r) from (select ${columnsOf(objectTypeOf(at), at.nodes, raw('kept'), at.scope)}) r)`;
  });
}

/** The argument of both walks. */
export const walkArgs = () =>
  builder.args((t) => ({
    depth: t.int({
      required: true,
      defaultValue: usualDepth,
      description: `How many steps to go, 1 to ${mostDepth}.`,
    }),
  }));
