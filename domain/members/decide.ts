import { sql, type Transaction } from '#prisma/database.ts';
import type { MemberRole } from '#prisma/generated/enums.ts';
import type { Act, Outcome } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { handle, inputOf, reason } from '../text/input.ts';
import { keepingAnAdministrator } from './administrators.ts';
import { canonicalHandle } from './rules.ts';

/** What staff decide about a member; what is left out stays. */
export interface Decision {
  state?: 'active' | 'suspended';
  approved?: boolean;
  role?: MemberRole;
}

export interface DecideMember extends Decision {
  handle: string;
  reason: string;
}

interface Subject {
  id: string;
  role: MemberRole;
}

async function subjectOf(tx: Transaction, handle: string): Promise<Subject> {
  const member = await tx.maybe<Subject>(
    sql`select id, role from member where handle = ${canonicalHandle(handle)} for no key update`,
  );
  if (!member) throw new Refusal('not_found', 'There is no member of this handle.');
  return member;
}

/** What is so already keeps its date. */
async function carryOut(tx: Transaction, memberId: string, { state, approved, role }: Decision): Promise<void> {
  await tx.query(sql`
    update member set
      suspended_at = case ${state ?? null}::text when 'suspended' then coalesce(suspended_at, institution_now()) when 'active' then null else suspended_at end,
      approved_at = case ${approved ?? null}::boolean when true then coalesce(approved_at, institution_now()) when false then null else approved_at end,
      role = coalesce(${role ?? null}::member_role, role)
    where id = ${memberId}`);
}

const outcomeOf = (id: string, reason: string | undefined, decision: Decision): Outcome => ({
  id,
  audit: { subject: id, reason, detail: { ...decision } },
});

/** A decision of the institution itself, from its command line: bound by none of the rules for staff. */
export async function decideAsInstitution(
  tx: Transaction,
  handle: string,
  decision: Decision,
  reason: string | undefined,
): Promise<Outcome> {
  const { id } = await subjectOf(tx, handle);
  await carryOut(tx, id, decision);
  return outcomeOf(id, reason, decision);
}

/** Staff approve, suspend and restore members, administrators give roles; recorded with its reason (1.4, 7.5). */
export const decideMember: Act<DecideMember> = {
  action: 'decide_member',
  rule: 'members.staff',
  creates: false,
  standing: 'approved',
  role: 'staff',
  refusals: ['input.invalid', 'not_found', 'role.required', 'member.self_decision', 'member.last_administrator'],
  input: inputOf(
    {
      handle,
      state: { enum: ['active', 'suspended'], description: 'Whether the account is in good standing.' },
      approved: { type: 'boolean', description: 'Whether the account may act at all.' },
      role: { enum: ['member', 'moderator', 'administrator'], description: 'The staff role; given by administrators.' },
      reason,
    },
    ['state', 'approved', 'role'],
  ),
  refine: ({ state, approved, role }) =>
    state === undefined && approved === undefined && role === undefined
      ? [{ field: 'state', message: 'is required where neither approved nor role is given' }]
      : [],

  async perform(tx, actor, { handle, reason, ...decision }) {
    return keepingAnAdministrator(tx, async () => {
      const member = await subjectOf(tx, handle);
      // Decisions run one after another: the one before may have been about this caller.
      const still = await tx.maybe(
        sql`select from member where id = ${actor.id} and role = ${actor.role}::member_role and approved_at is not null and suspended_at is null`,
      );
      if (!still) throw new Refusal('role.required', 'The caller no longer holds the role.');
      if (member.id === actor.id || member.id === actor.operatorGroup) throw new Refusal('member.self_decision');
      if (actor.role !== 'administrator') {
        if (decision.role !== undefined) throw new Refusal('role.required', 'Roles are given by administrators.');
        if (member.role === 'administrator')
          throw new Refusal('role.required', 'Only administrators decide about administrators.');
      }
      await carryOut(tx, member.id, decision);
      return outcomeOf(member.id, reason, decision);
    });
  },
};
