import { sql } from '#prisma/database.ts';
import type { OpenAct } from '../acts/act.ts';
import { newId } from '../text/ids.ts';
import { inputOf, newHandle } from '../text/input.ts';
import { hashPassword, password } from './passwords.ts';
import { signUpThrottles } from './throttles.ts';

export interface SignUp {
  handle: string;
  password: string;
}

/** Opens an account of a human, unapproved; gives the member's id (1.4). */
export const signUp: OpenAct<SignUp, string> = {
  action: 'sign_up',
  rule: 'members.sign_up',
  refusals: ['input.invalid', 'member.handle_taken', 'limit.sign_in'],
  input: inputOf({ handle: newHandle, password }),
  throttles: (_, address) => signUpThrottles(address),
  forgivesSuccess: false,
  prepare: (_, input) => hashPassword(input.password),

  async perform(tx, input, hash) {
    const id = newId('mem');
    await tx.query(sql`
      with made as (
        insert into member (id, handle, kind, operator_group, effective_group, created_at)
        values (${id}, ${input.handle}, 'human', ${id}, ${id}, institution_now()) returning id, created_at
      )
      insert into password (member_id, hash, changed_at) select id, ${hash}, created_at from made`);
    return { id };
  },
};
