// An older reader goes on working: whatever a page of today may hold, the released schema promised, new fields aside (1.1).
//
// The released schema is the one that readers were written against. It is not made anew when the schema changes; a new file is added with a new version.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageSchema } from '#schema/records/envelope.ts';

type Schema = Record<string, unknown>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
// Where names stand that are no keywords: a field may be called `title`.
const named = new Set(['properties', '$defs']);
const words = new Set(['description', 'title']);
const lower = new Set(['maxLength', 'maxItems', 'maximum']);
const higher = new Set(['minLength', 'minItems', 'minimum']);

/** Where `now` allows what `then` did not, or lacks what `then` promised. */
function breaks(then: unknown, now: unknown, at = ''): string[] {
  if (Array.isArray(then)) {
    if (!Array.isArray(now) || now.length !== then.length) return [at];
    return then.flatMap((one, index) => breaks(one, now[index], `${at}/${index}`));
  }
  if (!isSchema(then)) return then === now ? [] : [at];
  if (!isSchema(now)) return [at];
  // A constraint that is new only narrows, and a new field is one that an older reader passes over.
  return Object.entries(then).flatMap(([keyword, was]) => breaksOf(keyword, was, now[keyword], `${at}/${keyword}`));
}

function breaksOf(keyword: string, was: unknown, is: unknown, at: string): string[] {
  if (words.has(keyword)) return [];
  if (named.has(keyword)) {
    return Object.entries(was as Schema).flatMap(([name, one]) =>
      breaks(one, isSchema(is) ? is[name] : undefined, `${at}/${name}`),
    );
  }
  if (lower.has(keyword)) return typeof is === 'number' && is <= Number(was) ? [] : [at];
  if (higher.has(keyword)) return typeof is === 'number' && is >= Number(was) ? [] : [at];
  if (keyword === 'enum') return Array.isArray(is) && is.every((one) => (was as unknown[]).includes(one)) ? [] : [at];
  if (keyword === 'required')
    return Array.isArray(is) && (was as unknown[]).every((one) => is.includes(one)) ? [] : [at];
  return breaks(was, is, at);
}

const released = JSON.parse(
  readFileSync(new URL('../../schema/records/released/1.0.0.json', import.meta.url), 'utf8'),
) as Schema;
const today = () =>
  JSON.parse(JSON.stringify(pageSchema('https://institution.test/.well-known/morrowkin-record.schema.json'))) as Schema;

test('today’s schema breaks no reader of the released one', () => {
  expect(breaks(released, today())).toEqual([]);
});

/** The schema of today with what is found at a path changed. */
function changed(path: string, change: (parent: Schema, last: string) => void): Schema {
  const schema = today();
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  const parent = steps.reduce((one, step) => one[step] as Schema, schema);
  change(parent, last);
  return schema;
}

test.each<[string, string, (parent: Schema, last: string) => void]>([
  ['a field that went', '$defs/claims/properties/title', (parent, last) => delete parent[last]],
  ['a field that need not be there', '$defs/claims/required', (parent, last) => (parent[last] as string[]).shift()],
  [
    'a word that was not known',
    '$defs/claims/properties/evidence/enum',
    (parent, last) => (parent[last] as string[]).push('disputed'),
  ],
  ['a longer text', '$defs/posts/properties/body/maxLength', (parent, last) => (parent[last] = 8000)],
  ['a text without end', '$defs/posts/properties/body/maxLength', (parent, last) => delete parent[last]],
  ['another type', '$defs/checks/properties/legacy', (parent, last) => (parent[last] = { type: 'string' })],
  [
    'a null where none was',
    '$defs/claims/properties/title',
    (parent, last) => (parent[last] = { anyOf: [parent[last], { type: 'null' }] }),
  ],
  ['another form of ids', '$defs/claims/properties/id/pattern', (parent, last) => (parent[last] = '^clm-')],
  ['a page of more records', 'allOf/0/then/properties/records/maxItems', (parent, last) => (parent[last] = 1000)],
  ['a dataset that went', '$defs/lineage', (parent, last) => delete parent[last]],
  ['another version', 'properties/version/const', (parent, last) => (parent[last] = '2.0.0')],
  ['a checkpoint of another form', '$defs/checkpoint/properties/body/pattern', (parent, last) => (parent[last] = '.*')],
])('%s is seen', (_, path, change) => {
  expect(breaks(released, changed(path, change))).not.toEqual([]);
});

test('a new field, a new definition and a narrower one break nobody', () => {
  const schema = changed('$defs/claims/properties/language', (parent, last) => (parent[last] = { type: 'string' }));
  (schema.$defs as Schema).languages = { type: 'object' };
  const { posts } = schema.$defs as { posts: { properties: { body: Schema } } };
  posts.properties.body.maxLength = 3000;
  expect(breaks(released, schema)).toEqual([]);
});
