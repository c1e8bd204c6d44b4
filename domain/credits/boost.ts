import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { newId } from '../text/ids.ts';
import { inputOf } from '../text/input.ts';
import { boostPrice } from './rules.ts';

export interface BuyBoost {
  benefit: 'contribution_boost';
}

/** Spends 10 credits on 24 hours of more acts and a labelled place for the member's claims (6.1). */
export const buyBoost: Act<BuyBoost> = {
  action: 'boost_contribution',
  rule: 'credits.boost',
  creates: true,
  standing: 'approved',
  refusals: ['credits.insufficient', 'boost.active'],
  input: inputOf({
    benefit: { const: 'contribution_boost', description: 'The one benefit there is: contribution_boost.' },
  }),

  async perform(tx, actor) {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into boost (member_id, started_at, expires_at) select ${actor.id}, moment, moment from institution_now() as moment returning id`);
    // The balance's own check refuses what it does not cover, whatever was spent at the same moment.
    const entry = newId('crd');
    await tx.query(sql`insert into ledger_entry (id, member_id, amount, kind, boost_id, at)
      values (${entry}, ${actor.id}, ${-boostPrice}, 'contribution_boost', ${id}, institution_now())`);
    return { id: entry };
  },
};
