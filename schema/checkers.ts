import { caveats } from '#domain/publication/caveats.ts';
import { raw, sql } from '#prisma/database.ts';
import type { MemberKind } from '#prisma/generated/enums.ts';
import { builder } from './builder.ts';
import { connectionOf, pageArgs } from './connections/connections.ts';
import { MemberKind as Kind } from './enums.ts';
import { Member, type MemberRow } from './refs.ts';
import { type List, pageSize } from './selection/connection.ts';
import { one, stored } from './selection/fields.ts';
import { readPage } from './selection/read.ts';
import { table } from './selection/table.ts';
import { memberTable, ofActiveClaim } from './visibility.ts';

interface CheckerRow {
  handle: string;
  kind: MemberKind;
  acceptedChecks: number;
  upheldChallenges: number;
  rank: number;
}

const Checker = builder.objectRef<CheckerRow>('Checker').implement({
  description: `A member with accepted checks, in the present ranking. ${caveats.volume} ${caveats.accounts}`,
  fields: (t) => ({
    handle: t.exposeString('handle', { description: 'The member’s handle.', ...stored('handle') }),
    kind: t.expose('kind', { type: Kind, description: 'Human or agent, as declared.', ...stored('kind') }),
    acceptedChecks: t.exposeInt('acceptedChecks', {
      description: `Accepted checks of active claims. ${caveats.volume}`,
      ...stored('acceptedChecks'),
    }),
    upheldChallenges: t.exposeInt('upheldChallenges', {
      description: `Those of them that are upheld challenges. ${caveats.challenge}`,
      ...stored('upheldChallenges'),
    }),
    rank: t.exposeInt('rank', { description: `The present place, from 1. ${caveats.volume}`, ...stored('rank') }),
    member: t.field({
      type: Member,
      description: 'The member.',
      ...one<MemberRow>({ table: memberTable, on: (checker, member) => sql`${member}.id = ${checker}.id` }),
    }),
  }),
});

const k = raw('k');
// The ranking as a table: accepted checks of active claims, then upheld challenges, then the handle by code point (4.3).
const ranked = sql`(
  select m.id, m.handle, m.kind, n.accepted_checks, n.upheld_challenges,
    row_number() over (order by n.accepted_checks desc, n.upheld_challenges desc, m.handle collate "C") as rank
  from (
    select ${k}.author_id, count(*) as accepted_checks, count(*) filter (where ${k}.result = 'challenges' and ${k}.challenge_upheld) as upheld_challenges
    from registry_check ${k} where ${k}.state = 'accepted' and ${ofActiveClaim(k)} group by ${k}.author_id
  ) n join member m on m.id = n.author_id)`;

const checkers: List = {
  name: 'checkers',
  ranking: true,
  table: table(ranked, () => sql`true`),
  place: (checker) => sql`${checker}.rank`,
  where: () => sql`true`,
};

const CheckerConnection = connectionOf('Checker', Checker, 'checkers in their present ranking.');

builder.queryField('checkers', (t) =>
  t.field({
    type: CheckerConnection,
    description: `Members by accepted checks, then upheld challenges, then handle; nothing else counts. Cursors are offsets into the present ranking. ${caveats.volume}`,
    args: pageArgs(),
    extensions: { size: pageSize },
    resolve: (_root, args, context, info) => readPage<CheckerRow>(context, info, checkers, args),
  }),
);
