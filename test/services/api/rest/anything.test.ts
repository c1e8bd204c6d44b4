// Whatever is sent, an answer that the description names comes back, and never a defect: the client holds every answer to it.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: Institution;
let client: Client;
let staff: Person;
const known: string[] = [];

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  staff = await person(institution.database, { role: 'administrator' });
  const author = await person(institution.database, { handle: 'someone' });
  const checker = await person(institution.database);
  const claim = (await client.post('/registry', aClaim(), { as: author })).body.claim.id;
  const { claimId: _, ...check } = aCheck(claim);
  known.push(claim, (await client.post(`/registry/${claim}/checks`, check, { as: checker })).body.check.id, 'someone');
});

const samples = {
  ...aClaim(),
  ...aCheck(''),
  ...aReview(''),
  reproduced: true,
  probability: 0.5,
  voided: true,
  handles: ['a', 'b'],
  approved: true,
  role: 'member',
  label: '',
  scopes: ['read'],
  expiresAt: '2030-01-01T00:00:00.000Z',
  handle: 'someone',
  password: aReason,
};

const name = fc.oneof(fc.constantFrom(...Object.keys(samples)), fc.string({ maxLength: 8, unit: 'binary' }));
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.values(samples)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'withdrawn',
      'hidden',
      'revoked',
      'ended',
      'voided',
      'suspended',
      '\ud800',
      '\u0000',
      1e308,
      -0,
      2 ** 53,
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
);
const body = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(name, value, { maxKeys: 12 }) },
  { weight: 1, arbitrary: fc.jsonValue({ stringUnit: 'binary' }) },
);
// `.` and `..` are directions: a client goes them before it asks.
const part = fc.oneof(
  { weight: 2, arbitrary: fc.nat({ max: 2 }).map((n) => known[n] ?? '') },
  {
    weight: 1,
    arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter((one) => !/^\.\.?$/.test(one)),
  },
  { weight: 1, arbitrary: fc.constantFrom('...', '%', '\u0000', 'clm_', 'chk_01h455vb4pex5vsknk084sn02q') },
);

const filled = (template: string, parts: string[]) => {
  let n = 0;
  // A lone surrogate has no percent-encoding; a client could only send U+FFFD.
  return template.replace(/\{\w+\}/g, () => encodeURIComponent((parts[n++] ?? '').replace(/\p{Cs}/gu, '\ufffd')));
};

async function operations(reading: boolean): Promise<[string, string][]> {
  const { paths } = (await client.get('/openapi.json')).body as { paths: Record<string, Record<string, object>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => (method === 'get') === reading)
      .map((method): [string, string] => [method.toUpperCase(), path]),
  );
}

test('any body, on any act', async () => {
  const all = await operations(false);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...all),
      fc.array(part, { minLength: 2, maxLength: 2 }),
      body,
      async ([method, path], parts, sent) => {
        await institution.database.query(sql`delete from counted_write`);
        const answer = await client.call(method, filled(path, parts), { as: staff, body: JSON.stringify(sent) });
        expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: 400 },
  );
}, 120_000);

test('any question, on any read', async () => {
  const all = await operations(true);
  const query = fc.dictionary(
    fc.constantFrom('after', 'limit', 'action', 'x'),
    fc.oneof(fc.integer().map(String), fc.string({ unit: 'binary', maxLength: 5 })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...all),
      fc.array(part, { minLength: 2, maxLength: 2 }),
      query,
      fc.boolean(),
      async ([method, path], parts, asked, known) => {
        const search = new URLSearchParams(Object.entries(asked)).toString();
        const answer = await client.call(method, `${filled(path, parts)}?${search}`, known ? { as: staff } : {});
        expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: 300 },
  );
}, 120_000);
