import { builder } from './builder.ts';

/** Everything that has an id. */
export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'Something with an id: a TypeID that is the same in every door and never reused.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'A type prefix, an underscore and 26 characters, such as `clm_01h…`.' }),
  }),
});
