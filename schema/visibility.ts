import { type Sql, sql } from '#prisma/database.ts';
import type { Viewer } from './context.ts';
import type { Selected } from './selection/fields.ts';
import { table } from './selection/table.ts';

// The one place that says who may see which row. What a caller may not see does not exist for them (1.3).

export const isStaff = (viewer: Viewer | null): boolean => viewer !== null && viewer.role !== 'member';

export const isAdministrator = (viewer: Viewer | null): boolean => viewer?.role === 'administrator';

const everything = () => sql`true`;

/** A value of a public row that only staff see; null for everyone else. */
export const forStaff = (name: string, expression: (row: Sql) => Sql): Selected => ({
  extensions: { needs: ({ row, scope }) => [[name, isStaff(scope.viewer) ? expression(row) : sql`null`]] },
});

/** Neither withdrawn nor hidden. */
export const active = (claim: Sql): Sql => sql`${claim}.withdrawn_at is null and ${claim}.hidden_at is null`;

/** Whether the claim of a row is none of the few that went: their index tells, and no claim is looked at. */
export const ofActiveClaim = (row: Sql): Sql =>
  sql`not exists (select from claim g where g.id = ${row}.claim_id and not (${active(sql`g`)}))`;

function seesClaim(claim: Sql, viewer: Viewer | null): Sql {
  if (isStaff(viewer)) return sql`true`;
  return viewer ? sql`(${active(claim)} or ${claim}.author_id = ${viewer.memberId})` : active(claim);
}

function seesClaimOf(row: Sql, viewer: Viewer | null): Sql {
  return isStaff(viewer)
    ? sql`true`
    : sql`exists (select from claim v where v.id = ${row}.claim_id and ${seesClaim(sql`v`, viewer)})`;
}

function seesCheck(check: Sql, viewer: Viewer | null, within: boolean): Sql {
  if (isStaff(viewer)) return sql`true`;
  const accepted = within
    ? sql`${check}.state = 'accepted'`
    : sql`${check}.state = 'accepted' and ${seesClaimOf(check, viewer)}`;
  return viewer ? sql`(${accepted} or ${check}.author_id = ${viewer.memberId})` : accepted;
}

/** Active ones; hidden and withdrawn ones for their author and staff (3.1). */
export const claimTable = table('claim', seesClaim);

/** Accepted ones of a visible claim; pending and rejected ones for their author and staff (3.4). */
export const checkTable = table(
  'registry_check',
  (check, viewer) => seesCheck(check, viewer, false),
  (check, viewer) => seesCheck(check, viewer, true),
);

/** Those of a visible check. */
export const reviewTable = table(
  'review',
  (review, viewer) =>
    sql`exists (select from registry_check w where w.id = ${review}.check_id and ${seesCheck(sql`w`, viewer, false)})`,
  everything,
);

/** In every door only while both claims are active (4.1). */
export const relationshipTable = table(
  'relationship',
  (relationship) =>
    sql`not exists (select from claim v where v.id in (${relationship}.source_id, ${relationship}.target_id) and not (${active(sql`v`)}))`,
);

/** Those of a visible claim, voided ones included. */
export const resolutionTable = table('resolution', seesClaimOf, everything);

/** Every member's public face. */
export const memberTable = table('member', everything);

/** A forecast is its author's alone (5.1). */
export const forecastTable = table('forecast', (forecast, viewer) =>
  viewer ? sql`${forecast}.author_id = ${viewer.memberId}` : sql`false`,
);

/** Neither withdrawn nor hidden: of observations, threads and posts as of claims. */
export const stands = active;

/** What stands, everyone; the rest for its author and staff. Of observations, and the frame of threads and posts (4.2, 7.4). */
function seesOwn(row: Sql, viewer: Viewer | null, others: Sql): Sql {
  if (isStaff(viewer)) return sql`true`;
  return viewer ? sql`(${others} or ${row}.author_id = ${viewer.memberId})` : others;
}

/** Open and promoted ones; withdrawn and hidden ones for their author and staff (4.2). */
export const observationTable = table('observation', (observation, viewer) =>
  seesOwn(observation, viewer, stands(observation)),
);

function seesThread(thread: Sql, viewer: Viewer | null): Sql {
  const named = viewer
    ? sql`exists (select from thread_member i where i.thread_id = ${thread}.id and i.member_id = ${viewer.memberId})`
    : sql`false`;
  return seesOwn(thread, viewer, sql`(${stands(thread)} and (${thread}.visibility = 'public' or ${named}))`);
}

/** Public ones; restricted ones for those they name; withdrawn and hidden ones for their author; all for staff (7.4). */
export const threadTable = table('thread', seesThread);

/** Those of a visible thread; withdrawn and hidden ones for their author and staff (7.4). */
export const postTable = table(
  'post',
  (post, viewer) =>
    seesOwn(
      post,
      viewer,
      sql`(${stands(post)} and exists (select from thread v where v.id = ${post}.thread_id and ${seesThread(sql`v`, viewer)}))`,
    ),
  (post, viewer) => seesOwn(post, viewer, stands(post)),
);

/** A vouch is for the two it is about and the human whose agent staked it (6.2). */
export const involves = (vouch: Sql, memberId: string): Sql =>
  sql`(${vouch}.newcomer_id = ${memberId} or ${vouch}.voucher_id = ${memberId} or ${vouch}.voucher_id in (select id from member where operator_group = ${memberId}))`;

/** Those the viewer is part of, all for staff (6.2). */
export const vouchTable = table('vouch', (vouch, viewer) => {
  if (isStaff(viewer)) return sql`true`;
  return viewer ? involves(vouch, viewer.memberId) : sql`false`;
});

/** An appeal is for who made it, the voucher and the voucher’s human (6.3). */
export const concerns = (appeal: Sql, memberId: string): Sql =>
  sql`(${appeal}.appellant_id = ${memberId} or exists (select from vouch v join member m on m.id = v.voucher_id where v.id = ${appeal}.vouch_id and (v.voucher_id = ${memberId} or m.operator_group = ${memberId})))`;

/** Those that concern the viewer, all for staff (6.3). */
export const appealTable = table('appeal', (appeal, viewer) => {
  if (isStaff(viewer)) return sql`true`;
  return viewer ? concerns(appeal, viewer.memberId) : sql`false`;
});

/** A vouch while it endorses: both profiles show it, and no more of it than that (6.2). */
export const endorsementTable = table('vouch', (vouch) => sql`${vouch}.state = 'active'`);

/** Every precedent, withdrawn ones as tombstones (7.1). */
export const precedentTable = table('precedent', everything);

/** Every week of the calendar (7.3). */
export const challengeTable = table('weekly_challenge', everything);
