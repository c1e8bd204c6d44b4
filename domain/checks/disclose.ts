import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { relabel } from '../claims/relabel.ts';
import { lockGroupsShared } from '../members/groups.ts';
import { together } from '../publication/touched.ts';
import { Refusal } from '../refusals/refusal.ts';
import { id, inputOf } from '../text/input.ts';
import { lockVisibleCheck } from './lock.ts';
import { type Disclosure, disclosureInput, familyOf, namelessFamilies } from './rules.ts';

export interface DiscloseCheck extends Disclosure {
  checkId: string;
}

/** Completes the disclosure of an own legacy check, once. Earlier reviews stay; independence waits for a new one (3.5). */
export const discloseCheck: Act<DiscloseCheck> = {
  action: 'complete_check_disclosure',
  rule: 'checks.disclose',
  creates: false,
  standing: 'good',
  refusals: ['input.invalid', 'submission.contains_secret', 'not_found', 'check.not_author', 'check.disclosure_frozen'],
  input: inputOf({ checkId: id('chk', 'The legacy check.'), ...disclosureInput }),
  refine: namelessFamilies,

  async perform(tx, actor, { checkId, modelKey, runtimeKey, interests, conflicted }) {
    await lockGroupsShared(tx);
    const check = await lockVisibleCheck(tx, actor, checkId);
    if (check.authorId !== actor.id) throw new Refusal('check.not_author');
    if (check.disclosed) throw new Refusal('check.disclosure_frozen');
    await tx.query(sql`
      update registry_check set model_key = ${modelKey}, model_family = ${familyOf(modelKey)}, runtime_key = ${runtimeKey},
        runtime_family = ${familyOf(runtimeKey)}, interests = ${interests}, conflicted = ${conflicted}, disclosed_at = institution_now()
      where id = ${checkId}`);
    return { id: checkId, touched: together({ checks: [checkId] }, await relabel(tx, [check.claimId])) };
  },
};
