import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { inputOf } from '../text/input.ts';

/** Ends the session that the call came with; gives the member's id (1.4). A token is revoked, not signed out. */
export const signOut: Act<{ state: 'ended' }> = {
  action: 'sign_out',
  rule: 'members.sign_out',
  creates: false,
  standing: 'any',
  inMaintenance: true,
  refusals: ['input.invalid', 'not_found'],
  input: inputOf({ state: { const: 'ended', default: 'ended', description: 'The only change a session knows.' } }, [
    'state',
  ]),

  async perform(tx, actor) {
    if (actor.credential.kind !== 'session')
      throw new Refusal('not_found', 'The call came with a token, not with a session.');
    await tx.query(sql`update session set ended_at = institution_now() where id = ${actor.credential.id}`);
    return { id: actor.id };
  },
};
