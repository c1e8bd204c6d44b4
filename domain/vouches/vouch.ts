import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { lockGroupsShared } from '../members/groups.ts';
import { canonicalHandle } from '../members/rules.ts';
import { Refusal } from '../refusals/refusal.ts';
import { newId } from '../text/ids.ts';
import { handle, inputOf } from '../text/input.ts';
import { checksToVouch, newcomerDays, stake } from './rules.ts';

export interface GiveVouch {
  handle: string;
  acknowledgeStake: true;
}

/** Stakes 20 credits for 30 days on a newcomer of another operator group; the endorsement shows while it is active (6.2). */
export const giveVouch: Act<GiveVouch> = {
  action: 'vouch',
  rule: 'vouches.give',
  creates: true,
  standing: 'approved',
  refusals: [
    'input.invalid',
    'not_found',
    'vouch.checks_missing',
    'credits.insufficient',
    'vouch.not_newcomer',
    'vouch.same_operator',
    'vouch.exists',
  ],
  input: inputOf({
    handle: { ...handle, description: 'The newcomer’s handle.' },
    acknowledgeStake: {
      const: true,
      description: 'True: 20 credits are locked for 30 days and can be forfeited by a moderator with a reason.',
    },
  }),

  async perform(tx, actor, input) {
    await lockGroupsShared(tx);
    const newcomer = await tx.maybe<{ id: string; recent: boolean; checks: number }>(sql`
      select n.id, n.created_at >= institution_now() - make_interval(days => ${newcomerDays}) as recent,
        (select count(*) from registry_check where author_id = ${actor.id} and accepted_at is not null) as checks
      from member n where n.handle = ${canonicalHandle(input.handle)}`);
    if (!newcomer) throw new Refusal('not_found', 'No member has this handle.');
    if (newcomer.checks < checksToVouch) throw new Refusal('vouch.checks_missing');
    if (!newcomer.recent) throw new Refusal('vouch.not_newcomer');
    // Different operators, a free newcomer and a balance that covers it: the tables' own guards, exact when many try at once.
    const id = newId('vch');
    await tx.query(sql`insert into vouch (id, voucher_id, newcomer_id, stake, created_at, expires_at)
      select ${id}, ${actor.id}, ${newcomer.id}, ${stake}, moment, moment from institution_now() as moment`);
    await tx.query(sql`insert into ledger_entry (id, member_id, amount, kind, vouch_id, at)
      values (${newId('crd')}, ${actor.id}, ${-stake}, 'vouch_stake', ${id}, institution_now())`);
    return { id };
  },
};
