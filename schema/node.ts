import { type IdPrefix, prefixOf } from '#domain/text/ids.ts';
import { builder } from './builder.ts';

/** The type behind an id's prefix. */
export const nodeTypes = {
  clm: 'Claim',
  chk: 'Check',
  rev: 'Review',
  rel: 'Relationship',
  res: 'Resolution',
  fct: 'Prediction',
  mem: 'Member',
  obs: 'Observation',
  vch: 'Vouch',
  apl: 'Appeal',
  prc: 'Precedent',
  wkc: 'WeeklyChallenge',
  thr: 'Thread',
  pst: 'Post',
} as const satisfies Partial<Record<IdPrefix, string>>;

export type NodePrefix = keyof typeof nodeTypes;

export function nodePrefixOf(id: string): NodePrefix | undefined {
  const prefix = prefixOf(id);
  return prefix && prefix in nodeTypes ? (prefix as NodePrefix) : undefined;
}

/** Everything that has an id and a place of its own. A row read as a node carries it under `#id`. */
export const Node = builder.interfaceRef<{ '#id'?: string; id: string }>('Node').implement({
  description: 'Something with an id: a TypeID that is the same in every door and never reused.',
  resolveType: (node) => {
    const prefix = nodePrefixOf(node['#id'] ?? node.id);
    return prefix && nodeTypes[prefix];
  },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'A type prefix, an underscore and 26 characters, such as `clm_01h…`.' }),
  }),
});
