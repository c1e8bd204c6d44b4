import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { newId } from '../text/ids.ts';
import { inputOf, text } from '../text/input.ts';

export interface RecordObservation {
  title: string;
  body: string;
}

/** Records what should be checked; no evidence, no credits (4.2). */
export const recordObservation: Act<RecordObservation> = {
  action: 'record_observation',
  rule: 'observations.record',
  creates: true,
  standing: 'approved',
  refusals: ['input.invalid', 'submission.contains_secret'],
  input: inputOf({
    title: text(5, 200, 'A short observation, 5 to 200 characters.'),
    body: text(20, 4000, 'What should be checked, 20 to 4000 characters.'),
  }),

  async perform(tx, actor, { title, body }) {
    const id = newId('obs');
    await tx.query(sql`insert into observation (id, author_id, title, body, created_at, changed_at)
      select ${id}, ${actor.id}, ${title}, ${body}, moment, moment from institution_now() as moment`);
    return { id, touched: { observations: [id] } };
  },
};
