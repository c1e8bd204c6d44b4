import { sql, type Transaction } from '#prisma/database.ts';
import type { Act, Outcome } from '../../acts/act.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { id, inputOf, reason } from '../../text/input.ts';
import { lockGroupsExclusive } from '../groups.ts';
import { regroup } from './regroup.ts';

export interface VoidOperator {
  id: string;
  state: 'voided';
  reason: string;
}

/** Voids a record that groups are one operator; `voidedBy` is null for the institution itself. */
export async function voidSame(
  tx: Transaction,
  { id, reason }: Pick<VoidOperator, 'id' | 'reason'>,
  voidedBy: string | null,
): Promise<Outcome> {
  await lockGroupsExclusive(tx);
  const record = await tx.maybe<{ voided: boolean }>(
    sql`select voided_at is not null as voided from operator_record where id = ${id}`,
  );
  if (!record) throw new Refusal('not_found', 'There is no such record.');
  if (record.voided) throw new Refusal('operator.voided');
  await tx.query(
    sql`update operator_record set voided_at = institution_now(), voided_by = ${voidedBy}, void_reason = ${reason} where id = ${id}`,
  );
  const effective = await tx.query<{ id: string }>(sql`
    select distinct m.effective_group as id from operator_record_group g join member m on m.id = g.operator_group where g.record_id = ${id}`);
  const touched = await regroup(
    tx,
    effective.map((one) => one.id),
  );
  return { id, touched, audit: { subject: id, reason } };
}

/** Staff void such a record with a reason: groups stay one only where other records join them (1.5). */
export const voidOperator: Act<VoidOperator> = {
  action: 'void_operator_record',
  rule: 'members.void_operator',
  creates: false,
  standing: 'approved',
  role: 'staff',
  refusals: ['input.invalid', 'not_found', 'operator.voided'],
  input: inputOf(
    {
      id: id('opr', 'The record.'),
      state: { const: 'voided', default: 'voided', description: 'The only change a record knows.' },
      reason,
    },
    ['state'],
  ),
  perform: (tx, actor, input) => voidSame(tx, input, actor.id),
};
