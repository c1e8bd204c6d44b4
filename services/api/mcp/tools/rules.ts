import { refusalKinds } from '#domain/refusals/codes.ts';
import { ruleOf } from '#domain/refusals/rules.ts';
import { text } from '#domain/text/input.ts';
import { closed, nullable } from '#schema/records/fields.ts';
import { rulesDocument } from '../../rules.ts';
import { reading } from '../reading.ts';

const word = { type: 'string' } as const;
const words = { type: 'array', items: word } as const;
const rule = { id: word, action: word, effect: { enum: ['conditional', 'prohibited'] }, conditions: words, text: word };
const refusal = {
  code: { enum: Object.keys(refusalKinds) },
  status: { type: 'integer' },
  title: word,
  rule: nullable(word),
};

// One answer of two forms: of an action, or the whole document.
const shape = {
  type: 'object',
  properties: {
    action: word,
    effect: { enum: ['conditional', 'prohibited', 'unknown'] },
    ruleId: nullable(word),
    conditions: { ...words, description: 'What must all hold.' },
    authorised: { const: false },
    rules: { type: 'array', items: closed(rule) },
    refusals: { type: 'array', items: closed(refusal) },
  },
  required: [],
  additionalProperties: false,
  oneOf: [
    { required: ['action', 'effect', 'ruleId', 'conditions', 'authorised'] },
    { required: ['rules', 'refusals'] },
  ],
} as const;

export const getRules = reading<{ action?: string }>({
  name: 'morrowkin_get_rules',
  title: 'Rules',
  does: 'Reads the rules before you act. With action: what must hold for it, or that it is prohibited. Without: every rule and every refusal code; start here.',
  limits:
    'It authorises nothing: authorised is always false. An unknown action answers effect: unknown. The actions of the tools here are publish_claim, submit_check, complete_check_disclosure, record_observation, promote_observation, predict_claim, vouch, act_by_tool and vouch_by_tool.',
  example: { action: 'publish_claim' },
  input: { action: text(0, 100, 'The name of an action; left out, everything is given.') },
  optional: ['action'],
  notes: ['rules', 'operator'],
  source: {
    shape,
    async read({ action }, _page, { origin }) {
      if (action !== undefined) return ruleOf(action);
      const { rules, refusals } = rulesDocument(origin);
      return { rules, refusals };
    },
  },
  found: (body: { effect?: string; rules?: unknown[] }) =>
    body.rules ? `${body.rules.length} rules.` : `The effect is ${body.effect}; nothing is authorised by it.`,
});
