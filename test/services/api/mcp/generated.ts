// Inputs made from the schema that a tool declares: such as it admits, and such as break it in a known way.
import fc, { type Arbitrary } from 'fast-check';
import type { ListedTool } from './caller.ts';

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export type Known = Readonly<Record<string, readonly string[]>>;

/** Printable text of any script; what only looks empty is trimmed away by the service, so it begins and ends with a letter. */
const words = (min: number, max: number): Arbitrary<string> =>
  fc
    .string({ minLength: Math.max(min - 2, 0), maxLength: Math.min(max - 2, min + 40), unit: 'grapheme' })
    .map((text) => `a${text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ')}b`)
    .map((text) =>
      [...text]
        .slice(0, max - 1)
        .join('')
        .padEnd(min - 1, 'x'),
    )
    .map((text) => `${text}z`);

function ofString(name: string, schema: Schema, known: Known): Arbitrary<string> {
  const things = known[name];
  const any = anyString(schema);
  return things ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...things) }, { weight: 1, arbitrary: any }) : any;
}

function anyString({ format, pattern, minLength = 0, maxLength = 100 }: Schema): Arbitrary<string> {
  if (format === 'uri') return fc.webPath().map((path) => `https://example.org${path}`);
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength }).filter((text) => text.length >= minLength);
  return words(minLength, maxLength);
}

function ofProperty(name: string, schema: Schema, known: Known): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer')
    return fc
      .oneof(fc.nat({ max: 100 }), fc.maxSafeNat())
      .map((n) => Math.max(Math.min(n, schema.maximum ?? n), schema.minimum ?? n));
  // The service takes six decimals.
  if (schema.type === 'number') return fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1_000_000);
  if (schema.type === 'array')
    return fc.uniqueArray(ofProperty('', schema.items ?? {}, known), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, 3),
      selector: (item) => JSON.stringify(item),
    });
  if (schema.type === 'object') return ofObject(schema, known);
  return ofString(name, schema, known);
}

function ofObject({ properties = {}, required = [] }: Schema, known: Known): Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, ofProperty(name, one, known)])),
    { requiredKeys: required },
  );
}

/** What the schema admits. */
export const admitted = ({ inputSchema }: ListedTool, known: Known) => ofObject(inputSchema as Schema, known);

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.constantFrom<unknown>(
    '\u0000',
    '\ud800',
    '\ufffe',
    '\u001b[31m',
    "'; drop table claim; --",
    'x'.repeat(9000),
    -1,
    -0,
    0.5,
    1e308,
    2 ** 53,
    'clm_',
    ['a'],
    {},
    { $gt: '' },
    { toString: null },
    '9999-99-99T99:99:99Z',
    'http://127.0.0.1/',
  ),
);

/** Something put where it does not belong, with what surely breaks the schema: a field it does not know, or one it needs left out. */
export function broken(tool: ListedTool, known: Known): Arbitrary<{ given: unknown; surely: boolean }> {
  const { properties, required } = tool.inputSchema;
  const names = Object.keys(properties);
  const unknown = fc
    .tuple(
      admitted(tool, known),
      fc.constantFrom('colour', 'actor', 'authorised', 'constructor', 'toString', ''),
      hostile,
    )
    .map(([given, name, value]) => ({
      given: JSON.parse(
        `{${[...Object.entries(given), [name, value ?? 1]].map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`).join()}}`,
      ),
      surely: true,
    }));
  const missing = fc
    .tuple(admitted(tool, known), fc.constantFrom(...(required.length > 0 ? required : ['none'])))
    .map(([given, name]) => {
      const { [name]: _, ...rest } = given;
      return { given: rest, surely: required.length > 0 };
    });
  const replaced = fc
    .tuple(admitted(tool, known), fc.constantFrom(...(names.length > 0 ? names : ['none'])), hostile)
    .map(([given, name, value]) => ({
      given: { ...given, [name]: value },
      surely: names.length === 0 && value !== null,
    }));
  const anything = fc
    .dictionary(fc.oneof(fc.constantFrom(...names, 'x'), fc.string({ unit: 'binary' })), hostile)
    .map((given) => ({ given, surely: false }));
  return fc.oneof(unknown, missing, { weight: 3, arbitrary: replaced }, anything);
}
