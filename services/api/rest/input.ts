import { Refusal } from '#domain/refusals/refusal.ts';
import { type InputSchema, inputOf, readInput, refuseFields } from '#domain/text/input.ts';
import type { Way } from './route.ts';

const bodies = new WeakMap<Way, InputSchema>();

/** What the body of a way may hold: its act's input, without what the path gives and with what chooses the way. */
export function bodySchema(way: Way, input: InputSchema): InputSchema {
  const known = bodies.get(way);
  if (known) return known;
  const given = new Set(Object.values(way.given ?? {}));
  const own = Object.entries(input.properties).filter(([name]) => !given.has(name));
  const holds = Object.entries(way.holds ?? {}).map(([name, value]) => [name, { const: value }] as const);
  // What can only have one value says what the call is for, so it has to be there.
  const isTelling = (property: object): property is { const: unknown; default?: unknown } => 'const' in property;
  const all = [...holds, ...own].map(
    ([name, property]) => [name, isTelling(property) ? spoken(property) : property] as const,
  );
  const telling = all.filter(([, property]) => isTelling(property)).map(([name]) => name);
  const made: InputSchema = {
    type: 'object',
    properties: Object.fromEntries(all),
    required: [...new Set([...telling, ...input.required.filter((name) => !given.has(name))])],
    additionalProperties: false,
  };
  bodies.set(way, made);
  return made;
}

const spoken = ({ default: _, ...property }: { default?: unknown }): object => property;

/** The act's input from body and path; else a refusal that names each field (1.3, 1.10). */
export function actInput(
  way: Way,
  input: InputSchema,
  body: unknown,
  params: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const fromPath = given(way, input, params);
  const read = readInput<Record<string, unknown>>(bodySchema(way, input), undefined, body);
  for (const [param, field] of Object.entries(way.repeated ?? {})) {
    if (read[field] !== params[param]) refuseFields([{ field, message: 'is not the one of the address' }]);
  }
  const kept = Object.entries(read).filter(([name]) => !Object.hasOwn(way.holds ?? {}, name));
  return { ...Object.fromEntries(kept), ...fromPath };
}

const paths = new WeakMap<Way, InputSchema>();

/** What the path of a way gives of its act's input. */
function pathSchema(way: Way, input: InputSchema): InputSchema {
  const known = paths.get(way);
  if (known) return known;
  const fields = Object.values(way.given ?? {});
  const made = inputOf(Object.fromEntries(fields.map((field) => [field, input.properties[field] ?? {}])));
  paths.set(way, made);
  return made;
}

/** The fields that the path gives; an address that no thing can have is nobody's. */
function given(way: Way, input: InputSchema, params: Readonly<Record<string, string>>): Record<string, unknown> {
  const values = Object.fromEntries(Object.entries(way.given ?? {}).map(([param, field]) => [field, params[param]]));
  try {
    return readInput(pathSchema(way, input), undefined, values);
  } catch (thrown) {
    throw thrown instanceof Refusal ? new Refusal('not_found') : thrown;
  }
}
