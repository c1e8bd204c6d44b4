import { precedentUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { connectionOf, pageArgs } from './connections/connections.ts';
import { PrecedentState } from './enums.ts';
import { Node } from './node.ts';
import { Precedent, type PrecedentRow } from './refs.ts';
import { type List, pageSize } from './selection/connection.ts';
import { columns, moment, stored } from './selection/fields.ts';
import { readPage, readRow } from './selection/read.ts';
import { forStaff, precedentTable } from './visibility.ts';

Precedent.implement({
  description: `An anonymised moderation example; withdrawn, it stays as a neutral tombstone with empty texts. ${caveats.precedent}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The precedent’s id, `prc_…`.', ...stored('id') }),
    url: t.string({
      description: 'The precedent’s page.',
      ...stored('id'),
      resolve: ({ id }, _args, { origin }) => precedentUrl(origin, id),
    }),
    situation: t.exposeString('situation', {
      description: 'What happened; empty once withdrawn.',
      ...stored('situation'),
    }),
    decision: t.exposeString('decision', {
      description: 'What was decided; empty once withdrawn.',
      ...stored('decision'),
    }),
    reasons: t.exposeString('reasons', { description: 'Why; empty once withdrawn.', ...stored('reasons') }),
    ruleIds: t.exposeStringList('ruleIds', {
      description: 'The rules that decided it, by their ids in the rules document.',
      ...stored('ruleIds'),
    }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      description: 'When it was published.',
      ...moment('publishedAt'),
    }),
    state: t.field({
      type: PrecedentState,
      description: 'Whether it stands.',
      ...columns({ withdrawn: (precedent) => sql`${precedent}.withdrawn_at is not null` }),
      resolve: ({ withdrawn }) => (withdrawn ? 'withdrawn' : 'published'),
    }),
    sourceCaseReference: t.exposeString('source', {
      nullable: true,
      description: 'Where staff find the case; null for everyone else, always.',
      ...forStaff('source', (precedent) => sql`${precedent}.source_case_reference`),
    }),
  }),
});

const allPrecedents: List = {
  name: 'precedents',
  table: precedentTable,
  place: (precedent) => sql`${precedent}.ordinal`,
  where: (precedent) => sql`${precedent}.ordinal is not null`,
};

const PrecedentConnection = connectionOf('Precedent', Precedent, 'precedents, oldest first.');

builder.queryFields((t) => ({
  precedents: t.field({
    type: PrecedentConnection,
    description: `Precedents, oldest first, tombstones included. ${caveats.precedent}`,
    args: pageArgs(),
    extensions: { size: pageSize },
    resolve: (_root, args, context, info) => readPage<PrecedentRow>(context, info, allPrecedents, args),
  }),
  precedent: t.field({
    type: Precedent,
    nullable: true,
    description: 'The precedent with this id, or null.',
    args: { id: t.arg.id({ required: true, description: 'A precedent’s id.' }) },
    resolve: (_root, { id }, context, info) => readRow<PrecedentRow>(context, info, precedentTable, id),
  }),
}));
