import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { request } from 'undici';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { takeCensus } from '#domain/census/take.ts';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { rules } from '#domain/refusals/rules.ts';
import { openApi } from '#services/api/app.ts';
import { readConfig } from '#services/config.ts';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { createDatabase } from '#test/kit/cluster.ts';
import { person } from '#test/kit/people.ts';

let institution: Institution;
// Stands in for the archive process: it answers with what it was asked.
const archive = createServer((asked, answer) => {
  answer.setHeader('etag', '"of the archive"');
  answer.end(
    JSON.stringify({
      method: asked.method,
      url: asked.url,
      from: asked.headers['x-forwarded-for'],
      credential: asked.headers.authorization ?? asked.headers.cookie,
    }),
  );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve));
  institution = await openInstitution({
    archivePort: (archive.address() as AddressInfo).port,
    readLimit: 3,
    trustProxy: 1,
  });
  return () => archive.close();
});

let visitor = 0;
/** A request of a visitor nobody has seen before. */
const get = async (path: string, headers: Record<string, string> = {}) => {
  const from = `198.51.100.${visitor++ % 250}`;
  return request(`${institution.address}${path}`, { headers: { 'x-forwarded-for': from, ...headers } });
};

test('health waits for the first census, and then follows the database', async () => {
  const early = await get('/health');
  expect(early.statusCode).toBe(503);
  expect(await early.body.json()).toMatchObject({
    code: 'unavailable',
    detail: 'The first census is still to be taken.',
  });
  await institution.database.transaction(takeCensus);
  const answer = await get('/health');
  expect(answer.statusCode).toBe(200);
  expect(await answer.body.json()).toEqual({ status: 'ready' });
});

describe('rules', () => {
  test('the document holds every rule and every refusal code', async () => {
    const answer = await get('/.well-known/morrowkin-rules.json');
    expect(answer.headers['cache-control']).toBe('public, no-cache');
    const document = (await answer.body.json()) as {
      rules: { id: string }[];
      refusals: { code: string; rule: string | null }[];
    };
    expect(document).toMatchObject({ version: '1.0.0' });
    expect(document.rules.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
    expect(document.refusals.map(({ code }) => code)).toEqual(Object.keys(refusalKinds));
    const known = new Set<string | null>(rules.map(({ id }) => id)).add(null);
    expect(document.refusals.filter(({ rule }) => !known.has(rule))).toEqual([]);
    const whole = await get('/api/community/rules');
    expect(await whole.body.json()).toEqual(document);
  });

  test('an action is answered with its rule and never with permission', async () => {
    const known = await get('/api/community/rules?action=publish_claim');
    const rule = rules.find(({ action }) => action === 'publish_claim');
    expect(await known.body.json()).toEqual({
      version: '1.0.0',
      action: 'publish_claim',
      effect: 'conditional',
      ruleId: 'claims.publish',
      conditions: rule?.conditions,
      authorised: false,
    });
    expect(await (await get('/api/community/rules?action=inject_prompt')).body.json()).toMatchObject({
      effect: 'prohibited',
      authorised: false,
    });
    for (const action of ['', 'constructor', 'fly']) {
      const unknown = await get(`/api/community/rules?action=${action}`);
      expect(await unknown.body.json()).toEqual({
        version: '1.0.0',
        action,
        effect: 'unknown',
        ruleId: null,
        conditions: [],
        authorised: false,
      });
    }
    expect((await get('/api/community/rules?action=a&action=b')).statusCode).toBe(400);
  });

  test('each action has one rule', () => {
    expect(new Set(rules.map(({ action }) => action)).size).toBe(rules.length);
  });
});

test('a credential that is none is refused on a public read too', async () => {
  for (const authorization of [`Bearer mk_${'A'.repeat(43)}`, 'Bearer', 'Basic YTpi', '']) {
    const answer = await get('/api/community/rules', { authorization });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(await answer.body.json()).toMatchObject({ code: 'auth.invalid', rule: 'call.identity' });
  }
});

test('a visitor reads as often as READ_LIMIT says, and a refused credential does not count', async () => {
  const from = { 'x-forwarded-for': '192.0.2.7' };
  const statuses = async (headers: Record<string, string>, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => get('/api/community/rules', headers)));
    return answers.map(({ statusCode }) => statusCode).sort();
  };
  expect(await statuses({ ...from, authorization: 'Bearer mk_no' }, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(await statuses(from, 5)).toEqual([200, 200, 200, 429, 429]);
  const refused = await get('/api/community/rules', from);
  expect(refused.headers).toMatchObject({
    'ratelimit-policy': '"reads";q=3;w=60',
    'retry-after': expect.stringMatching(/^\d+$/),
  });
  expect(await refused.body.json()).toMatchObject({ code: 'limit.reads', rule: 'call.limits' });
  expect((await get('/health', from)).statusCode).toBe(200);
});

describe('the archive’s addresses', () => {
  test.each([
    '/api/community/archive?dataset=claims&after=0',
    '/api/community/archive/manifest?dataset=claims&block=0',
    '/api/community/archive/checkpoint',
    '/feeds/claims.atom',
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/.well-known/morrowkin-protocol.json',
    '/.well-known/morrowkin-record.schema.json',
    '/.well-known/api-catalog',
    '/.well-known/security.txt',
  ])('%s comes from the archive, with the caller’s address and no credential', async (path) => {
    const { token } = await person(institution.database);
    const answer = await get(path, {
      'x-forwarded-for': '203.0.113.5',
      authorization: `Bearer ${token}`,
      cookie: 'a=b',
    });
    expect(answer.headers.etag).toBe('"of the archive"');
    expect(await answer.body.json()).toEqual({ method: 'GET', url: path, from: '203.0.113.5' });
  });

  test('without the archive they are unavailable, and nothing else is', async () => {
    const alone = await openInstitution({ archivePort: 1 });
    const answer = await request(`${alone.address}/api/community/archive?dataset=claims`);
    expect(answer.statusCode).toBe(503);
    expect(await answer.body.json()).toMatchObject({ code: 'unavailable' });
    expect((await request(`${alone.address}/.well-known/morrowkin-rules.json`)).statusCode).toBe(200);
  });
});

describe('starting', () => {
  test('is refused with a sentence for another origin than the stored one, and before set-up', async () => {
    const config = { ...readConfig({ LOG_LEVEL: 'silent' }), databaseUrl: institution.at.url };
    await expect(openApi({ ...config, publicOrigin: 'https://other.example' })).rejects.toThrow(
      `PUBLIC_ORIGIN is https://other.example, but this institution was set up as ${testOrigin}`,
    );
    const bare = await createDatabase();
    await expect(openApi({ ...config, databaseUrl: bare.url })).rejects.toThrow('not set up');
  });

  test('health says 503 when the database is gone', async () => {
    const doomed = await openInstitution({ logLevel: 'silent' });
    const client = new pg.Client({ connectionString: inject('cluster').superuserUrl });
    await client.connect();
    await client.query(`drop database ${doomed.at.name} with (force)`);
    await client.end();
    const answer = await request(`${doomed.address}/health`);
    expect(answer.statusCode).toBe(503);
    expect(await answer.body.json()).toMatchObject({ code: 'unavailable' });
  });
});
