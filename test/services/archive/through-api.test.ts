// One origin shows the whole protocol: the API passes the archive's addresses on (11.2), and what the protocol document names answers.
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { request } from 'undici';
import { beforeAll, expect, test } from 'vitest';
import { feedFormNames, feedPath } from '#schema/records/feeds.ts';
import { anotherApi, type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { newKeyFile, readPage, serveArchive } from '#test/kit/archive.ts';
import { person } from '#test/kit/people.ts';
import { freePort } from '#test/kit/port.ts';
import { aClaim } from '#test/kit/samples.ts';

let institution: Institution;
let archive: string;

beforeAll(async () => {
  const archivePort = await freePort();
  institution = await openInstitution({ archivePort });
  archive = await serveArchive({ archiveUrl: institution.at.archiveUrl, origin: testOrigin }, { port: archivePort });
});

test('the archive answers the same at both addresses, byte for byte and tag for tag', async () => {
  for (const path of ['/api/community/archive?dataset=claims', '/.well-known/morrowkin-record.schema.json']) {
    const [direct, passed] = await Promise.all([
      request(`${archive}${path}`),
      request(`${institution.address}${path}`),
    ]);
    expect(await passed.body.text()).toBe(await direct.body.text());
    expect([passed.statusCode, passed.headers.etag]).toEqual([200, direct.headers.etag]);
  }
  expect(await readPage(institution.address, 'lineage')).toMatchObject({ dataset: 'lineage', records: [] });
});

test('a wrong token is refused on a public read here, and an answer to a right one is nobody else’s', async () => {
  const member = await person(institution.database);
  for (const path of ['/api/community/archive?dataset=claims', '/feed.json', '/.well-known/morrowkin-protocol.json']) {
    const asked = (token: string) =>
      request(`${institution.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const wrong = await asked(`mk_${'A'.repeat(43)}`);
    expect([path, wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([path, 401, 'Bearer']);
    expect(await wrong.body.json()).toMatchObject({ code: 'auth.invalid' });
    const right = await asked(member.token);
    expect([right.statusCode, right.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const visitor = await request(`${institution.address}${path}`);
    expect(visitor.headers['cache-control']).toBe('public, no-cache');
    expect(await visitor.body.text()).toBe(await right.body.text());
  }
});

test('what is withdrawn is gone from every door of every process at once', async () => {
  const keys = newKeyFile();
  const second = await serveArchive({ archiveUrl: institution.at.archiveUrl, origin: testOrigin }, { keys });
  const other = await anotherApi(institution.at, { archivePort: Number(new URL(second).port) });
  const author = await person(institution.database);
  const send = (method: 'POST' | 'PATCH', path: string, body: unknown) =>
    request(`${institution.address}/api/community${path}`, {
      method,
      headers: {
        authorization: `Bearer ${author.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
  const doors = [archive, second, institution.address, other.address];
  const apis = [institution.address, other.address];
  const title = `Withdrawn ${randomUUID()}`;
  const { claim } = (await (await send('POST', '/registry', aClaim({ title }))).body.json()) as {
    claim: { id: string };
  };
  const addresses = [
    ...doors.flatMap((door) =>
      [
        '/api/community/archive?dataset=claims',
        ...feedFormNames.flatMap((form) => [feedPath('claims', form), feedPath('site', form)]),
      ].map((path) => `${door}${path}`),
    ),
    ...apis.flatMap((door) =>
      ['/api/community/registry', `/api/community/registry/${claim.id}`, '/registry', `/registry/${claim.id}`].map(
        (path) => `${door}${path}`,
      ),
    ),
  ];
  const shown = () =>
    Promise.all(addresses.map(async (address) => (await (await request(address)).body.text()).includes(title)));
  // Twice, so that whatever is kept is kept.
  for (let look = 0; look < 2; look++) expect(await shown()).toEqual(addresses.map(() => true));
  const answer = await send('PATCH', `/registry/${claim.id}`, { state: 'withdrawn' });
  expect(answer.statusCode).toBe(200);
  await answer.body.dump();
  // Sooner than the second that the protocol document promises (8.6): at the first look.
  expect(await shown()).toEqual(addresses.map(() => false));
});

test('the API catalogue is a link set whose every link answers, and security.txt says whom to tell and has not expired', async () => {
  const catalog = await request(`${institution.address}/.well-known/api-catalog`, { method: 'HEAD' });
  expect(catalog.headers['content-type']).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  expect(catalog.headers.link).toContain(`<${testOrigin}/.well-known/api-catalog>; rel="api-catalog"`);
  const { linkset } = (await (await request(`${institution.address}/.well-known/api-catalog`)).body.json()) as {
    linkset: Record<string, { href: string }[] | string>[];
  };
  const described = linkset.flatMap((context) =>
    [context['service-desc'], context['service-meta']].flatMap((links) => (Array.isArray(links) ? links : [])),
  );
  expect(described.length).toBeGreaterThan(4);
  for (const { href } of described) {
    const { statusCode, body } = await request(`${institution.address}${href.slice(testOrigin.length)}`);
    await body.dump();
    expect([href, statusCode]).toEqual([href, 200]);
  }
  const { headers, body } = await request(`${institution.address}/.well-known/security.txt`);
  const fields = new Map(
    (await body.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  );
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
  expect(fields.get('Contact')).toMatch(/^https:/);
  const expires = Date.parse(fields.get('Expires') ?? '');
  expect(expires > Date.now() && expires < Date.now() + 365 * 86_400_000).toBe(true);
});

test('every address of the protocol document answers', async () => {
  const read = async (path: string) => request(`${institution.address}${path}`);
  const document = (await (await read('/.well-known/morrowkin-protocol.json')).body.json()) as {
    addresses: Record<string, string>;
    graphql: string;
    export: { first: string };
    manifest: { first: string };
    feeds: { addresses: Record<string, Record<string, string>> };
  };
  expect(Object.keys(document.addresses).length).toBeGreaterThan(4);
  const asked = `${document.graphql}?query=${encodeURIComponent('{ __typename }')}`;
  const feeds = Object.values(document.feeds.addresses).flatMap((forms) => Object.values(forms));
  expect(feeds).toHaveLength(21);
  for (const address of [
    ...Object.values(document.addresses),
    ...feeds,
    document.export.first,
    document.manifest.first,
    asked,
  ]) {
    expect(address.startsWith(`${testOrigin}/`)).toBe(true);
    const { statusCode, body } = await read(address.slice(testOrigin.length));
    await body.dump();
    expect([address, statusCode]).toEqual([address, 200]);
  }
});

test('reads that the API passes on are limited by the address that asked it', async () => {
  const port = await freePort();
  const { address } = await anotherApi(institution.at, { archivePort: port, trustProxy: ['loopback'] });
  const trustProxy = ['loopback'];
  await serveArchive({ archiveUrl: institution.at.archiveUrl, origin: testOrigin }, { port, readLimit: 1, trustProxy });
  const read = async (visitor: string) => {
    const headers = { 'x-forwarded-for': visitor };
    const { statusCode, body } = await request(`${address}/api/community/archive?dataset=claims`, { headers });
    await body.dump();
    return statusCode;
  };
  expect([await read('203.0.113.1'), await read('203.0.113.1'), await read('203.0.113.2')]).toEqual([200, 429, 200]);
});

test('a path that leads elsewhere is not found, as at the archive itself', async () => {
  const port = Number(new URL(institution.address).port);
  // undici and fetch resolve dots before they send them.
  const status = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
  for (const path of [
    'archive/../registry',
    'archive/%2e%2e/registry',
    'archive/..%2fregistry',
    'archive/x%5c..%5cy',
  ]) {
    expect([path, await status(`/api/community/${path}`)]).toEqual([path, 404]);
  }
});
