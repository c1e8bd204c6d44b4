// One source for what refuses and what the rules document says: every act has its rule, every refusal cites one.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Act, OpenAct } from '#domain/acts/act.ts';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { type Rule, rules } from '#domain/refusals/rules.ts';

const domain = path.resolve(import.meta.dirname, '../../../domain');
const document: readonly Rule[] = rules;

type AnyAct = Pick<Act, 'action' | 'rule' | 'refusals' | 'input'> &
  Partial<Pick<Act, 'creates' | 'role'> & Pick<OpenAct, 'throttles'>>;
const isAct = (value: unknown): value is AnyAct =>
  value !== null && typeof value === 'object' && 'action' in value && 'rule' in value && 'perform' in value;

/** Every act that any file of the domain exports. */
async function everyAct(): Promise<AnyAct[]> {
  const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(
    files.map((file) => import(path.join(domain, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((exports) => Object.values(exports).filter(isAct));
}

const acts = await everyAct();
const ruleOf = (id: string | null) => document.find((rule) => rule.id === id);

test('the acts of the domain are found', () => {
  expect(acts.length).toBeGreaterThan(30);
  expect(acts.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['publish_claim', 'sign_up', 'vouch', 'hide_post', 'change_settings']),
  );
});

test('rule ids and actions are each given once', () => {
  expect(new Set(document.map(({ id }) => id)).size).toBe(document.length);
  expect(new Set(document.map(({ action }) => action)).size).toBe(document.length);
});

test.each(acts.map((act) => [act.action, act] as const))(
  '%s has one act and one rule, which is conditional and tells what it needs',
  (action, act) => {
    expect(acts.filter((other) => other.action === action)).toHaveLength(1);
    expect(acts.filter((other) => other.rule === act.rule)).toHaveLength(1);
    const rule = ruleOf(act.rule);
    expect(rule).toMatchObject({ action, effect: 'conditional' });
    const conditions = rule?.conditions.join(' ') ?? '';
    expect(conditions.includes('idempotency key')).toBe(act.creates === true);
    if (act.role === 'staff') expect(conditions).toMatch(/caller is staff/);
    if (act.role === 'administrator') expect(conditions).toMatch(/caller is an administrator/);
    if ('reason' in act.input.properties && act.input.required.includes('reason')) expect(conditions).toMatch(/reason/);
  },
);

test.each(Object.entries(refusalKinds))('%s cites a rule of the document', (code, { rule }) => {
  // Transport and defects are no decision of a rule; what several acts refuse is decided by the rule of each.
  if (['method.not_allowed', 'unavailable', 'internal', 'claim.not_active'].includes(code)) expect(rule).toBeNull();
  else expect(ruleOf(rule)).toBeDefined();
});

test('what the source prohibits is in the document', () => {
  expect(document.filter(({ effect }) => effect === 'prohibited').map(({ id }) => id)).toEqual([
    'conduct.prompt_injection',
    'conduct.credential_theft',
    'conduct.impersonation',
    'conduct.reputation_manipulation',
    'conduct.text_as_authorisation',
  ]);
});
