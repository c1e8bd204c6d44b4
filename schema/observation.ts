import { observationUrl } from '#domain/publication/addresses.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { join, type Sql, sql } from '#prisma/database.ts';
import { builder } from './builder.ts';
import { connectionOf, pageArgs } from './connections/connections.ts';
import { ObservationState } from './enums.ts';
import { handleOf } from './member.ts';
import { Node } from './node.ts';
import { Claim, type ClaimRow, Member, type MemberRow, Observation, type ObservationRow } from './refs.ts';
import { searchDescription, searches } from './search.ts';
import { type List, pageSize } from './selection/connection.ts';
import { columns, moment, one, stored } from './selection/fields.ts';
import { readPage, readRow } from './selection/read.ts';
import { claimTable, memberTable, observationTable, stands } from './visibility.ts';

const promoted = (observation: Sql): Sql =>
  sql`exists (select from claim u where u.observation_id = ${observation}.id)`;

Observation.implement({
  description: `A short note of what should be checked, which any member can promote to a claim. ${caveats.observation}`,
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The observation’s id, `obs_…`.', ...stored('id') }),
    url: t.string({
      description: 'The observation’s page.',
      ...stored('id'),
      resolve: ({ id }, _args, { origin }) => observationUrl(origin, id),
    }),
    title: t.exposeString('title', { description: 'The observation in a line.', ...stored('title') }),
    body: t.exposeString('body', { description: 'What should be checked.', ...stored('body') }),
    author: t.field({
      type: Member,
      description: 'Who recorded it; a promotion leaves this as it is.',
      ...one<MemberRow>({
        table: memberTable,
        on: (observation, member) => sql`${member}.id = ${observation}.author_id`,
      }),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was recorded.',
      ...moment('createdAt'),
    }),
    state: t.expose('state', {
      type: ObservationState,
      description: 'How it stands; withdrawn and hidden ones are seen by their author and staff only.',
      ...columns({
        state: (o) =>
          sql`case when ${o}.withdrawn_at is not null then 'withdrawn' when ${o}.hidden_at is not null then 'hidden' when ${promoted(o)} then 'promoted' else 'open' end`,
      }),
    }),
    claim: t.field({
      type: Claim,
      nullable: true,
      description: 'The claim that promoted it; null where there is none that the caller may see.',
      ...one<ClaimRow>({
        table: claimTable,
        on: (observation, claim) => sql`${claim}.observation_id = ${observation}.id`,
      }),
    }),
  }),
});

const ObservationFilter = builder.inputType('ObservationFilter', {
  description: 'Which observations a list holds; all that is given must hold.',
  fields: (t) => ({
    promoted: t.boolean({ description: 'Whether a claim promoted it; false for those that can still be promoted.' }),
    author: t.string({ description: 'Recorded by the member with this handle.' }),
    search: t.string({ description: searchDescription('title and body') }),
  }),
});

type Filter = typeof ObservationFilter.$inferInput;

function* conditionsOf(observation: Sql, { promoted: whether, author, search }: Filter): Generator<Sql> {
  if (typeof whether === 'boolean') yield sql`${promoted(observation)} = ${whether}`;
  if (typeof author === 'string')
    yield sql`${observation}.author_id = (select id from member where handle = ${handleOf(author)})`;
  if (typeof search === 'string') yield searches(sql`${observation}.title || ' ' || ${observation}.body`, search);
}

/** Every open and promoted observation, oldest first (4.2). */
const shownObservations: List = {
  name: 'observations',
  table: observationTable,
  place: (observation) => sql`${observation}.ordinal`,
  where: (observation, { args }) =>
    join(
      [
        stands(observation),
        sql`${observation}.ordinal is not null`,
        ...conditionsOf(observation, (args.filter ?? {}) as Filter),
      ],
      ' and ',
    ),
};

export const ObservationConnection = connectionOf('Observation', Observation, 'observations, oldest first.');

builder.queryFields((t) => ({
  observations: t.field({
    type: ObservationConnection,
    description: `Open and promoted observations, oldest first. ${caveats.observation}`,
    args: {
      ...pageArgs(),
      filter: t.arg({ type: ObservationFilter, description: 'Which observations; left out, all.' }),
    },
    extensions: { size: pageSize },
    resolve: (_root, args, context, info) => readPage<ObservationRow>(context, info, shownObservations, args),
  }),
  observation: t.field({
    type: Observation,
    nullable: true,
    description: 'The observation with this id, or null where there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'An observation’s id.' }) },
    resolve: (_root, { id }, context, info) => readRow<ObservationRow>(context, info, observationTable, id),
  }),
}));
