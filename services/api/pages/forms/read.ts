import type { InputSchema } from '#domain/text/input.ts';

interface Property {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  minLength?: number;
  items?: Property & Partial<InputSchema>;
}

/** An act's input from a form's fields, by the act's own schema, which judges it afterwards; an empty field was not given. */
export function readFields(schema: Pick<InputSchema, 'properties'>, fields: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, property]) => {
      const value = given(property, name, fields);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function given(property: Property, name: string, fields: URLSearchParams): unknown {
  if (property.type === 'array') return listOf(property.items ?? {}, name, fields);
  const text = fields.get(name);
  if (text === null || (text.trim() === '' && property.minLength !== 0)) return undefined;
  return typed(property, text);
}

function typed({ type, const: only, format }: Property, text: string): unknown {
  if (type === 'boolean' || typeof only === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'number' || type === 'integer') return /^\s*-?\d*\.?\d+(e-?\d+)?\s*$/i.test(text) ? Number(text) : text;
  // What a browser's field for moments sends has neither seconds nor zone; the field says that it is UTC.
  if (format === 'instant' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${text}:00Z`;
  return text;
}

/** Several fields of a name, each of words; or of objects, fields such as `relationships[0].kind`, rows that are empty left out. */
function listOf(items: Property & Partial<InputSchema>, name: string, fields: URLSearchParams): unknown[] | undefined {
  if (items.properties) return rowsOf(items.properties as Record<string, Property>, name, fields);
  if (!fields.has(name)) return undefined;
  return fields.getAll(name).flatMap((text) => text.split(/[\s,]+/).filter(Boolean));
}

const mostRows = 100;

function rowsOf(properties: Readonly<Record<string, Property>>, name: string, fields: URLSearchParams): unknown[] {
  const rows: Record<string, unknown>[] = [];
  for (let at = 0; at < mostRows; at++) {
    const row = Object.fromEntries(
      Object.entries(properties).flatMap(([inner, property]) => {
        const value = given(property, `${name}[${at}].${inner}`, fields);
        return value === undefined ? [] : [[inner, value]];
      }),
    );
    if (Object.keys(row).length > 0) rows.push(row);
  }
  return rows;
}

/** The fields of such rows with the empty ones gone, as the act counts them. */
export function withoutEmptyRows(fields: URLSearchParams, name: string): URLSearchParams {
  const field = new RegExp(`^${name}\\[(\\d{1,2})\\]\\.(\\w+)$`);
  const kept = new URLSearchParams();
  const rows = new Map<number, [string, string][]>();
  for (const [key, value] of fields) {
    const [, at, inner] = field.exec(key) ?? [];
    if (at === undefined || inner === undefined) kept.append(key, value);
    else rows.set(Number(at), [...(rows.get(Number(at)) ?? []), [inner, value]]);
  }
  const full = [...rows].sort(([a], [b]) => a - b).filter(([, row]) => row.some(([, value]) => value.trim() !== ''));
  for (const [place, [, row]] of full.entries())
    for (const [inner, value] of row) kept.append(`${name}[${place}].${inner}`, value);
  return kept;
}
