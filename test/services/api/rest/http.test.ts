import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';

let institution: Institution;
let client: Client;
let author: Person;
let claimId: string;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  author = await person(institution.database);
  claimId = (await client.post('/registry', aClaim(), { as: author })).body.claim.id;
});

const publicPaths = () => [
  '/registry',
  `/registry/${claimId}`,
  `/registry/${claimId}/predictions`,
  '/calibration',
  `/members/${author.handle}`,
  '/rules',
  '/openapi.json',
];

describe('public answers', () => {
  test('have a strong tag in each coding, and give 304 for it', async () => {
    for (const path of publicPaths()) {
      const tags = new Set<string>();
      const texts = new Set<string>();
      for (const [accept, decode] of [
        ['identity', (bytes: Buffer) => bytes],
        ['gzip', gunzipSync],
        ['br, gzip;q=0.5', brotliDecompressSync],
      ] as const) {
        const url = `${institution.address}/api/community${path}`;
        const answer = await request(url, { headers: { 'accept-encoding': accept } });
        expect(answer.headers, path).toMatchObject({
          'cache-control': 'public, no-cache',
          vary: 'Accept-Encoding',
          'access-control-allow-origin': '*',
        });
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        texts.add(decode(bytes).toString());
        const etag = String(answer.headers.etag);
        expect(etag).toMatch(/^"[^"]+"$/);
        tags.add(etag);
        for (const method of ['GET', 'HEAD'] as const) {
          const unchanged = await request(url, {
            method,
            headers: { 'accept-encoding': accept, 'if-none-match': `"x", W/${etag}` },
          });
          expect([unchanged.statusCode, await unchanged.body.text(), unchanged.headers.etag], path).toEqual([
            304,
            '',
            etag,
          ]);
        }
        const head = await request(url, { method: 'HEAD', headers: { 'accept-encoding': accept } });
        expect([head.statusCode, head.headers.etag, head.headers['content-length']]).toEqual([
          200,
          etag,
          String(bytes.length),
        ]);
      }
      expect([tags.size, texts.size], path).toEqual([3, 1]);
    }
  });

  test('change their tag with what they show', async () => {
    const first = await client.get('/registry');
    expect((await client.get('/registry')).headers.etag).toBe(first.headers.etag);
    await client.post('/registry', aClaim(), { as: author });
    expect((await client.get('/registry')).headers.etag).not.toBe(first.headers.etag);
  });

  test('are kept by nobody once a credential is shown', async () => {
    for (const path of publicPaths()) {
      const answer = await client.get(path, { as: author, headers: { 'if-none-match': '*' } });
      expect([answer.status, answer.headers['cache-control']], path).toEqual([200, 'private, no-store']);
      expect(answer.headers).not.toHaveProperty('etag');
    }
  });

  test('hold no word of the host they were asked by', async () => {
    const answer = await request(`${institution.address}/api/community/registry`, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    expect(await answer.body.text()).not.toContain('evil');
  });
});

test('a wrong method is told which are right', async () => {
  for (const [path, allow] of [
    ['/registry', 'GET, HEAD, POST, OPTIONS'],
    [`/registry/${claimId}`, 'GET, HEAD, PATCH, OPTIONS'],
    ['/session', 'POST, PATCH, OPTIONS'],
  ]) {
    const answer = await client.call('DELETE', path ?? '');
    expect([answer.status, answer.body.code, answer.headers.allow], path).toEqual([405, 'method.not_allowed', allow]);
  }
});

test('acts tell their allowance, refused ones too, and the 301st of an hour is refused with the time to wait', async () => {
  const busy = await person(institution.database);
  const made = await client.post('/registry', aClaim(), { as: busy, key: 'first' });
  expect(made.headers).toMatchObject({
    'ratelimit-policy': '"writes";q=300;w=3600',
    ratelimit: expect.stringMatching(/^"writes";r=299;t=3600$/),
  });
  const refused = await client.post('/registry', {}, { as: busy });
  expect(refused.headers.ratelimit).toMatch(/^"writes";r=298;/);
  await institution.database.query(
    sql`insert into counted_write (member_id, at) select ${busy.memberId}, institution_now() from generate_series(1, 297)`,
  );
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.post('/registry', aClaim(), { as: busy })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429, 429, 429, 429, 429]);
  const over = await client.patch(`/registry/${made.body.claim.id}`, { state: 'withdrawn' }, { as: busy });
  expect([over.status, over.body.code]).toEqual([429, 'limit.writes']);
  expect(over.headers).toMatchObject({
    ratelimit: expect.stringMatching(/^"writes";r=0;t=\d+$/),
    'retry-after': expect.stringMatching(/^\d+$/),
  });
  // A replay is answered all the same.
  const replay = await client.post('/registry', aClaim(), { as: busy, key: 'first' });
  expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([201, 'true']);
  expect(replay.headers.ratelimit).toMatch(/^"writes";r=0;t=\d+$/);
  // Even what cannot be read is refused with the limit first.
  expect((await client.post('/registry', '{', { as: busy })).body.code).toBe('limit.writes');
});

test('maintenance stops acts and nothing else', async () => {
  const set = (on: boolean) =>
    institution.database.query(sql`
      insert into public_setting (key, value, changed_at) values ('maintenance', ${JSON.stringify(on)}::jsonb, institution_now())
      on conflict (key) do update set value = excluded.value`);
  await client.post('/members', { handle: 'before-it', password: 'correct horse battery' }, { key: null });
  await set(true);
  try {
    for (const answer of [
      await client.post('/registry', aClaim(), { as: author }),
      await client.post('/registry', '{', { as: author }),
      await client.patch(`/registry/${claimId}`, { state: 'withdrawn' }, { as: author }),
      await client.post('/members', { handle: 'within-it', password: 'correct horse battery' }, { key: null }),
    ]) {
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'maintenance', '60']);
    }
    for (const path of publicPaths()) expect((await client.get(path)).status).toBe(200);
    expect((await client.get('/tokens', { as: author })).status).toBe(200);
    expect(
      (await client.post('/session', { handle: 'before-it', password: 'correct horse battery' }, { key: null })).status,
    ).toBe(201);
  } finally {
    await set(false);
  }
  expect((await client.post('/registry', aClaim(), { as: author })).status).toBe(201);
});

test('standing goes before what a body holds, and a suspended member keeps its reads', async () => {
  const fallen = await person(institution.database);
  const administrator = await person(institution.database, { role: 'administrator' });
  const decided = await client.patch(
    `/members/${fallen.handle}`,
    { state: 'suspended', reason: aReason },
    { as: administrator },
  );
  expect(decided.status).toBe(200);
  for (const body of [aClaim(), { nonsense: 1 }, '{']) {
    const answer = await client.post('/registry', body, { as: fallen });
    expect([answer.status, answer.body.code, answer.body.rule]).toEqual([403, 'account.suspended', 'call.standing']);
  }
  expect((await client.get('/tokens', { as: fallen })).status).toBe(200);
  expect((await client.get('/registry', { as: fallen })).status).toBe(200);
});

test('any origin’s preflight of an act is answered, never for credentials', async () => {
  for (const path of ['/registry', `/registry/${claimId}/checks`, '/graphql', '/session']) {
    const answer = await request(`${institution.address}/api/community${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(answer.statusCode, path).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(String(answer.headers['access-control-allow-headers']).toLowerCase()).toMatch(/authorization/);
  }
  const act = await client.post('/registry', aClaim(), { as: author, headers: { origin: 'https://app.example' } });
  expect(act.headers['access-control-allow-origin']).toBe('*');
  expect(String(act.headers['access-control-expose-headers']).split(', ')).toEqual([
    'ETag',
    'Location',
    'Link',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'Idempotent-Replayed',
  ]);
});

test('anonymous reads are limited in every door together, callers with a token are not', async () => {
  const limited = await openInstitution({ readLimit: 4 });
  const member = await person(limited.database);
  const read = async (path: string) => {
    const answer = await request(`${limited.address}/api/community${path}`);
    await answer.body.dump();
    return answer;
  };
  expect([(await read('/registry')).statusCode, (await read('/registry/none')).statusCode]).toEqual([200, 404]);
  const graphql = await request(`${limited.address}/api/community/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ claims { nodes { id } } }"}',
  });
  expect([graphql.statusCode, graphql.headers.ratelimit]).toEqual([200, expect.stringMatching(/^"reads";r=1;t=\d+$/)]);
  expect((await read('/calibration')).statusCode).toBe(200);
  const over = await read('/calibration');
  expect([over.statusCode, over.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  for (let n = 0; n < 6; n++) {
    const answer = await request(`${limited.address}/api/community/registry`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect([answer.statusCode, answer.headers.ratelimit]).toEqual([200, undefined]);
    await answer.body.dump();
  }
});
