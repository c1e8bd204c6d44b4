import { type Queryable, raw, type Sql, sql } from '#prisma/database.ts';
import type { MemberKind, MemberRole } from '#prisma/generated/enums.ts';
import type { Caller, Scope } from '../acts/actor.ts';
import { sessionForm, tokenForm } from './rules.ts';
import { hashOf } from './secrets.ts';

/** The authenticated caller, as reads see it. What acts decide on is read again inside the act. */
export interface Viewer extends Caller {
  handle: string;
  kind: MemberKind;
  /** `member` for staff who are not approved and in good standing: a suspended member keeps public and own reads only (1.4). */
  role: MemberRole;
  suspended: boolean;
  approved: boolean;
  /** The human of the caller's operator group. */
  operatorGroup: string;
  effectiveGroup: string;
}

type Account = Omit<Viewer, 'scopes' | 'credential'>;

const account = raw(`m.id as "memberId", m.handle, m.kind,
  case when m.approved_at is not null and m.suspended_at is null and m.link_ended_at is null
    and h.approved_at is not null and h.suspended_at is null then m.role else 'member' end as role,
  m.suspended_at is not null as suspended, m.approved_at is not null as approved,
  m.operator_group as "operatorGroup", m.effective_group as "effectiveGroup"`);

async function first<Row>(database: Queryable, statement: Sql): Promise<Row | null> {
  return (await database.query<Row>(statement))[0] ?? null;
}

/** Whose bearer token this is; null where it is unknown, revoked or past its end. */
export async function viewerByToken(database: Queryable, token: string): Promise<Viewer | null> {
  if (!tokenForm.test(token)) return null;
  const row = await first<Account & { scopes: Scope[]; tokenId: string }>(
    database,
    sql`
    select ${account}, t.scopes, t.id as "tokenId"
    from token t join member m on m.id = t.member_id join member h on h.id = m.operator_group
    where t.hash = ${hashOf(token)} and t.revoked_at is null and (t.expires_at is null or t.expires_at > institution_now())`,
  );
  if (!row) return null;
  const { tokenId, ...rest } = row;
  return { ...rest, credential: { kind: 'token', id: tokenId } };
}

/** Whose session this is, by the cookie's value; null where it is unknown, ended or past its end. */
export async function viewerBySession(database: Queryable, session: string): Promise<Viewer | null> {
  if (!sessionForm.test(session)) return null;
  const id = hashOf(session);
  const row = await first<Account>(
    database,
    sql`
    select ${account}
    from session s join member m on m.id = s.member_id join member h on h.id = m.operator_group
    where s.id = ${id} and s.ended_at is null and s.expires_at > institution_now()`,
  );
  return row && { ...row, scopes: ['read', 'write'], credential: { kind: 'session', id } };
}
