import type { FieldMap } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Act, OpenAct, Performed } from '#domain/acts/act.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { type BuilderTypes, builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { refusalTypeName, refusalTypeOf, refused } from '../refusals.ts';
import { readRow } from '../selection/read.ts';
import type { Table } from '../selection/table.ts';
import { actInput, type InputNames, inputTypeOf } from './input.ts';

declare module 'graphql' {
  // biome-ignore lint/suspicious/noExplicitAny: a merged declaration repeats the original's type parameters to the letter.
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs = any> {
    /** The act that a mutation field runs. */
    act?: Act | OpenAct;
  }
}

builder.mutationType({
  description:
    'Acts. Each field is one act of the caller, run one after another, counted by itself and done or refused as a whole.',
});

type PayloadBuilder = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Performed>;

interface Mutation extends InputNames {
  description: string;
  /** What the payload shows, beyond whether the call was a replay. */
  payload(t: PayloadBuilder): FieldMap;
  /** What the caller's connection learns once the act is done: its session. */
  after?(done: Performed, context: Context): void;
}

const isOpen = (act: Act | OpenAct): act is OpenAct => !('standing' in act);
const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function run(act: Act | OpenAct, input: unknown, key: string | undefined, context: Context): Promise<Performed> {
  if (isOpen(act)) return context.runner.open(act, input, context.address);
  if (!context.viewer) throw new Refusal(context.missing);
  return context.runner.act(act, input, {
    caller: context.viewer,
    key,
    onAllowance: (allowance) => context.onAllowance(allowance),
  });
}

/** The mutation field of an act: its input, its payload and the refusals a client should handle as typed results (1.3). */
export function mutation(name: string, act: Act | OpenAct, { description, payload, after, ...names }: Mutation): void {
  const input = inputTypeOf(`${capital(name)}Input`, `What \`${name}\` takes.`, act.input, names);
  const creates = !isOpen(act) && act.creates;
  const payloadName = `${capital(name)}Payload`;

  const Payload = builder.objectRef<Performed>(payloadName).implement({
    description: `What \`${name}\` did.`,
    fields: (t) => ({
      ...payload(t),
      ...(creates
        ? { replayed: t.exposeBoolean('replayed', { description: 'Whether the idempotency key had done it before.' }) }
        : {}),
    }),
  });
  const Result = builder.unionType(`${capital(name)}Result`, {
    description: `What \`${name}\` did, or why it was refused. Refusals that any act can meet stand in \`errors\`.`,
    types: [Payload, ...act.refusals.map(refusalTypeOf)],
    resolveType: (value) => ('code' in value ? refusalTypeName(value.code) : payloadName),
  });

  builder.mutationField(name, (t) =>
    t.field({
      type: Result,
      nullable: true,
      description: `${description} Rule \`${act.rule}\`.`,
      args: {
        ...(creates
          ? {
              idempotencyKey: t.arg.string({
                required: true,
                description:
                  '1 to 200 visible ASCII characters, new for each thing made: a retry with the same key and input makes nothing twice.',
              }),
            }
          : {}),
        ...(input ? { input: t.arg({ type: input, required: true, description: 'What the act takes.' }) } : {}),
      },
      extensions: { act },
      resolve: async (_root, args: { idempotencyKey?: string; input?: object }, context) => {
        try {
          const done = await run(act, actInput(act.input, { ...args.input }), args.idempotencyKey, context);
          after?.(done, context);
          return done;
        } catch (thrown) {
          if (thrown instanceof Refusal && act.refusals.includes(thrown.code)) return refused(thrown);
          throw thrown;
        }
      },
    }),
  );
}

/** A payload field's resolver: what the act made or changed, as its caller sees it. */
export const made =
  <Row>(table: Table) =>
  async ({ id }: Performed, _args: object, context: Context, info: GraphQLResolveInfo): Promise<Row> => {
    const row = await readRow<Row>(context, info, table, id);
    if (!row) throw new Error(`what ${info.parentType.name} tells of is not there`);
    return row;
  };
