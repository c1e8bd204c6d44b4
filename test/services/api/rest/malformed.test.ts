import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#domain/text/ids.ts';
import { raw, sql } from '#prisma/database.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { type Answered, type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';

let institution: Institution;
let client: Client;
let author: Person;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
});

const register = `mutation ($key: String!, $input: RegisterClaimInput!) {
  done: registerClaim(idempotencyKey: $key, input: $input) {
    ... on RegisterClaimPayload { claim { id title claim method environment } }
    ... on Refusal { code rule errors { field } }
  }
}`;

/** Everything that acts store, but for the count of tries. */
const stored = async () => {
  const tables = [
    'claim',
    'relationship',
    'registry_check',
    'forecast',
    'idempotency_key',
    'publication',
    'audit_entry',
    'member',
    'token',
    'session',
  ];
  const counts: Record<string, string> = {};
  for (const table of tables) {
    const { whole } = await institution.database.one<{ whole: string }>(
      sql`select coalesce(string_agg(t::text, '' order by t::text), '') as whole from ${raw(table)} t`,
    );
    counts[table] = createHash('sha256').update(whole).digest('hex');
  }
  return counts;
};

/** Both doors, with the same input; a JSON text can hold what no JavaScript encoder would send. */
async function both(input: Record<string, unknown> | string): Promise<{ rest: Answered; graphql: Answered }> {
  const json = typeof input === 'string' ? input : JSON.stringify(input);
  const rest = await client.call('POST', '/registry', { as: author, body: json });
  const graphql = await client.call('POST', '/graphql', {
    as: author,
    key: null,
    body: `{"query":${JSON.stringify(register)},"variables":{"key":"${Math.random()}","input":${json}}}`,
  });
  return { rest, graphql };
}

/** A claim as JSON text with one field's JSON given as it is. */
const withField = (field: string, json: string): string =>
  JSON.stringify({ ...aClaim(), [field]: '@@' }).replace('"@@"', json);

const long = (n: number) => JSON.stringify('x'.repeat(n));
const texts = {
  'a lone high surrogate': '"A title \\ud800 here"',
  'a lone low surrogate': '"A title \\udc00 here"',
  NUL: '"A title \\u0000 here"',
  'a control character': '"A title \\u0007 here"',
  'a C1 control character': '"A title \\u0085 here"',
  DEL: '"A title \\u007f here"',
  'U+FFFE': '"A title \\ufffe here"',
  'U+FFFF': '"A title \\uffff here"',
  'four code points': '"\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00"',
  'only space': '"          "',
  '201 code points': long(201),
};
const addresses = [
  'javascript:alert(1)',
  'http://example.org/a',
  'https://user@example.org/a',
  'https://user:pass@example.org/a',
  'https://@example.org/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://evidence.local/a',
  'https://evidence.internal/a',
  'https://intranet/a',
  'https:example.org',
  'https://example.org/a b',
  `https://example.org/${'a'.repeat(2048)}`,
  'data:text/html,x',
  '//example.org/a',
  '',
];

describe('a bad field is refused by name in both doors, and nothing is stored', () => {
  beforeAll(async () => {
    author = await person(institution.database);
  });

  const refusedFor = async (input: string, field: string) => {
    const before = await stored();
    const { rest, graphql } = await both(input);
    expect(rest.status).toBe(400);
    expect(rest.body).toMatchObject({ code: 'input.invalid', rule: 'call.input' });
    expect(new Set(rest.body.errors.map((error: { field: string }) => error.field))).toEqual(new Set([field]));
    expect(graphql.body.data?.done, graphql.text).toMatchObject({ code: 'input.invalid', rule: 'call.input' });
    expect(new Set(graphql.body.data.done.errors.map((error: { field: string }) => error.field))).toEqual(
      new Set([field]),
    );
    expect(await stored()).toEqual(before);
  };

  test.each(Object.entries(texts))('%s in a title', (_what, json) => refusedFor(withField('title', json), 'title'));
  test.each(addresses)('the address %s', (address) =>
    refusedFor(withField('artifactUrl', JSON.stringify(address)), 'artifactUrl'),
  );
  test.each(['abc', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)])('the hash %s', (hash) =>
    refusedFor(withField('artifactSha256', JSON.stringify(hash)), 'artifactSha256'),
  );
  test('eleven relationships', async () => {
    const many = (kind: string) =>
      Array.from({ length: 11 }, () => ({ targetId: 'clm_01h455vb4pex5vsknk084sn02q', kind }));
    const rest = await client.post('/registry', { ...aClaim(), relationships: many('narrows') }, { as: author });
    expect([rest.status, rest.body.errors[0].field]).toEqual([400, 'relationships']);
    const variables = { key: 'eleven', input: { ...aClaim(), relationships: many('NARROWS') } };
    const graphql = await client.graphql(register, variables, { as: author });
    expect(graphql.body.data.done.errors[0]).toEqual({ field: 'relationships' });
  });
});

describe('unknown fields and wrong types', () => {
  beforeAll(async () => {
    author = await person(institution.database);
  });

  test('are refused by name, however deep', async () => {
    const before = await stored();
    for (const [input, fields] of [
      [{ ...aClaim(), tittle: 'x' }, ['tittle']],
      [{ ...aClaim(), boosted: true, id: 'clm_x' }, ['boosted', 'id']],
      [
        { ...aClaim(), relationships: [{ targetId: 'clm_01h455vb4pex5vsknk084sn02q', kind: 'narrows', note: 'x' }] },
        ['relationships[0].note'],
      ],
      [JSON.stringify(aClaim()).replace('{', '{"__proto__":{"title":"x"},'), ['__proto__']],
    ] as const) {
      const { rest, graphql } = await both(input);
      expect([rest.status, rest.body.code]).toEqual([400, 'input.unknown_field']);
      expect(rest.body.errors.map((error: { field: string }) => error.field)).toEqual(fields);
      expect(graphql.body.errors?.length, graphql.text).toBeGreaterThan(0);
      expect(graphql.body.data ?? null).toBeNull();
    }
    expect(await stored()).toEqual(before);
  });

  test.each(['5', 'true', '[]', '{}', '["x"]', 'null'])('a title that is %s', async (json) => {
    const before = await stored();
    const { rest, graphql } = await both(withField('title', json));
    expect([rest.status, rest.body.code]).toEqual([400, 'input.invalid']);
    expect(rest.body.errors[0].field).toBe('title');
    expect(graphql.body.errors?.length).toBeGreaterThan(0);
    expect(await stored()).toEqual(before);
  });

  test.each(['[]', '"x"', '5', 'null', 'true', ''])('a body that is %j', async (json) => {
    const rest = await client.call('POST', '/registry', { as: author, body: json === '' ? undefined : json });
    expect([rest.status, rest.body.code]).toEqual([400, 'input.invalid']);
  });

  test('broken JSON', async () => {
    const before = await stored();
    for (const body of ['{', '{"title":}', '\u0000', `{"a":${'['.repeat(1000)}`]) {
      const rest = await client.call('POST', '/registry', { as: author, body });
      expect([rest.status, rest.body.code, rest.body.rule]).toEqual([400, 'query.invalid', 'call.input']);
      // It was an act, so it was counted.
      expect(rest.headers.ratelimit).toMatch(/^"writes";r=\d+;t=\d+$/);
      const graphql = await client.call('POST', '/graphql', { as: author, key: null, body });
      expect(graphql.status).toBe(400);
    }
    expect(await stored()).toEqual(before);
  });

  test('a megabyte', async () => {
    const before = await stored();
    const body = JSON.stringify({ ...aClaim(), method: 'x'.repeat(1024 * 1024) });
    for (const path of ['/registry', '/graphql']) {
      const answer = await client.call('POST', path, { as: author, body });
      expect([answer.status, answer.body?.code ?? answer.body?.errors?.[0].extensions.code], path).toEqual([
        413,
        'body.too_large',
      ]);
      const stranger = await client.call('POST', path, { body });
      expect(stranger.status, path).toBe(path === '/registry' ? 401 : 413);
    }
    expect(await stored()).toEqual(before);
  });
});

test('a credential in a text is refused without being repeated', async () => {
  author = await person(institution.database);
  const before = await stored();
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const { rest, graphql } = await both({ ...aClaim(), method: `Clone it with the token ${secret} and run it.` });
  expect([rest.status, rest.body.code, rest.body.errors[0].field]).toEqual([
    422,
    'submission.contains_secret',
    'method',
  ]);
  expect(graphql.body.data.done).toMatchObject({ code: 'submission.contains_secret', errors: [{ field: 'method' }] });
  expect(rest.text + graphql.text).not.toContain(secret);
  expect(await stored()).toEqual(before);
});

test('an expired, revoked or unknown token is 401 on public reads in both doors, and a write scope is needed to write', async () => {
  const holder = await person(institution.database);
  /** A token of the holder with these scopes and, in seconds from now, this end. */
  const token = async (scopes: string, end: number | null, revoked = false) => {
    const text = `mk_${randomBytes(32).toString('base64url')}`;
    await institution.database.query(sql`
      insert into token (id, member_id, hash, label, scopes, created_at, expires_at, revoked_at)
      select ${newId('tok')}, ${holder.memberId}, sha256(${text}::bytea), '', ${scopes}::text[], moment,
        moment + make_interval(secs => ${end}), case when ${revoked} then moment end
      from institution_now() as moment`);
    return { token: text };
  };
  const lapsed = await token('{read,write}', -1);
  const revoked = await token('{read,write}', null, true);
  for (const as of [lapsed, revoked, { token: `mk_${'x'.repeat(43)}` }, { token: 'nothing' }]) {
    for (const path of ['/registry', '/calibration', '/rules', '/openapi.json']) {
      const rest = await client.get(path, { as });
      expect([rest.status, rest.body.code, rest.headers['www-authenticate']], path).toEqual([
        401,
        'auth.invalid',
        'Bearer',
      ]);
    }
    expect((await client.post('/registry', aClaim(), { as })).status).toBe(401);
    const graphql = await client.graphql('{ claims { nodes { id } } }', undefined, { as });
    expect(graphql.status).toBe(401);
  }
  const reader = await token('{read}', 3600);
  expect((await client.get('/registry', { as: reader })).status).toBe(200);
  const act = await client.post('/registry', aClaim(), { as: reader });
  expect([act.status, act.body.code, act.body.rule]).toEqual([403, 'scope.missing', 'call.standing']);
  const graphql = await client.graphql(register, { key: 'k', input: aClaim() }, { as: reader });
  expect(graphql.body.errors[0].extensions.code).toBe('scope.missing');
  const writer = await token('{write}', null);
  const own = await client.get('/tokens', { as: writer });
  expect([own.status, own.body.code]).toEqual([403, 'scope.missing']);
});

test('every text of 1.11 comes back unchanged', async () => {
  author = await person(institution.database);
  const said = [
    'Emoji 😀👩‍👩‍👧‍👦🏳️‍🌈 and 𝕬',
    'Line\u2028separator\u2029paragraph',
    'Right to left: \u202eabc\u202c שלום مرحبا',
    'Combining: e\u0301 n\u0303 Z\u0351\u036b\u0343\u036a and é',
    'Tabs\tand\nlines, zero\u200bwidth, bom\ufeffinside, \u00a0nbsp',
    '<script>alert("x")</script> &amp; \\u0000 #{x} %00 \'"` --',
    'Private \ue000 use, astral non-character \u{1fffe}, \u{10ffff}',
  ].join(' | ');
  const input = aClaim({ title: '😀'.repeat(200), claim: said, method: said, environment: said });
  const made = await client.post('/registry', input, { as: author });
  expect(made.status).toBe(201);
  const { title, claim, method, environment } = input;
  expect(made.body.claim).toMatchObject({ title, claim, method, environment });
  expect((await client.get(`/registry/${made.body.claim.id}`)).body.claim).toMatchObject({
    title,
    claim,
    method,
    environment,
  });
  const graphql = await client.graphql('query ($id: ID!) { claim(id: $id) { title claim method environment } }', {
    id: made.body.claim.id,
  });
  expect(graphql.body.data.claim).toEqual({ title, claim, method, environment });
  const other = await client.graphql(register, { key: 'texts', input }, { as: author });
  expect(other.body.data.done.claim).toMatchObject({ title, claim, method, environment });
});

test('line ends become LF and the ends are trimmed, nothing else', async () => {
  author = await person(institution.database);
  const made = await client.post(
    '/registry',
    aClaim({ claim: '\r\n  First line\r\nsecond\rthird\n\n\tlast, with  two spaces \t\n' }),
    { as: author },
  );
  expect(made.body.claim.claim).toBe('First line\nsecond\nthird\n\n\tlast, with  two spaces');
});
