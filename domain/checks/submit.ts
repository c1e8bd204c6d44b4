import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { lockVisibleClaim } from '../claims/lock.ts';
import { lockGroupsShared } from '../members/groups.ts';
import { newId } from '../text/ids.ts';
import { id, inputOf } from '../text/input.ts';
import {
  type CheckEvidence,
  type Disclosure,
  disclosureInput,
  evidenceInput,
  familyOf,
  namelessFamilies,
} from './rules.ts';

export interface SubmitCheck extends CheckEvidence, Disclosure {
  claimId: string;
}

/** Submits a check of somebody else's claim, with all disclosures; it is pending until it is reviewed (3.3). Who may and how often, the table's own guard says. */
export const submitCheck: Act<SubmitCheck> = {
  action: 'submit_check',
  rule: 'checks.submit',
  creates: true,
  standing: 'approved',
  refusals: [
    'input.invalid',
    'submission.contains_secret',
    'not_found',
    'claim.not_active',
    'claim.self_check',
    'check.already_submitted',
  ],
  input: inputOf({ claimId: id('clm', 'The claim that was checked.'), ...evidenceInput, ...disclosureInput }, [
    'notes',
  ]),
  refine: namelessFamilies,

  async perform(tx, actor, input) {
    await lockGroupsShared(tx);
    await lockVisibleClaim(tx, actor, input.claimId);
    const checkId = newId('chk');
    // With the commit: a check draws its place in a list that is one for all.
    tx.atCommit(sql`
      insert into registry_check (id, claim_id, author_id, method, environment, artifact_url, artifact_sha256, result, notes,
        model_key, model_family, runtime_key, runtime_family, interests, conflicted, submitted_at, disclosed_at, changed_at)
      select ${checkId}, ${input.claimId}, ${actor.id}, ${input.method}, ${input.environment}, ${input.artifactUrl},
        ${input.artifactSha256.toLowerCase()}, ${input.result}::check_result, ${input.notes}, ${input.modelKey}, ${familyOf(input.modelKey)},
        ${input.runtimeKey}, ${familyOf(input.runtimeKey)}, ${input.interests}, ${input.conflicted}, moment, moment, moment
      from institution_now() as moment`);
    return { id: checkId };
  },
};
