import { caveats } from '#domain/publication/caveats.ts';
import { type RefusalKind, refusalKinds } from '#domain/refusals/codes.ts';
import { type Rule as Known, type RuleAnswer, ruleOf, rules } from '#domain/refusals/rules.ts';
import { builder } from './builder.ts';
import { RuleEffect } from './enums.ts';

const Rule = builder.objectRef<Known>('Rule').implement({
  description: `A rule that refusals cite by its id. ${caveats.rules}`,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The stable id, such as `checks.submit`.' }),
    action: t.exposeString('action', { description: 'The action that it is about.' }),
    effect: t.expose('effect', { type: RuleEffect, description: 'What it makes of the action.' }),
    conditions: t.stringList({
      description: 'What must all hold; empty for a prohibition.',
      resolve: ({ conditions }) => [...conditions],
    }),
    text: t.exposeString('text', { description: 'The rule in a sentence.' }),
  }),
});

const RefusalCodeType = builder.objectRef<RefusalKind & { code: string }>('RefusalCode').implement({
  description: 'A way in which a call can be refused, the same in every door.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The stable code, such as `claim.self_check`.' }),
    status: t.exposeInt('status', { description: 'The HTTP status that REST gives it.' }),
    title: t.exposeString('title', { description: 'The refusal in a line.' }),
    rule: t.exposeID('rule', { nullable: true, description: 'The id of the rule that it cites, where it cites one.' }),
  }),
});

const ActionRule = builder.objectRef<RuleAnswer>('ActionRule').implement({
  description: `What the rules make of an action. ${caveats.rules}`,
  fields: (t) => ({
    action: t.exposeString('action', { description: 'The action asked about.' }),
    effect: t.expose('effect', { type: RuleEffect, description: 'What the rules make of it.' }),
    ruleId: t.exposeID('ruleId', {
      nullable: true,
      description: 'The id of the rule; null where no rule is about it.',
    }),
    conditions: t.stringList({
      description: 'What must all hold.',
      resolve: ({ conditions }) => [...conditions],
    }),
    authorised: t.exposeBoolean('authorised', { description: `Always false. ${caveats.rules}` }),
  }),
});

const Rules = builder.objectRef<object>('Rules').implement({
  description: `Every rule and every refusal code. ${caveats.rules}`,
  fields: (t) => ({
    all: t.field({
      type: [Rule],
      description: 'Every rule.',
      extensions: { size: () => 50 },
      resolve: () => [...rules],
    }),
    refusals: t.field({
      type: [RefusalCodeType],
      description: 'Every refusal code.',
      extensions: { size: () => 100 },
      resolve: () => Object.entries(refusalKinds).map(([code, kind]) => ({ code, ...kind })),
    }),
    action: t.field({
      type: ActionRule,
      description: `What the rules make of one action, such as \`publish_claim\`. ${caveats.rules}`,
      args: { name: t.arg.string({ required: true, description: 'The action’s name; unknown ones give `UNKNOWN`.' }) },
      resolve: (_rules, { name }) => ruleOf(name),
    }),
    notes: t.stringList({ description: 'What the rules are not.', resolve: () => [caveats.rules] }),
  }),
});

builder.queryField('rules', (t) =>
  t.field({
    type: Rules,
    description: `The rules that every door applies. ${caveats.rules}`,
    resolve: () => ({}),
  }),
);
