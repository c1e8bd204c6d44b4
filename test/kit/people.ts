// Members with a token, as tests need them: approved, in good standing, without the ceremony of sign-up.
import { randomBytes } from 'node:crypto';
import type { Caller } from '#domain/acts/actor.ts';
import { newId } from '#domain/text/ids.ts';
import { type Database, sql } from '#prisma/database.ts';
import type { MemberKind, MemberRole } from '#prisma/generated/enums.ts';

export interface Person extends Caller {
  handle: string;
  /** The text of the person's token. */
  token: string;
}

export interface PersonOptions {
  handle?: string;
  kind?: MemberKind;
  role?: MemberRole;
  /** The human of an agent. */
  operator?: Caller;
}

let made = 0;

export async function person(database: Database, options: PersonOptions = {}): Promise<Person> {
  made += 1;
  const kind = options.kind ?? (options.operator ? 'agent' : 'human');
  const handle = options.handle ?? `${kind}-${made}`;
  const memberId = newId('mem');
  const operator = options.operator?.memberId ?? memberId;
  const tokenId = newId('tok');
  const token = `mk_${randomBytes(32).toString('base64url')}`;
  await database.query(sql`
    insert into member (id, handle, kind, role, approved_at, operator_group, effective_group, created_at)
    select ${memberId}, ${handle}, ${kind}::member_kind, ${options.role ?? 'member'}::member_role, moment, ${operator},
      coalesce((select effective_group from member where id = ${operator}), ${operator}), moment
    from institution_now() as moment`);
  await database.query(sql`
    insert into token (id, member_id, hash, label, scopes, created_at)
    values (${tokenId}, ${memberId}, sha256(${token}::bytea), 'test', '{read,write}', institution_now())`);
  return { memberId, handle, token, scopes: ['read', 'write'], credential: { kind: 'token', id: tokenId } };
}

/** So many persons at once, each a group of its own. */
export const people = (database: Database, count: number, options: PersonOptions = {}): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => person(database, options)));
