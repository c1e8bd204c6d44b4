import type { ObjectRef } from '@pothos/core';
import { type BuilderTypes, builder } from '../builder.ts';
import type { Connection, Edge } from '../selection/connection.ts';
import { defaultPage, largestPage } from '../selection/connection.ts';

const PageInfo = builder.objectRef<Connection<unknown>['pageInfo']>('PageInfo').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description:
        'Whether the list goes on after this page. Known for sure when paging forward, and backward from a cursor.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description:
        'Whether the list has something before this page. Known for sure when paging backward, and forward from a cursor.',
    }),
    startCursor: t.exposeString('startCursor', {
      nullable: true,
      description: 'The cursor of the page’s first edge; null on an empty page.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'The cursor of the page’s last edge; null on an empty page.',
    }),
  }),
});

/** The connection of a node type with its edges; `described` says what is in it and in which order. */
export function connectionOf<Row extends object>(
  name: string,
  node: ObjectRef<BuilderTypes, Row>,
  described: string,
): ObjectRef<BuilderTypes, Connection<Row>> {
  const type: ObjectRef<BuilderTypes, object> = node;
  const edge = builder.objectRef<Edge<object>>(`${name}Edge`).implement({
    description: `One place in a list: ${described}`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'The opaque cursor of this place, good for this list only.' }),
      node: t.field({
        type,
        description: 'What stands there.',
        resolve: (one, _args, _context, info) => one.node(String(info.path.key)),
      }),
    }),
  });
  return builder.objectRef<Connection<Row>>(`${name}Connection`).implement({
    description: `A page of a list: ${described}`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'The places of the page, in order.',
        resolve: (page: Connection<object>, _args, _context, info) => page.edges(String(info.path.key)),
      }),
      nodes: t.field({
        type: [type],
        description: 'What stands there, without the cursors.',
        resolve: (page: Connection<object>, _args, _context, info) => page.nodes(String(info.path.key)),
      }),
      pageInfo: t.expose('pageInfo', { type: PageInfo, description: 'Where the page stands in its list.' }),
    }),
  });
}

/** The arguments of every connection. */
export const pageArgs = () =>
  builder.args((t) => ({
    first: t.int({
      description: `How many from the front, 0 to ${largestPage}; ${defaultPage} where neither \`first\` nor \`last\` is given.`,
    }),
    after: t.string({ description: 'Only what follows this cursor.' }),
    last: t.int({ description: `How many from the back, 0 to ${largestPage}; excludes \`first\`.` }),
    before: t.string({ description: 'Only what precedes this cursor.' }),
  }));
