import { auditServer } from 'graphql-http';
import { fetch, request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { person } from '#test/kit/people.ts';

let institution: Institution;
let url: string;

beforeAll(async () => {
  institution = await openInstitution();
  url = `${institution.address}/api/community/graphql`;
});

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

const post = async (query: unknown, { body, headers }: Sent = {}) => {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body ?? { query }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, json: JSON.parse(text) as Answer };
};

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: Record<string, unknown> }[];
}

const codeOf = ({ json }: { json: Answer }) => json.errors?.[0]?.extensions.code;

test('the audit of GraphQL over HTTP passes whole', async () => {
  const results = await auditServer({ url, fetchFn: fetch });
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(results).toHaveLength(61);
});

describe('what cannot run', () => {
  test.each([
    ['a syntax error', '{', 'query.invalid'],
    ['an unknown field', '{ nothing }', 'query.invalid'],
    ['a missing idempotency key', 'mutation { withdrawClaim { __typename } }', 'query.invalid'],
  ])('%s is 400 with a code', async (_name, query, code) => {
    const answer = await post(query);
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
    expect(answer.json).not.toHaveProperty('data');
  });

  test.each([
    ['a batch', '[{"query":"{ __typename }"}]', 400, 'query.invalid'],
    ['a body that is no JSON', '{', 400, 'query.invalid'],
    ['a body of no object', '3', 400, 'query.invalid'],
    ['a body of 300 KB', JSON.stringify({ query: `{ __typename } #${'x'.repeat(300_000)}` }), 413, 'body.too_large'],
  ])('%s is refused', async (_name, body, status, code) => {
    const answer = await post('', { body });
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  });

  test('a mutation by GET is 405', async () => {
    const query = 'mutation { signOut { __typename } }';
    const answer = await request(`${url}?query=${encodeURIComponent(query)}`);
    expect(answer.statusCode).toBe(405);
    expect(codeOf({ json: (await answer.body.json()) as Answer })).toBe('method.not_allowed');
  });

  test('an invalid token is 401 even on a public read', async () => {
    const answer = await post('{ __typename }', { headers: { authorization: `Bearer mk_${'a'.repeat(43)}` } });
    expect([answer.status, codeOf(answer)]).toEqual([401, 'auth.invalid']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });
});

describe('limits', () => {
  const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, n) => `a${n}: __typename`).join(' ')} }`;
  const deep = (levels: number) =>
    `{ claims { nodes ${'{ lineage { outgoing { target '.repeat(levels)} { id } ${'} } }'.repeat(levels)} } }`;

  test.each([
    ['aliases', aliases(51)],
    ['depth', deep(5)],
    ['cost', '{ claims(first: 100) { nodes { checks(first: 100) { nodes { id title: method notes } } } } }'],
    ['tokens', `{ ${'__typename '.repeat(2100)} }`],
    ['ids', `{ nodes(ids: [${'"clm_01h455vb4pex5vsknk084sn02q" '.repeat(101)}]) { id } }`],
    [
      'fragments that multiply',
      `{ ...f0 } ${Array.from({ length: 30 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`).join(' ')} fragment f30 on Query { __typename }`,
    ],
  ])('too much by %s is query.too_large', async (_name, query) => {
    expect(codeOf(await post(query))).toBe('query.too_large');
  });

  test('a page size that comes by a variable counts too', async () => {
    const query = 'query($n: Int) { claims(first: $n) { nodes { checks(first: $n) { nodes { id method notes } } } } }';
    expect(codeOf(await post('', { body: { query, variables: { n: 100 } } }))).toBe('query.too_large');
    expect((await post('', { body: { query, variables: { n: 20 } } })).status).toBe(200);
  });

  test('what stays within them is answered', async () => {
    expect((await post(aliases(50))).json.errors).toBeUndefined();
    expect((await post(deep(3))).json.errors).toBeUndefined();
  });

  test.each(['first: -1', 'first: 101', 'last: 101', 'first: 1, last: 1'])(
    'claims(%s) is input.invalid',
    async (args) => {
      const answer = await post(`{ claims(${args}) { nodes { id } } }`);
      expect(codeOf(answer)).toBe('input.invalid');
      expect(answer.json.errors?.[0]?.extensions.errors).toHaveLength(1);
    },
  );

  test.each(['', '0', 'bm90aGluZw', 'Y2xhaW1zIC0x', 'Y2xhaW1zIDFlMw', 'Y2hlY2tzIDE', 'Y2xhaW1zIDE='])(
    'the forged cursor %j is cursor.invalid',
    async (after) => {
      expect(codeOf(await post(`{ claims(after: ${JSON.stringify(after)}) { nodes { id } } }`))).toBe('cursor.invalid');
    },
  );
});

test.each([
  '{ claim(id: "x\\u0000") { id } }',
  '{ member(handle: "a\\u0000bc") { id } }',
  '{ claims(filter: { author: "\\u0000" }) { nodes { id } } }',
])('text that no record can hold finds nothing: %s', async (query) => {
  const { status, json } = await post(query);
  expect(status).toBe(200);
  expect(json.errors).toBeUndefined();
});

test('a search for what no text may hold is refused by field', async () => {
  const answer = await post('{ claims(filter: { search: "\\u0000" }) { nodes { id } } }');
  expect(codeOf(answer)).toBe('input.invalid');
});

test('any origin may call, without credentials', async () => {
  const preflight = await request(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  await preflight.body.dump();
  expect(preflight.headers['access-control-allow-origin']).toBe('*');
  expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
});

test('introspection can be switched off', async () => {
  const query = '{ __schema { queryType { name } } }';
  expect((await post(query)).json.data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  const set = (value: string) =>
    institution.database.query(sql`insert into public_setting (key, value, changed_at)
      values ('introspection', ${value}::jsonb, institution_now()) on conflict (key) do update set value = excluded.value`);
  await set('false');
  expect(codeOf(await post(query))).toBe('query.invalid');
  expect((await post('{ __typename }')).status).toBe(200);
  await set('true');
  expect((await post(query)).status).toBe(200);
});

test('a defect is masked and told apart by its reference only', async () => {
  await institution.database.query(sql`alter table claim rename to claim_away`);
  try {
    const { text, json } = await post('{ claims { nodes { id } } }');
    expect(json.errors?.[0]?.extensions.code).toBe('internal');
    expect(text).not.toMatch(/relation|claim_away|select|\/.*\.ts/);
  } finally {
    await institution.database.query(sql`alter table claim_away rename to claim`);
  }
});

describe('GET', () => {
  test('is answered with an entity tag, and 304 where the caller has it', async () => {
    const first = await request(`${url}?query=${encodeURIComponent('{ claims { nodes { id } } }')}`);
    await first.body.dump();
    expect(first.headers['cache-control']).toBe('public, no-cache');
    expect(first.headers.vary).toBe('Accept, Accept-Encoding');
    const again = await request(`${url}?query=${encodeURIComponent('{ claims { nodes { id } } }')}`, {
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    await again.body.dump();
    expect(again.statusCode).toBe(304);
  });

  test('with a credential it is kept by nobody', async () => {
    const { token } = await person(institution.database);
    const answer = await request(`${url}?query=%7Bviewer%7Bhandle%7D%7D`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.body.dump();
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  test('a browser gets a page that asks nothing of anyone else', async () => {
    const page = await request(url, { headers: { accept: 'text/html,application/xhtml+xml' } });
    const html = await page.body.text();
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(String(page.headers['content-security-policy'])).toMatch(/default-src 'none'; script-src 'sha256-[^ ]+';/);
    expect(html).toContain('<div id="root">');
    expect(html).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//);
  });
});
