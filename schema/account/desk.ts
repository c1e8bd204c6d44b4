import { checksForDesk, deskSize } from '#domain/credits/rules.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { sql } from '#prisma/database.ts';
import { builder } from '../builder.ts';
import { ClaimConnection } from '../claim.ts';
import { pageArgs } from '../connections/connections.ts';
import type { ClaimRow } from '../refs.ts';
import { type List, pageSize } from '../selection/connection.ts';
import { readPage } from '../selection/read.ts';
import { active, claimTable } from '../visibility.ts';

/** Public claims that the member's operators may still check, the least checked first, then the oldest (6.1). */
const recommended = (memberId: string): List => ({
  name: 'desk',
  ranking: true,
  table: {
    ...claimTable,
    name: sql`(
      select c.*, row_number() over (order by c.accepted_checks, c.ordinal) as need from (
        select c.* from claim c join member a on a.id = c.author_id join member own on own.id = ${memberId}
        where ${active(sql`c`)} and c.ordinal is not null and a.effective_group <> own.effective_group
          and c.id not in (select k.claim_id from registry_check k join member m on m.id = k.author_id
            where m.effective_group = (select effective_group from member where id = ${memberId}))
        order by c.accepted_checks, c.ordinal limit ${deskSize}
      ) c)`,
  },
  place: (claim) => sql`${claim}.need`,
  where: () => sql`true`,
});

/** The reviewer desk; the parent is the member's id. */
export const Desk = builder.objectRef<{ memberId: string }>('Desk').implement({
  description: `Recommended work, open to members with ${checksForDesk} accepted checks ever: an order to work in, not access to anything. ${caveats.recommendation}`,
  fields: (t) => ({
    claims: t.field({
      type: ClaimConnection,
      description: `Public claims that the caller may still check, the least checked first, then the oldest; the first ${deskSize}. Cursors are offsets into the present order. Nothing pending, restricted or paid is among them, and reviews are administrators’ work. ${caveats.recommendation}`,
      args: pageArgs(),
      extensions: { size: pageSize },
      resolve: ({ memberId }, args, context, info) => readPage<ClaimRow>(context, info, recommended(memberId), args),
    }),
  }),
});
