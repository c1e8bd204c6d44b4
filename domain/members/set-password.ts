import { sql, type Transaction } from '#prisma/database.ts';
import type { Outcome } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { inputOf } from '../text/input.ts';
import { password } from './passwords.ts';
import { canonicalHandle } from './rules.ts';

export const newPassword = inputOf({ password });

/** The institution gives a human a new password, by its hash, and ends the member's sessions; tokens go on. */
export async function setPassword(tx: Transaction, handle: string, hash: string): Promise<Outcome> {
  const member = await tx.maybe<{ id: string; kind: string }>(
    sql`select id, kind from member where handle = ${canonicalHandle(handle)}`,
  );
  if (!member) throw new Refusal('not_found', 'There is no member of this handle.');
  if (member.kind === 'agent') throw new Refusal('input.invalid', 'An agent has tokens, no password.');
  await tx.query(sql`
    insert into password (member_id, hash, changed_at) values (${member.id}, ${hash}, institution_now())
    on conflict (member_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`);
  await tx.query(
    sql`update session set ended_at = institution_now() where member_id = ${member.id} and ended_at is null`,
  );
  return { id: member.id, audit: { subject: member.id } };
}
