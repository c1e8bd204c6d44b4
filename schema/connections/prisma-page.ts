import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import { type Connection, cut, type PageArgs, pageOf, rowsConnection } from '../selection/connection.ts';

/** The part of a Prisma query that makes a page of a list in the order of `seq`: never Prisma's own cursor, which reads all before it. */
export interface SeqPage {
  /** What the selection needs of the nodes. */
  select: { id: true; seq: true };
  where: { seq: { gt?: bigint; lt?: bigint } };
  orderBy: { seq: 'asc' | 'desc' };
  take: number;
}

/** One page of a list whose rows have a place of their own, `seq`, drawn as they were made. */
export async function prismaPage<Row extends { seq: bigint }>(
  { list, nodeType }: { list: string; nodeType: string },
  args: PageArgs,
  context: Context,
  info: GraphQLResolveInfo,
  find: (page: SeqPage) => Promise<Row[]>,
): Promise<Connection<Row>> {
  const page = pageOf(list, args);
  const { after, before, backward, size } = page;
  const { select } = queryFromInfo({
    context,
    info,
    typeName: nodeType,
    paths: [['nodes'], ['edges', 'node']],
    select: { id: true, seq: true } as const,
  });
  const rows = await find({
    select,
    where: {
      seq: {
        ...(after === undefined ? {} : { gt: BigInt(after) }),
        ...(before === undefined ? {} : { lt: BigInt(before) }),
      },
    },
    orderBy: { seq: backward ? 'desc' : 'asc' },
    take: size + 1,
  });
  // The list gave the bound out, so what stands at it is there still: rows of these lists do not go.
  const beyond = Boolean(backward ? before : after);
  return rowsConnection({ list, place: ({ seq }) => Number(seq), ...cut(page, rows, beyond) });
}
