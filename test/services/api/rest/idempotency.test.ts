import { beforeAll, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { anotherApi, type Institution, openInstitution } from '#test/kit/api.ts';
import { type Answered, type Client, openClient } from '#test/kit/client.ts';
import { person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';

let institution: Institution;
let client: Client;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
});

const claims = async () => (await institution.database.one<{ n: number }>(sql`select count(*) as n from claim`)).n;
const replayed = ({ headers }: Answered) => headers['idempotent-replayed'];

const register = `mutation ($key: String!, $input: RegisterClaimInput!) {
  done: registerClaim(idempotencyKey: $key, input: $input) {
    __typename
    ... on RegisterClaimPayload { replayed claim { id title } }
    ... on Refusal { code status rule }
  }
}`;

test('twenty equal calls at once, at two processes, make one claim and get twenty equal answers', async () => {
  const author = await person(institution.database);
  const other = await openClient((await anotherApi(institution.at)).address);
  const before = await claims();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? client : other).post('/registry', aClaim(), { as: author, key: 'one-key' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
  expect(answers.filter(replayed)).toHaveLength(19);
  expect(await claims()).toBe(before + 1);
});

test('a key made in REST is replayed by GraphQL and the other way round, in the form of the door that asks', async () => {
  const author = await person(institution.database);
  const { body } = await client.post('/registry', aClaim({ title: '  By REST\r\n' }), { as: author, key: 'r' });
  const again = await client.graphql(register, { key: 'r', input: aClaim({ title: 'By REST' }) }, { as: author });
  expect(again.body.data.done).toEqual({
    __typename: 'RegisterClaimPayload',
    replayed: true,
    claim: { id: body.claim.id, title: 'By REST' },
  });
  const first = await client.graphql(register, { key: 'g', input: aClaim() }, { as: author });
  const shown = await client.post('/registry', { ...aClaim(), relationships: [] }, { as: author, key: 'g' });
  expect([shown.status, replayed(shown), shown.body.claim.id]).toEqual([201, 'true', first.body.data.done.claim.id]);
});

test('a replay shows the thing as its caller sees it now', async () => {
  const author = await person(institution.database);
  const made = await client.post('/registry', aClaim(), { as: author, key: 'k' });
  await client.patch(`/registry/${made.body.claim.id}`, { state: 'withdrawn' }, { as: author });
  const again = await client.post('/registry', aClaim(), { as: author, key: 'k' });
  expect([again.status, replayed(again), again.body.claim.state]).toEqual([201, 'true', 'withdrawn']);
});

test('two bodies at once under one key: one is made, the other refused without a word of the first', async () => {
  const author = await person(institution.database);
  const answers = await Promise.all(
    ['One title', 'Another title'].map((title) =>
      client.post('/registry', aClaim({ title }), { as: author, key: 'two' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  const [made] = answers.filter(({ status }) => status === 201);
  const [refused] = answers.filter(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({ code: 'idempotency.mismatch', rule: 'call.idempotency' });
  expect(refused?.text).not.toContain(made?.body.claim.id);
  expect(refused?.text).not.toContain('title":"One');
  const elsewhere = await client.post(
    `/registry/${made?.body.claim.id}/predictions`,
    { probability: 0.5 },
    { as: author, key: 'two' },
  );
  expect(elsewhere.body.code).toBe('idempotency.mismatch');
  const stranger = await person(institution.database);
  expect((await client.post('/registry', aClaim(), { as: stranger, key: 'two' })).status).toBe(201);
});

test('a refused call leaves its key free, and a key is 1 to 200 visible characters', async () => {
  const author = await person(institution.database);
  const refused = await client.post('/registry', aClaim({ title: 'abc' }), { as: author, key: 'later' });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ field: 'title', message: 'needs at least 5 characters' }],
  ]);
  expect((await client.post('/registry', aClaim(), { as: author, key: 'later' })).status).toBe(201);
  const before = await claims();
  const missing = await client.post('/registry', aClaim(), { as: author, key: null });
  expect([missing.status, missing.body.code, missing.body.rule]).toEqual([
    400,
    'idempotency.missing',
    'call.idempotency',
  ]);
  expect(missing.headers.ratelimit).toMatch(/^"writes";r=297;/);
  for (const key of ['x'.repeat(201), 'a b', 'ä']) {
    const odd = await client.post('/registry', aClaim(), { as: author, key });
    expect([odd.status, odd.body.code], key).toEqual([400, 'input.invalid']);
  }
  expect((await client.post('/registry', aClaim(), { as: author, key: 'x'.repeat(200) })).status).toBe(201);
  expect(await claims()).toBe(before + 1);
});
