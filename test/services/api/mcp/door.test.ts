// The door itself: who is let in, in what form it refuses, and that it keeps nothing of a request.

import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { anotherApi, type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';
import { type Caller, eras, openCaller } from './caller.ts';

let institution: Institution;
let caller: Caller;
let rest: Client;
let member: Person;

beforeAll(async () => {
  institution = await openInstitution();
  caller = await openCaller(institution.address);
  rest = await openClient(institution.address);
  member = await person(institution.database);
});

const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
async function post(body: string | Buffer, headers: Record<string, string> = {}, path = '/mcp') {
  const answer = await request(`${institution.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

describe('Host and Origin', () => {
  const port = () => new URL(institution.address).port;

  test.each([
    ['evil.example'],
    ['evil.example:80'],
    ['institution.example.evil.example'],
    ['localhost:1'],
    ['localhost'],
    ['127.0.0.1.evil.example'],
    ['institution.example:8443'],
    ['a b'],
  ])('the host %s is foreign', async (host) => {
    const answer = await post(JSON.stringify(ping), { host });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'origin.foreign']);
  });

  test('the public host and loopback on the listening port are not', async () => {
    for (const host of [
      'institution.example',
      'institution.example:443',
      'INSTITUTION.example',
      `localhost:${port()}`,
      `127.0.0.1:${port()}`,
      `[::1]:${port()}`,
    ])
      expect([host, (await post(JSON.stringify(ping), { host })).status]).toEqual([host, 200]);
  });

  test.each([
    ['https://evil.example'],
    ['http://institution.example'],
    ['null'],
    ['https://institution.example.evil.example'],
    ['nonsense'],
    ['file://'],
    ['http://localhost:6274/'],
    ['http://someone@localhost:6274'],
  ])('a call from %s is foreign, whatever its credential, and does nothing', async (origin) => {
    const given = { ...aClaim({ title: 'Sent from elsewhere' }), operatorApproved: true, idempotencyKey: 'elsewhere' };
    const answer = await caller.send(
      'tools/call',
      { name: 'morrowkin_register_claim', arguments: given },
      { as: member, headers: { origin } },
    );
    expect([answer.status, answer.body.code, answer.body.rule]).toEqual([403, 'origin.foreign', 'tools.call']);
    const { n } = await institution.database.one<{ n: number }>(
      sql`select count(*)::int as n from claim where title = 'Sent from elsewhere'`,
    );
    expect(n).toBe(0);
  });

  test('its own origin and pages of this machine are not', async () => {
    for (const origin of [testOrigin, 'http://localhost:6274', `http://127.0.0.1:${port()}`])
      expect([origin, (await post(JSON.stringify(ping), { origin })).status]).toEqual([origin, 200]);
  });

  test('behind a trusted proxy the host is the one that was asked for', async () => {
    const { address } = await anotherApi(institution.at, { trustProxy: ['loopback'] });
    const ask = async (forwarded: string) => {
      const answer = await request(`${address}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-forwarded-host': forwarded,
        },
        body: JSON.stringify(ping),
      });
      await answer.body.dump();
      return answer.statusCode;
    };
    expect([await ask('institution.example'), await ask('evil.example')]).toEqual([200, 403]);
  });
});

describe('the credential', () => {
  const secretly = { ...aClaim({ title: 'Signed in, it seems' }), operatorApproved: true, idempotencyKey: 'cookie' };
  const metadataAt = `${testOrigin}/.well-known/oauth-protected-resource/mcp`;

  test.each(eras)('is missing: a private tool is 401 with the way to get one (%s)', async (era) => {
    for (const { name } of caller.tools.slice(11)) {
      const answer = await caller.send('tools/call', { name, arguments: {} }, { era });
      expect([name, answer.status, answer.body.code]).toEqual([name, 401, 'auth.required']);
      expect(answer.headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadataAt}"`);
    }
  });

  test('is a bearer token: an unknown, revoked or expired one is 401, even on a public read', async () => {
    const { secret, id } = (await rest.post('/tokens', { label: 'short', scopes: ['read', 'write'] }, { as: member }))
      .body.token;
    expect((await caller.call('morrowkin_get_contribution_credits', {}, { as: { token: secret } })).refused).toBe(
      false,
    );
    await rest.patch(`/tokens/${id}`, { state: 'revoked' }, { as: member });
    for (const token of [secret, 'mk_nothing', `mk_${'a'.repeat(43)}`, '']) {
      for (const method of ['tools/list', 'tools/call']) {
        const answer = await caller.send(method, { name: 'morrowkin_get_rules', arguments: {} }, { as: { token } });
        expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid']);
        expect(answer.headers['www-authenticate']).toBe(
          `Bearer error="invalid_token", resource_metadata="${metadataAt}"`,
        );
      }
    }
  });

  test('is never a cookie, with or without the CSRF header', async () => {
    await rest.post('/members', { handle: 'cookie-holder', password: 'a long enough password' }, { key: null });
    await institution.database.query(
      sql`update member set approved_at = institution_now() where handle = 'cookie-holder'`,
    );
    const signedIn = await rest.post(
      '/session',
      { handle: 'cookie-holder', password: 'a long enough password' },
      { key: null },
    );
    const headers = {
      cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '',
      'x-csrf-token': signedIn.body.session.csrfToken,
      'sec-fetch-site': 'same-origin',
    };
    // The session works elsewhere.
    expect((await rest.get('/contribution-credits', { headers })).status).toBe(200);
    for (const name of ['morrowkin_get_contribution_credits', 'morrowkin_register_claim'])
      expect((await caller.send('tools/call', { name, arguments: secretly }, { headers })).status).toBe(401);
    const { n } = await institution.database.one<{ n: number }>(
      sql`select count(*)::int as n from claim where title = ${secretly.title}`,
    );
    expect(n).toBe(0);
    // And a public read stays a visitor's.
    const withCookie = await caller.call('morrowkin_search_claims', {}, { headers });
    const without = await caller.call('morrowkin_search_claims');
    expect(withCookie.data).toEqual(without.data);
  });

  test('is described by the metadata of the resource', async () => {
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      const answer = await request(`${institution.address}${path}`);
      expect([answer.statusCode, await answer.body.json()]).toEqual([
        200,
        expect.objectContaining({
          resource: `${testOrigin}/mcp`,
          bearer_methods_supported: ['header'],
          scopes_supported: ['read', 'write'],
        }),
      ]);
    }
  });
});

describe('a fault of the protocol is a protocol error, and nothing else is', () => {
  test('there is no such tool', async () => {
    for (const era of eras) {
      const { body } = await caller.send('tools/call', { name: 'morrowkin_drop_tables', arguments: {} }, { era });
      expect(body.error.code).toBe(-32602);
    }
  });

  test('arguments that are no object', async () => {
    for (const given of ['text', 7, [], true]) {
      const { body } = await caller.send('tools/call', { name: 'morrowkin_get_rules', arguments: given });
      expect([given, body.error?.code]).toEqual([given, -32602]);
    }
  });

  test('parameters that are not those of the method', async () => {
    for (const [method, params] of [
      ['initialize', {}],
      ['initialize', { protocolVersion: 1 }],
      ['tools/list', { cursor: 5 }],
    ] as const) {
      const { body } = await caller.send(method, params, { era: '2025-11-25' });
      expect([method, body.error.code]).toEqual([method, -32602]);
    }
  });

  test.each([
    ['{', 400, -32700],
    ['', 400, -32700],
    ['{"jsonrpc":"2.0"}', 400, -32600],
    ['7', 400, -32600],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 400, -32700],
    [`[${JSON.stringify(ping)},${JSON.stringify(ping)}]`, 400, -32600],
    [JSON.stringify({ ...ping, method: 'nonsense/method' }), 200, -32601],
  ])('the body %s', async (body, status, code) => {
    const answer = await post(body);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code]);
  });

  test('a body that is packed', async () => {
    const answer = await post(gzipSync(JSON.stringify(ping)), { 'content-encoding': 'gzip' });
    expect([answer.status, JSON.parse(answer.text).error.message]).toEqual([
      400,
      expect.stringContaining('Content-Encoding'),
    ]);
  });

  test('bytes that are no UTF-8, and another media type', async () => {
    expect((await post(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect((await post(JSON.stringify(ping), { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('a body over 256 KiB is 413, before who may is looked at by the tool', async () => {
    const answer = await post(JSON.stringify({ ...ping, params: { filler: 'x'.repeat(300_000) } }));
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([413, 'body.too_large']);
  });

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const)(
    '%s is refused: there is no stream to open and no session to end',
    async (method) => {
      const ask = (headers: Record<string, string>) =>
        request(`${institution.address}/mcp`, { method: method as 'GET', headers });
      const answer = await ask({ accept: 'text/event-stream' });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST, OPTIONS']);
      await answer.body.dump();
      const foreign = await ask({ origin: 'https://evil.example' });
      expect(foreign.statusCode).toBe(403);
      await foreign.body.dump();
    },
  );
});

describe('the form of an answer', () => {
  test.each(eras)('is plain JSON, whatever else a client would take (%s)', async (era) => {
    const accepted = ['application/json, text/event-stream', 'text/event-stream, application/json', 'application/json'];
    for (const accept of [...accepted, '*/*', 'application/*'])
      for (const name of ['morrowkin_get_rules', 'morrowkin_read_claim']) {
        const { status, headers, body } = await caller.send(
          'tools/call',
          { name, arguments: { action: 'vouch' } },
          { era, headers: { accept } },
        );
        expect([accept, status, String(headers['content-type']).split(';')[0]]).toEqual([
          accept,
          200,
          'application/json',
        ]);
        expect(body.result.structuredContent).toBeDefined();
      }
  });

  test('is never JSON for who refuses it', async () => {
    const answer = await caller.send('ping', {}, { era: eras[1], headers: { accept: 'text/event-stream' } });
    expect([answer.status, answer.body.error.code]).toEqual([406, -32000]);
  });

  test.each(eras)('to a notification is 202 and empty, whatever it says (%s)', async (era) => {
    const sent = [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'morrowkin_register_claim', arguments: {} } },
    ];
    for (const message of sent) {
      const answer = await post(JSON.stringify(message), { 'mcp-protocol-version': era, 'mcp-method': message.method });
      expect([message.method, answer.status, answer.text]).toEqual([message.method, 202, '']);
    }
  });

  test('to a subscription says that nothing of it will come, and ends', async () => {
    const wanted = { toolsListChanged: true, resourceSubscriptions: ['claims://all'] };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => caller.send('subscriptions/listen', { notifications: wanted })),
    );
    for (const { status, headers, text } of answers) {
      expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
      const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
      expect(messages).toEqual([
        expect.objectContaining({
          method: 'notifications/subscriptions/acknowledged',
          params: expect.objectContaining({ notifications: {} }),
        }),
        expect.objectContaining({ id: 1, result: expect.objectContaining({ resultType: 'complete' }) }),
      ]);
    }
  });

  test('to a call whose caller hangs up is nobody’s, and the door goes on', async () => {
    const { port, hostname } = new URL(institution.address);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'morrowkin_search_claims', arguments: {} },
    });
    const head = `POST /mcp HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        // Some hang up in the middle of the body, some right after it.
        socket.write(head + body.slice(0, n % 2 ? undefined : 20));
        socket.resetAndDestroy();
        await once(socket, 'close');
      }),
    );
    expect((await caller.call('morrowkin_search_claims')).refused).toBe(false);
  });
});

test('anonymous calls share the limit of reads by address', async () => {
  const { address } = await anotherApi(institution.at, { readLimit: 3 });
  const few = await openCaller(address);
  const second = await few.call('morrowkin_get_rules', { action: 'vouch' });
  expect(second.headers.ratelimit).toMatch(/^"reads";r=1;t=\d+$/);
  await (await request(`${address}/api/community/registry`)).body.dump();
  const fourth = await few.send('tools/list', {});
  expect([fourth.status, fourth.body.code, Number(fourth.headers['retry-after']) > 0]).toEqual([
    429,
    'limit.reads',
    true,
  ]);
  expect((await few.call('morrowkin_get_rules', { action: 'vouch' }, { as: member })).refused).toBe(false);
});

test('both addresses answer', async () => {
  expect((await post(JSON.stringify(ping), {}, '/api/community/mcp')).status).toBe(200);
});

test('nothing of a request is kept: no session, and memory comes back', async () => {
  const opened = await caller.send(
    'initialize',
    { protocolVersion: eras[1], capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    { era: eras[1] },
  );
  expect([opened.status, opened.headers['mcp-session-id'], opened.body.result.protocolVersion]).toEqual([
    200,
    undefined,
    eras[1],
  ]);
  expect(opened.body.result.instructions).toContain('operatorApproved');

  const collect = await collector();
  const calls = async (count: number) => {
    for (let done = 0; done < count; done += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, one) =>
          caller.call('morrowkin_get_rules', { action: 'vouch' }, { era: eras[one % 2] as (typeof eras)[number] }),
        ),
      );
    collect();
    return process.memoryUsage().heapUsed;
  };
  await calls(200); // what is compiled and cached once
  const before = await calls(50);
  const after = await calls(600);
  expect((after - before) / 600).toBeLessThan(2000); // a server and its transport are tens of kilobytes
}, 120_000);

async function collector(): Promise<() => void> {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  return () => {
    gc();
    gc();
  };
}
