import { type RefusalCode, refusalKinds } from '#domain/refusals/codes.ts';
import type { FieldError, Refusal } from '#domain/refusals/refusal.ts';
import { builder } from './builder.ts';

const FieldFault = builder.objectRef<FieldError>('FieldError').implement({
  description: 'What is wrong with one field of an input.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'The field, with dots and brackets into nested ones: `relationships[0].targetId`.',
    }),
    message: t.exposeString('message', { description: 'What is wrong with it, as the rest of a sentence.' }),
  }),
});

/** The type of a refusal, made from its code: `claim.self_check` is `ClaimSelfCheckRefusal`. */
const typeNameOf = (code: RefusalCode): string =>
  `${code.replace(/(^|[._])([a-z])/g, (_match, _edge, letter: string) => letter.toUpperCase())}Refusal`;

/** A refusal as a result: execution throws whatever is an Error, even one that a resolver returns. */
export type Refused = Pick<Refusal, 'code' | 'rule' | 'message' | 'errors' | 'retryAfter'>;
export const refused = ({ code, rule, message, errors, retryAfter }: Refusal): Refused => ({
  code,
  rule,
  message,
  errors,
  retryAfter,
});

export const RefusalType = builder.interfaceRef<Refused>('Refusal').implement({
  description:
    'Why an act was refused; nothing was changed. The same codes stand in every door and, with their rules, in the rules document.',
  resolveType: ({ code }) => typeNameOf(code),
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The stable code, such as `claim.self_check`.' }),
    title: t.string({
      description: 'The refusal in a line, the same for every case of the code.',
      resolve: ({ code }) => refusalKinds[code].title,
    }),
    detail: t.exposeString('message', { description: 'This case in a sentence.' }),
    rule: t.string({
      nullable: true,
      description: 'The id of the rule that refused, where one did.',
      resolve: ({ rule }) => rule,
    }),
    status: t.int({
      description: 'The HTTP status that REST gives this refusal.',
      resolve: ({ code }) => refusalKinds[code].status,
    }),
    errors: t.field({
      type: [FieldFault],
      description: 'The fields at fault, where the input was.',
      resolve: ({ errors }) => [...errors],
    }),
    retryAfter: t.int({
      nullable: true,
      description: 'Seconds after which trying again makes sense, where it ever does.',
      resolve: ({ retryAfter }) => retryAfter ?? null,
    }),
  }),
});

function refusalType(code: RefusalCode) {
  return builder.objectRef<Refused>(typeNameOf(code)).implement({
    description: `\`${code}\`: ${refusalKinds[code].title}.`,
    interfaces: [RefusalType],
    isTypeOf: (value) => (value as Partial<Refused>).code === code,
  });
}

const made = new Map<RefusalCode, ReturnType<typeof refusalType>>();

/** The object type of a refusal code, made once. */
export function refusalTypeOf(code: RefusalCode): ReturnType<typeof refusalType> {
  const known = made.get(code) ?? refusalType(code);
  made.set(code, known);
  return known;
}

export { typeNameOf as refusalTypeName };
