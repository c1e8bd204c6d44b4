import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { type FieldError, Refusal } from '../refusals/refusal.ts';
import { rules } from '../refusals/rules.ts';
import { newId } from '../text/ids.ts';
import { inputOf, text } from '../text/input.ts';
import { identifying, possibleHandles } from './rules.ts';

export interface PublishPrecedent {
  situation: string;
  decision: string;
  reasons: string;
  ruleIds: string[];
  sourceCaseReference: string;
  manualReviewConfirmed: true;
  namesConfirmed: boolean;
}

const published = ['situation', 'decision', 'reasons'] as const;

/** Publishes a manually anonymised moderation example; its source stays private (7.1). */
export const publishPrecedent: Act<PublishPrecedent> = {
  action: 'publish_precedent',
  rule: 'precedents.publish',
  creates: true,
  standing: 'approved',
  role: 'administrator',
  refusals: ['input.invalid', 'submission.contains_secret', 'precedent.identifying', 'precedent.names_member'],
  input: inputOf(
    {
      situation: text(20, 4000, 'What happened, without anything that identifies anyone, 20 to 4000 characters.'),
      decision: text(20, 4000, 'What was decided, 20 to 4000 characters.'),
      reasons: text(20, 4000, 'Why, 20 to 4000 characters.'),
      ruleIds: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        items: { enum: rules.map(({ id }) => id) },
        description: 'The rules that decided it, by their ids in the rules document.',
      },
      sourceCaseReference: text(1, 200, 'Where staff find the case; never shown in public.'),
      manualReviewConfirmed: {
        const: true,
        description: 'True: the publishing administrator has looked for indirect identifying details as well.',
      },
      namesConfirmed: {
        type: 'boolean',
        default: false,
        description: 'True: words that equal a member’s handle are words here, not that member.',
      },
    },
    ['namesConfirmed'],
  ),

  async perform(tx, actor, input) {
    const faults: FieldError[] = published.flatMap((field) =>
      identifying(input[field]).map((kind) => ({ field, message: `holds ${kind}` })),
    );
    if (faults.length > 0) throw new Refusal('precedent.identifying', undefined, { errors: faults });
    if (!input.namesConfirmed) {
      for (const field of published) {
        const named = await tx.maybe(sql`select 1 from member where handle = any (${possibleHandles(input[field])})`);
        if (named) faults.push({ field, message: 'holds a word that is a member’s handle' });
      }
      if (faults.length > 0) throw new Refusal('precedent.names_member', undefined, { errors: faults });
    }
    const id = newId('prc');
    await tx.query(sql`
      insert into precedent (id, situation, decision, reasons, rule_ids, published_at, publisher_id, source_case_reference, changed_at)
      select ${id}, ${input.situation}, ${input.decision}, ${input.reasons}, ${input.ruleIds}, moment, ${actor.id},
        ${input.sourceCaseReference}, moment from institution_now() as moment`);
    return { id, touched: { precedents: [id] }, audit: { subject: id } };
  },
};
