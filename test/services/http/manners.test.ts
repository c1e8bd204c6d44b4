import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import pino from 'pino';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#domain/refusals/refusal.ts';
import { mostBodyBytes } from '#services/http/body.ts';
import { openHttp } from '#services/http/manners.ts';
import { ReadLimit } from '#services/http/read-limit.ts';
import { chosenCoding, namesTag, Representation, sendPublic } from '#services/http/representation.ts';

const text = `{"text":"${'a line of text, again and again; '.repeat(40)}"}`;
const shown = new Representation('application/json; charset=utf-8', Buffer.from(text));
const logged: string[] = [];
const app = openHttp({
  origin: 'https://institution.example',
  logger: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  trustProxy: 1,
});
const limit = new ReadLimit(3);
let base = '';

beforeAll(async () => {
  app.get('/shown', (incoming, reply) => sendPublic(incoming, reply, shown));
  app.get('/things/:id/parts', async () => ({}));
  app.post('/things', async (incoming, reply) => reply.code(201).send({ got: incoming.body }));
  app.get('/limited', async (incoming, reply) => {
    limit.admit(incoming.ip, reply);
    return {};
  });
  app.get('/defect', async () => {
    throw new Error('relation "secret_table" does not exist at /srv/code.ts');
  });
  app.get('/refused', async () => {
    throw new Refusal('maintenance', undefined, { retryAfter: 60 });
  });
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  request(`${base}${path}`, { method, headers });
const post = (body: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  request(`${base}/things`, { method: 'POST', body, headers });

describe('representations', () => {
  const plain = (bytes: Buffer) => bytes;
  const codings = [
    { accept: {}, coding: undefined, decode: plain },
    {
      accept: { 'accept-encoding': 'gzip' },
      coding: 'gzip',
      decode: gunzipSync,
    },
    {
      accept: { 'accept-encoding': 'br;q=0.5, gzip;q=0.4' },
      coding: 'br',
      decode: brotliDecompressSync,
    },
  ];

  test.each(codings)(
    'GET and HEAD tell the same of $coding, and its tag gives 304',
    async ({ accept, coding, decode }) => {
      const answer = await get('/shown', accept);
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      expect(answer.statusCode).toBe(200);
      expect(decode(bytes).toString()).toBe(text);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, no-cache',
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
        'content-length': String(bytes.length),
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
      });
      expect(answer.headers['content-encoding']).toBe(coding);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      const etag = String(answer.headers.etag);
      expect(etag).toMatch(/^"[^"]+"$/);

      const head = await get('/shown', accept, 'HEAD');
      expect(await head.body.text()).toBe('');
      const { date: _, connection: __, 'keep-alive': ___, ...headers } = answer.headers;
      expect(head.headers).toMatchObject(headers);

      for (const method of ['GET', 'HEAD'] as const) {
        for (const names of [etag, `W/${etag}`, `"other", ${etag}`, `"a,b" , W/${etag}`, '*']) {
          const unchanged = await get('/shown', { ...accept, 'if-none-match': names }, method);
          expect(unchanged.statusCode, names).toBe(304);
          expect(await unchanged.body.text()).toBe('');
          expect(unchanged.headers).toMatchObject({
            etag,
            'cache-control': 'public, no-cache',
            vary: 'Accept-Encoding',
            'access-control-allow-origin': '*',
          });
        }
      }
      const other = await get('/shown', {
        ...accept,
        'if-none-match': '"other"',
      });
      expect(other.statusCode).toBe(200);
      await other.body.dump();
    },
  );

  test('every coding has a tag of its own', () => {
    expect(new Set([shown.etag('identity'), shown.etag('gzip'), shown.etag('br')]).size).toBe(3);
    expect(namesTag(shown.etag('gzip'), shown.etag('br'))).toBe(false);
  });

  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, br', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['identity, br;q=0.5', 'identity'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['identity;q=0', 'identity'],
    ['br;q=nonsense', 'identity'],
  ])('Accept-Encoding %j gets %s', (accept, coding) => {
    expect(chosenCoding(accept)).toBe(coding);
  });

  test('what is chosen was never forbidden while something else was allowed', () => {
    const part = fc.tuple(fc.constantFrom('br', 'gzip', 'identity', '*', 'deflate'), fc.integer({ min: 0, max: 1000 }));
    fc.assert(
      fc.property(fc.uniqueArray(part, { selector: ([coding]) => coding }), (parts) => {
        const named = new Map<string, number>(parts);
        const chosen = chosenCoding(parts.map(([coding, q]) => `${coding};q=${q / 1000}`).join(', '));
        const quality = (coding: string) => named.get(coding) ?? named.get('*') ?? (coding === 'identity' ? 0.5 : 0);
        expect(quality(chosen)).toBe(Math.max(quality('br'), quality('gzip'), quality('identity')));
      }),
    );
  });
});

describe('refusals', () => {
  test('an unknown address and a wrong method', async () => {
    const missing = await get('/nothing?here=1');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(await missing.body.json()).toEqual({
      type: 'https://institution.example/.well-known/morrowkin-rules.json#not_found',
      title: 'Nothing here for this caller',
      status: 404,
      detail: 'Nothing here for this caller',
      code: 'not_found',
      rule: 'call.visibility',
    });
    const wrong = await request(`${base}/things/x/parts?y`, {
      method: 'DELETE',
    });
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await wrong.body.json()).toMatchObject({
      status: 405,
      code: 'method.not_allowed',
    });
    expect((await get('/things/x/other')).statusCode).toBe(404);
    expect((await get('/%zz')).statusCode).toBe(400);
  });

  test('a defect shows an id that the log knows, and nothing else', async () => {
    const answer = await get('/defect');
    const problem = await answer.body.text();
    expect(answer.statusCode).toBe(500);
    expect(problem).not.toMatch(/secret_table|\/srv/);
    const id = /reference is ([0-9a-f-]{36})/.exec(problem)?.[1] ?? 'none';
    expect(logged.some((line) => line.includes(id) && line.includes('secret_table'))).toBe(true);
  });

  test('a refusal says when to come back', async () => {
    const answer = await get('/refused');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
  });

  test.each([
    ['what is not HTTP', 'NONSENSE'],
    ['a call without a host', 'GET /shown HTTP/1.1'],
    ['an expectation that nobody meets', 'GET /shown HTTP/1.1\r\nHost: x\r\nExpect: wonders'],
  ])('%s', async (_what, sent) => {
    const { hostname, port } = new URL(base);
    const said = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(`${sent}\r\nConnection: close\r\n\r\n`));
      let heard = '';
      socket.on('data', (chunk) => {
        heard += String(chunk);
      });
      socket.on('end', () => resolve(heard));
      socket.on('error', reject);
    });
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain('application/problem+json');
  });
});

describe('bodies', () => {
  const filled = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

  test('256 KiB are taken and a byte more is not, however it is sent', async () => {
    expect((await post(filled(mostBodyBytes))).statusCode).toBe(201);
    for (const size of [mostBodyBytes + 1, 1024 * 1024, 5 * 1024 * 1024]) {
      const answer = await post(filled(size));
      expect(answer.statusCode).toBe(413);
      expect(await answer.body.json()).toMatchObject({
        code: 'body.too_large',
      });
    }
    async function* chunks() {
      for (let n = 0; n < 32; n++) yield Buffer.alloc(64 * 1024, ' ');
    }
    const chunked = await request(`${base}/things`, {
      method: 'POST',
      body: Readable.from(chunks()),
      headers: { 'content-type': 'application/json' },
    });
    expect(chunked.statusCode).toBe(413);
  });

  test.each([
    ['broken JSON', '{"a":', 'application/json'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'application/json'],
    ['a form', 'a=1', 'application/x-www-form-urlencoded'],
    ['plain text', '{}', 'text/plain'],
    ['no media type', '{}', undefined],
    ['deep nesting', '['.repeat(100_000), 'application/json'],
  ])('%s is refused', async (_what, body, contentType) => {
    const answer = await post(body, contentType ? { 'content-type': contentType } : {});
    expect(answer.statusCode).toBe(400);
    expect(await answer.body.json()).toMatchObject({ code: 'query.invalid' });
  });

  test('brackets in texts are not nesting, and no text is altered', async () => {
    const sent = { a: `\\"${'['.repeat(500)}\u2028😀\u202e` };
    const answer = await post(JSON.stringify(sent), {
      'content-type': 'application/json; charset=utf-8',
    });
    expect(await answer.body.json()).toEqual({ got: sent });
  });
});

test('any origin may ask, never with credentials', async () => {
  const preflight = await request(`${base}/things`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization, idempotency-key, x-own',
    },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers['access-control-allow-origin']).toBe('*');
  expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
  expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
  expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
  const answer = await get('/nothing', { origin: 'https://elsewhere.example' });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers['access-control-expose-headers']).toBe(
    'ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed',
  );
});

test('an address reads as often as it may in a minute, and others are not touched by it', async () => {
  const read = async (address: string) => {
    const answer = await get('/limited', {
      'x-forwarded-for': `203.0.113.9, ${address}`,
    });
    await answer.body.dump();
    return answer;
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => read('192.0.2.1')));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  for (const { statusCode, headers } of answers) {
    expect(headers['ratelimit-policy']).toBe('"reads";q=3;w=60');
    expect(headers.ratelimit).toMatch(/^"reads";r=[0-2];t=(60|[1-5]\d|[1-9])$/);
    expect('retry-after' in headers).toBe(statusCode === 429);
  }
  expect((await read('192.0.2.2')).statusCode).toBe(200);
});
