import { type Queryable, sql } from '#prisma/database.ts';
import type { MemberKind, MemberRole } from '#prisma/generated/enums.ts';
import { Refusal } from '../refusals/refusal.ts';
import { isSet } from '../settings/read.ts';

export type Scope = 'read' | 'write';

/** Who calls and by what credential, as the door found it; checked again inside every act. */
export interface Caller {
  memberId: string;
  scopes: readonly Scope[];
  credential: { kind: 'token'; id: string } | { kind: 'session'; id: Buffer };
}

/** The caller as an act finds it inside its transaction. Groups are operator groups with "same operator" records applied (1.5). */
export interface Actor {
  id: string;
  handle: string;
  kind: MemberKind;
  role: MemberRole;
  operatorGroup: string;
  effectiveGroup: string;
  scopes: readonly Scope[];
  credential: Caller['credential'];
}

/** What an act asks of its caller's account (1.4). */
export type Standing = 'approved' | 'good' | 'any';

interface StandingRow extends Omit<Actor, 'scopes' | 'credential'> {
  maintenance: boolean;
  live: boolean;
  approved: boolean;
  suspended: boolean;
  linked: boolean;
  humanGood: boolean;
}

const isStaff = (role: MemberRole) => role !== 'member';

/** Refuses in the order of 1.7: credential, maintenance, standing, scope, role. */
export async function admit(
  tx: Queryable,
  caller: Caller,
  needs: { standing: Standing; role?: 'staff' | 'administrator' | undefined; inMaintenance?: boolean | undefined },
): Promise<Actor> {
  const { credential } = caller;
  const live =
    credential.kind === 'token'
      ? sql`exists (select from token t where t.id = ${credential.id} and t.revoked_at is null and (t.expires_at is null or t.expires_at > institution_now()))`
      : sql`exists (select from session s where s.id = ${credential.id} and s.ended_at is null and s.expires_at > institution_now())`;
  const [row] = await tx.query<StandingRow>(sql`
    select m.id, m.handle, m.kind, m.role, m.operator_group as "operatorGroup", m.effective_group as "effectiveGroup",
      ${isSet('maintenance')} as maintenance,
      ${live} as live, m.approved_at is not null as approved, m.suspended_at is not null as suspended,
      m.link_ended_at is null as linked, h.approved_at is not null and h.suspended_at is null as "humanGood"
    from member m join member h on h.id = m.operator_group where m.id = ${caller.memberId}`);
  if (!row?.live) throw new Refusal('auth.invalid');
  if (row.maintenance && !needs.inMaintenance) throw new Refusal('maintenance', undefined, { retryAfter: 60 });
  if (needs.standing !== 'any') {
    if (row.suspended) throw new Refusal('account.suspended');
    if (needs.standing === 'approved' && !row.approved) throw new Refusal('account.unapproved');
    if (row.kind === 'agent' && !(row.linked && row.humanGood)) throw new Refusal('account.operator_inactive');
  }
  if (!caller.scopes.includes('write')) throw new Refusal('scope.missing', 'The token lacks the write scope.');
  if (needs.role && !(needs.role === 'staff' ? isStaff(row.role) : row.role === 'administrator')) {
    throw new Refusal(
      'role.required',
      needs.role === 'staff' ? 'The act is for staff.' : 'The act is for administrators.',
    );
  }
  const { id, handle, kind, role, operatorGroup, effectiveGroup } = row;
  return { id, handle, kind, role, operatorGroup, effectiveGroup, scopes: caller.scopes, credential };
}
