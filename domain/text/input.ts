import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type FieldError, Refusal } from '../refusals/refusal.ts';
import { evidenceAddressFault } from './evidence.ts';
import type { IdPrefix } from './ids.ts';
import { isInstant, isPlainText, trimText } from './plain.ts';

/** A JSON Schema of an object, as doors show it and `readInput` applies it. */
export interface InputSchema {
  type: 'object';
  properties: Readonly<Record<string, object>>;
  required: readonly string[];
  additionalProperties: false;
}

/** An input's schema from its fields; those with a default or named in `optional` need not be given. */
export function inputOf(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): InputSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** A text field; lengths in code points (1.11). */
export const text = (minLength: number, maxLength: number, description: string) =>
  ({ type: 'string', minLength, maxLength, format: 'plain-text', description }) as const;

export const reason = text(20, 4000, 'Why, in 20 to 4000 characters.');
/** The id of a thing that must be there: one of another form is as unknown as any, `not_found`, not an input fault. */
export const id = (prefix: IdPrefix, description: string) =>
  text(1, 100, `${description} Its id starts with ${prefix}_.`);
export const handle = {
  type: 'string',
  minLength: 3,
  maxLength: 32,
  pattern: '^[a-zA-Z0-9_-]+$',
  description: 'A member’s handle, compared without case.',
} as const;
/** A new member’s handle: as it will be shown. */
export const newHandle = {
  ...handle,
  pattern: '^[a-z0-9_-]+$',
  description: 'The new member’s handle: 3 to 32 of a-z, 0-9, _ and -. It never changes.',
} as const;
export const artifactUrl = {
  type: 'string',
  format: 'evidence-address',
  maxLength: 2048,
  description: 'The https address of the evidence. It is never fetched.',
} as const;
export const artifactSha256 = {
  type: 'string',
  pattern: '^[0-9a-fA-F]{64}$',
  description: 'The SHA-256 of the evidence as 64 hexadecimal digits, supplied by the submitter and not verified.',
} as const;

/** A moment in time (1.1). */
export const instant = (description: string) => ({ type: 'string', format: 'instant', description }) as const;

const ajv = new Ajv2020({ strict: true, allErrors: true, useDefaults: true, verbose: true });
ajv.addFormat('plain-text', isPlainText);
ajv.addFormat('instant', isInstant);
ajv.addFormat('evidence-address', (value: string) => evidenceAddressFault(value) === undefined);

const compiled = new WeakMap<InputSchema, ValidateFunction>();
function validatorOf(schema: InputSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const made = ajv.compile(schema);
  compiled.set(schema, made);
  return made;
}

/** Trims every text and drops what is null: not given and null mean the same in every door. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return trimText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) =>
        inner === null || inner === undefined ? [] : [[key, cleaned(inner)]],
      ),
    );
  }
  return value;
}

const fieldOf = (pointer: string, name?: string): string => {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((left, part) => (/^\d+$/.test(part) ? `${left}[${part}]` : left ? `${left}.${part}` : part), '');
  return name === undefined ? path : path ? `${path}.${name}` : name;
};

function messageOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'minLength':
      return `needs at least ${error.params.limit} characters`;
    case 'maxLength':
      return `takes at most ${error.params.limit} characters`;
    case 'format':
      if (error.params.format === 'evidence-address')
        return evidenceAddressFault(String(error.data)) ?? 'is not an address';
      if (error.params.format === 'instant') return 'is not a time such as 2027-01-31T12:00:00Z';
      return 'holds a lone surrogate, a control character or a non-character';
    case 'enum':
      return `is one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`;
    default:
      return error.message ?? 'is not acceptable';
  }
}

function fieldErrorOf(error: ErrorObject): FieldError {
  if (error.keyword === 'required')
    return { field: fieldOf(error.instancePath, error.params.missingProperty), message: 'is required' };
  if (error.keyword === 'additionalProperties') {
    return {
      field: fieldOf(error.instancePath, error.params.additionalProperty),
      message: 'is not a field of this act',
    };
  }
  return { field: fieldOf(error.instancePath) || 'body', message: messageOf(error) };
}

/** Refuses an input by naming its fields (1.3). */
export function refuseFields(errors: readonly FieldError[]): never {
  const named = errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new Refusal('input.invalid', named, { errors });
}

/** The input as an act sees it: trimmed, complete with defaults; else a refusal that names each field (1.3, 1.11). */
export function readInput<Input>(
  schema: InputSchema,
  refine: ((input: Input) => readonly FieldError[]) | undefined,
  raw: unknown,
): Input {
  const input = cleaned(raw) as Input;
  const validate = validatorOf(schema);
  validate.call(undefined, input);
  const faults = validate.errors ?? [];
  if (faults.length > 0) {
    const errors = faults.map(fieldErrorOf);
    if (faults.some(({ keyword }) => keyword === 'additionalProperties')) {
      const unknown = errors
        .filter(({ message }) => message === 'is not a field of this act')
        .map(({ field }) => field);
      throw new Refusal('input.unknown_field', `Not known: ${unknown.join(', ')}`, { errors });
    }
    refuseFields(errors);
  }
  const refined = refine?.(input) ?? [];
  if (refined.length > 0) refuseFields(refined);
  return input;
}
