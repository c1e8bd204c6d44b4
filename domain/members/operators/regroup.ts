import { sql, type Transaction } from '#prisma/database.ts';
import { relabelClaimsOf } from '../../claims/relabel.ts';
import type { Touched } from '../../publication/touched.ts';
import { effectiveGroups } from '../rules.ts';

/**
 * Works out anew who is one operator with whom, for everyone who was or is one with these effective groups, and
 * relabels the claims that turn on it (1.5). Under the groups' lock, once the records are as they shall be.
 */
export async function regroup(tx: Transaction, effective: readonly string[]): Promise<Touched> {
  const humans = await tx.query<{ id: string }>(
    sql`select id from member where kind = 'human' and effective_group = any (${effective}) order by id collate "C"`,
  );
  const groups = humans.map(({ id }) => id);
  const records = await tx.query<{ groups: string[] }>(sql`
    select array_agg(operator_group) as groups from operator_record_group g join operator_record r on r.id = g.record_id
    where r.voided_at is null and exists (select from operator_record_group own where own.record_id = r.id and own.operator_group = any (${groups}))
    group by r.id`);
  const anew = effectiveGroups(
    groups,
    records.map((record) => record.groups),
  );
  const moved = await tx.query<{ operator_group: string }>(sql`
    update member m set effective_group = g.effective
    from unnest(${[...anew.keys()]}::text[], ${[...anew.values()]}::text[]) as g (id, effective)
    where m.operator_group = g.id and m.effective_group <> g.effective
    returning m.operator_group`);
  // Labels compare groups with each other, so claims of those who kept theirs can turn too: a pair of theirs and a moved one.
  return moved.length === 0 ? {} : relabelClaimsOf(tx, groups);
}
