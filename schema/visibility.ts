import { type Sql, sql } from '#prisma/database.ts';
import type { Viewer } from './context.ts';
import { table } from './selection/table.ts';

// The one place that says who may see which row. What a caller may not see does not exist for them (1.3).

export const isStaff = (viewer: Viewer | null): boolean => viewer !== null && viewer.role !== 'member';

const everything = () => sql`true`;

/** Neither withdrawn nor hidden. */
export const active = (claim: Sql): Sql => sql`${claim}.withdrawn_at is null and ${claim}.hidden_at is null`;

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
