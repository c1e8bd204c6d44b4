import { caveats } from '#domain/publication/caveats.ts';
import { readSettings } from '#domain/settings/read.ts';
import { builder } from './builder.ts';

const Continuity = builder.objectRef<{ successorContacts: string }>('Continuity').implement({
  description: `What is meant to become of the record, and who to turn to. ${caveats.continuity}`,
  fields: (t) => ({
    successorContacts: t.exposeString('successorContacts', {
      description: `Whom to turn to, as administrators set it; empty where nobody is named. ${caveats.continuity}`,
    }),
    notes: t.stringList({ description: 'What is not promised.', resolve: () => [caveats.continuity] }),
  }),
});

builder.queryField('continuity', (t) =>
  t.field({
    type: Continuity,
    description: `The continuity statement’s settings as they stand. ${caveats.continuity}`,
    resolve: async (_root, _args, { database }) => readSettings(database),
  }),
);
