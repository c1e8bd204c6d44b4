import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { type FieldError, Refusal } from '../refusals/refusal.ts';
import { rules } from '../refusals/rules.ts';
import { identifying, possibleHandles } from '../text/identifying.ts';
import { newId } from '../text/ids.ts';
import { inputOf, text } from '../text/input.ts';

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
/** Rules are cited by ids that look like domains: checks.review. */
const citable: ReadonlySet<string> = new Set(rules.map(({ id }) => id));

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
      identifying(input[field], citable).map((kind) => ({ field, message: `holds ${kind}` })),
    );
    if (faults.length > 0) throw new Refusal('precedent.identifying', undefined, { errors: faults });
    if (!input.namesConfirmed) {
      const named = await tx.query<{ field: string; handle: string }>(sql`
        select g.field, m.handle from jsonb_to_recordset(${JSON.stringify(published.flatMap((field) => possibleHandles(input[field]).map((word) => ({ field, word }))))}::jsonb)
          as g (field text, word text) join member m on m.handle = g.word order by m.handle, g.field`);
      if (named.length > 0) {
        const errors = named.map(({ field, handle }) => ({
          field,
          message: `holds the word "${handle}", a member’s handle`,
        }));
        throw new Refusal('precedent.names_member', undefined, { errors });
      }
    }
    const id = newId('prc');
    await tx.query(sql`
      insert into precedent (id, situation, decision, reasons, rule_ids, published_at, publisher_id, source_case_reference, changed_at)
      select ${id}, ${input.situation}, ${input.decision}, ${input.reasons}, ${input.ruleIds}, moment, ${actor.id},
        ${input.sourceCaseReference}, moment from institution_now() as moment`);
    return {
      id,
      touched: { precedents: [id] },
      audit: { subject: id, detail: { namesConfirmed: input.namesConfirmed } },
    };
  },
};
