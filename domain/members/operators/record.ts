import { sql, type Transaction } from '#prisma/database.ts';
import type { Act, Outcome } from '../../acts/act.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { newId } from '../../text/ids.ts';
import { handle, inputOf, reason, refuseFields } from '../../text/input.ts';
import { lockGroupsExclusive } from '../groups.ts';
import { canonicalHandle } from '../rules.ts';
import { regroup } from './regroup.ts';

export interface RecordOperator {
  /** Members of the groups that are one operator: the humans or any of their agents. */
  handles: string[];
  reason: string;
}

interface Group {
  handle: string;
  group: string;
  effective: string;
}

/** Records that the operator groups of these members are one operator; `recordedBy` is null for the institution itself. */
export async function recordSame(
  tx: Transaction,
  { handles, reason }: RecordOperator,
  recordedBy: string | null,
): Promise<Outcome> {
  await lockGroupsExclusive(tx);
  const given = handles.map(canonicalHandle);
  const found = await tx.query<Group>(
    sql`select handle, operator_group as "group", effective_group as effective from member where handle = any (${given})`,
  );
  const known = new Set(found.map((one) => one.handle));
  const unknown = given.flatMap((one, index) =>
    known.has(one) ? [] : [{ field: `handles[${index}]`, message: 'is nobody’s handle' }],
  );
  if (unknown.length > 0) refuseFields(unknown);
  const effective = [...new Set(found.map((one) => one.effective))];
  if (effective.length < 2) throw new Refusal('operator.already_same');

  const id = newId('opr');
  const groups = [...new Set(found.map((one) => one.group))].sort();
  await tx.query(
    sql`insert into operator_record (id, reason, recorded_by, recorded_at) values (${id}, ${reason}, ${recordedBy}, institution_now())`,
  );
  await tx.query(
    sql`insert into operator_record_group (record_id, operator_group) select ${id}, unnest(${groups}::text[])`,
  );
  const touched = await regroup(tx, effective);
  return { id, touched, audit: { subject: id, reason, detail: { groups } } };
}

/** Staff record that groups are the same operator, with a reason; transitive, and every rule then treats them as one (1.5). */
export const recordOperator: Act<RecordOperator> = {
  action: 'record_same_operator',
  rule: 'members.operators',
  creates: true,
  standing: 'approved',
  role: 'staff',
  refusals: ['input.invalid', 'operator.already_same'],
  input: inputOf({
    handles: {
      type: 'array',
      items: handle,
      minItems: 2,
      maxItems: 20,
      description: 'Members of the groups that are one operator, 2 to 20.',
    },
    reason,
  }),
  perform: (tx, actor, input) => recordSame(tx, input, actor.id),
};
