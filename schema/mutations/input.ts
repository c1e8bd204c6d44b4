import type { EnumRef, InputObjectRef } from '@pothos/core';
import type { InputSchema } from '#domain/text/input.ts';
import { type BuilderTypes, builder } from '../builder.ts';

/** What a JSON Schema does not say of an input in GraphQL's words: the enum behind a property's values, the name of a nested type. */
export interface InputNames {
  /** `String` where the values are too many, or no names in GraphQL's sense: the act refuses others. */
  enums?: Readonly<Record<string, EnumRef<BuilderTypes, unknown, unknown> | 'String'>>;
  nested?: Readonly<Record<string, string>>;
  /** What can only be true and the caller must say: a declaration is never made for anyone. */
  declared?: readonly string[];
}

interface Property {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  description?: string;
  format?: string;
  enum?: readonly string[];
  const?: unknown;
  default?: unknown;
  items?: Property;
  properties?: Readonly<Record<string, Property>>;
  required?: readonly string[];
}

type Builder = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

/** Properties that can only have one value are given for the caller, but for what the caller declares. */
const isGiven = (property: Property): boolean => Object.hasOwn(property, 'const');

const isId = (name: string): boolean => /(^id|Id)$/.test(name);

function scalarOf(name: string, property: Property, names: InputNames) {
  if (property.enum) {
    const type = names.enums?.[name];
    if (!type) throw new Error(`no enum is named for ${name}`);
    return type;
  }
  if (property.type === 'boolean' || names.declared?.includes(name)) return 'Boolean' as const;
  if (property.type === 'number') return 'Float' as const;
  if (property.type === 'integer') return 'Int' as const;
  if (property.format === 'instant') return 'DateTime' as const;
  if (property.type === 'string') return isId(name) ? ('ID' as const) : ('String' as const);
  throw new Error(`no type is known for ${name}`);
}

function fieldOf(t: Builder, name: string, property: Property, required: boolean, names: InputNames) {
  const { description } = property;
  if (!description) throw new Error(`${name} has no description`);
  if (property.type !== 'array') return t.field({ type: scalarOf(name, property, names), required, description });
  const { items } = property;
  if (!items) throw new Error(`${name} is a list of nothing`);
  if (items.type !== 'object') return t.field({ type: [scalarOf(name, items, names)], required, description });
  const nested = names.nested?.[name];
  if (!nested) throw new Error(`no type is named for the items of ${name}`);
  return t.field({ type: [objectOf(nested, description, items, names)], required, description });
}

function objectOf(
  name: string,
  description: string,
  { properties = {}, required = [] }: Property,
  names: InputNames,
): InputObjectRef<BuilderTypes, object> {
  return builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(properties)
          .filter(([field, property]) => !isGiven(property) || names.declared?.includes(field))
          .map(([field, property]) => [field, fieldOf(t, field, property, required.includes(field), names)]),
      ),
  });
}

/**
 * The input type of an act, made from its JSON Schema so that names, types and descriptions have one home. GraphQL refuses
 * unknown fields and wrong types; bounds are left to the act itself. Undefined where nothing is to be given.
 */
export function inputTypeOf(name: string, description: string, schema: InputSchema, names: InputNames = {}) {
  const given = Object.values(schema.properties as Record<string, Property>).every(isGiven);
  return given && !names.declared ? undefined : objectOf(name, description, schema as Property, names);
}

/** What GraphQL read, as the act's JSON Schema has it: times as text, and what can only have one value. */
export function actInput(schema: InputSchema, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(schema.properties as Record<string, Property>).filter(([, property]) =>
    isGiven(property),
  );
  return {
    ...Object.fromEntries(given.map(([name, property]) => [name, property.const])),
    ...Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
    ),
  };
}
