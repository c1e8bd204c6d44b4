import { type Queryable, sql } from '#prisma/database.ts';
import type { OpenAct } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { handle, inputOf } from '../text/input.ts';
import { isPassword, password } from './passwords.ts';
import { canonicalHandle, sessionSeconds } from './rules.ts';
import { hashOf, newSecret } from './secrets.ts';
import { signInThrottles } from './throttles.ts';

export interface SignIn {
  handle: string;
  password: string;
}

interface Proven {
  memberId: string;
  /** The stored hash that the password was proven against. */
  hash: string;
}

async function prove(database: Queryable, input: SignIn): Promise<Proven> {
  const [known] = await database.query<Proven>(sql`
    select m.id as "memberId", p.hash from member m join password p on p.member_id = m.id where m.handle = ${canonicalHandle(input.handle)}`);
  const proven = await isPassword(input.password, known?.hash);
  if (!known || !proven) throw new Refusal('auth.wrong_password');
  return known;
}

/** Opens a new session, for suspended members too; gives the member's id and, as the secret, the cookie's value (1.4). */
export const signIn: OpenAct<SignIn, Proven> = {
  action: 'sign_in',
  rule: 'members.sign_in',
  inMaintenance: true,
  refusals: ['input.invalid', 'auth.wrong_password', 'limit.sign_in'],
  // A password of any length may be tried; how long one has to be shows at sign-up.
  input: inputOf({ handle, password: { ...password, minLength: 1 } }),
  throttles: (input, address) => signInThrottles(canonicalHandle(input.handle), address),
  forgivesSuccess: true,
  prepare: prove,

  async perform(tx, _, { memberId, hash }) {
    const secret = newSecret();
    await tx.query(
      sql`delete from session where member_id = ${memberId} and (expires_at <= institution_now() or ended_at is not null)`,
    );
    // The password may have been changed since it was proven.
    const opened = await tx.query(sql`
      insert into session (id, member_id, created_at, expires_at)
      select ${hashOf(secret)}, p.member_id, moment, moment + make_interval(secs => ${sessionSeconds})
      from password p, institution_now() as moment where p.member_id = ${memberId} and p.hash = ${hash}
      returning id`);
    if (opened.length === 0) throw new Refusal('auth.wrong_password');
    return { id: memberId, secret };
  },
};
