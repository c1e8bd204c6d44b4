import { closed, precedentId, text, time, url } from './fields.ts';

export interface PrecedentRecord {
  id: string;
  url: string;
  situation: string;
  decision: string;
  reasons: string;
  ruleIds: string[];
  publishedAt: string;
  state: 'published' | 'withdrawn';
  changedAt: string;
}

/** A precedent (7.1); withdrawn, its texts are empty. */
export const precedentRecord = closed(
  {
    id: precedentId,
    url,
    situation: text(0, 4000),
    decision: text(0, 4000),
    reasons: text(0, 4000),
    ruleIds: { type: 'array', maxItems: 20, items: { type: 'string', pattern: '^[a-z_]+(\\.[a-z_]+)+$' } },
    publishedAt: time,
    state: { enum: ['published', 'withdrawn'] },
    changedAt: time,
  },
  'An anonymised moderation example; neither payment adjudication nor legal precedent.',
);
