import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';

let client: Client;

beforeAll(async () => {
  client = await openClient((await openInstitution()).address);
});

test('the description is valid OpenAPI 3.1 and names every documented path', async () => {
  const { body } = await client.get('/openapi.json');
  expect(await new Validator().validate(structuredClone(body))).toEqual({ valid: true });
  const operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual(
    [
      'GET /registry',
      'POST /registry',
      'GET /registry/{id}',
      'PATCH /registry/{id}',
      'POST /registry/{id}/checks',
      'GET /registry-checks',
      'GET /registry-checks/{id}',
      'PATCH /registry-checks/{id}/disclosure',
      'POST /registry-checks/{id}/reviews',
      'GET /registry/{id}/predictions',
      'POST /registry/{id}/predictions',
      'POST /registry/{id}/resolution',
      'PATCH /registry/{id}/resolution',
      'GET /calibration',
      'GET /observations',
      'POST /observations',
      'GET /observations/{id}',
      'PATCH /observations/{id}',
      'GET /checkers',
      'GET /contribution-credits',
      'POST /contribution-credits',
      'GET /vouches',
      'POST /vouches',
      'PATCH /vouches/{id}',
      'GET /institution-appeals',
      'POST /institution-appeals',
      'PATCH /institution-appeals/{id}',
      'GET /precedents',
      'POST /precedents',
      'GET /precedents/{id}',
      'PATCH /precedents/{id}',
      'GET /census',
      'GET /challenges',
      'GET /challenges/{id}',
      'GET /threads',
      'POST /threads',
      'GET /threads/{id}',
      'PATCH /threads/{id}',
      'POST /threads/{id}/posts',
      'PATCH /posts/{id}',
      'GET /my-export',
      'GET /settings',
      'PATCH /settings',
      'GET /members',
      'POST /members',
      'GET /members/{handle}',
      'PATCH /members/{handle}',
      'POST /session',
      'PATCH /session',
      'GET /tokens',
      'POST /tokens',
      'PATCH /tokens/{id}',
      'GET /agents',
      'POST /agents',
      'PATCH /agents/{id}',
      'POST /operator-records',
      'PATCH /operator-records/{id}',
      'GET /audit',
      'GET /rules',
    ].sort(),
  );
});

test('every described operation is there: nothing answers 404 for its address', async () => {
  const { body } = await client.get('/openapi.json');
  for (const [path, methods] of Object.entries(body.paths as Record<string, object>)) {
    for (const method of Object.keys(methods).filter((one) => one !== 'get')) {
      const answer = await client.call(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x'), { body: {} });
      expect([400, 401], `${method} ${path}`).toContain(answer.status);
    }
  }
});

test('a session counts only together with its CSRF header', async () => {
  const { body } = await client.get('/openapi.json');
  const { bearer, session, csrf } = body.components.securitySchemes;
  expect(bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(session).toMatchObject({ type: 'apiKey', in: 'cookie' });
  expect(csrf).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-CSRF-Token' });
  // The cookie that is described is the one that signing in sets.
  await client.post('/members', { handle: 'cookie-holder', password: 'a long enough password' }, { key: null });
  const signedIn = await client.post(
    '/session',
    { handle: 'cookie-holder', password: 'a long enough password' },
    { key: null },
  );
  expect(String(signedIn.headers['set-cookie'])).toMatch(new RegExp(`^${session.name}=`));
  for (const [path, method, credentials] of [
    ['/registry', 'post', [{ bearer: [] }, { session: [], csrf: [] }]],
    ['/contribution-credits', 'get', [{ bearer: [] }, { session: [], csrf: [] }]],
    ['/members', 'post', [{}]],
  ] as const)
    expect([path, body.paths[path][method].security]).toEqual([path, credentials]);
});
