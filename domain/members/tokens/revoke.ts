import { sql } from '#prisma/database.ts';
import type { Act } from '../../acts/act.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { id, inputOf } from '../../text/input.ts';

export interface RevokeToken {
  id: string;
  state: 'revoked';
}

/** Ends a token of the caller, or of an agent of the caller even after the link ended, for good (1.4). */
export const revokeToken: Act<RevokeToken> = {
  action: 'revoke_token',
  rule: 'members.revoke_token',
  creates: false,
  standing: 'approved',
  refusals: ['input.invalid', 'not_found', 'token.revoked'],
  input: inputOf(
    {
      id: id('tok', 'The token.'),
      state: { const: 'revoked', default: 'revoked', description: 'The only change a token knows.' },
    },
    ['state'],
  ),

  async perform(tx, actor, input) {
    const token = await tx.maybe<{ revoked: boolean }>(sql`
      select t.revoked_at is not null as revoked from token t join member m on m.id = t.member_id
      where t.id = ${input.id} and (m.id = ${actor.id} or m.operator_group = ${actor.id}) for update of t`);
    if (!token) throw new Refusal('not_found');
    if (token.revoked) throw new Refusal('token.revoked');
    await tx.query(sql`update token set revoked_at = institution_now() where id = ${input.id}`);
    return { id: input.id };
  },
};
