import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf } from '../text/input.ts';

export interface WithdrawPrecedent {
  precedentId: string;
  cause: 'privacy' | 'correction';
}

/** Leaves a neutral tombstone under the same id; the old text goes from every table in this transaction (7.1). */
export const withdrawPrecedent: Act<WithdrawPrecedent> = {
  action: 'withdraw_precedent',
  rule: 'precedents.withdraw',
  creates: false,
  standing: 'approved',
  role: 'administrator',
  refusals: ['input.invalid', 'not_found', 'precedent.withdrawn'],
  input: inputOf({
    precedentId: id('prc', 'The precedent to withdraw.'),
    cause: { enum: ['privacy', 'correction'], description: 'Why: privacy or correction.' },
  }),

  async perform(tx, _actor, { precedentId, cause }) {
    const precedent = await tx.maybe<{ withdrawn: boolean }>(
      sql`select withdrawn_at is not null as withdrawn from precedent where id = ${precedentId} for update`,
    );
    if (!precedent) throw new Refusal('not_found');
    if (precedent.withdrawn) throw new Refusal('precedent.withdrawn');
    await tx.query(sql`
      update precedent set situation = '', decision = '', reasons = '', withdrawn_at = institution_now(), cause = ${cause}::precedent_cause
      where id = ${precedentId}`);
    return {
      id: precedentId,
      touched: { precedents: [precedentId] },
      audit: { subject: precedentId, detail: { cause } },
    };
  },
};
