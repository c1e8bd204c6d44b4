// One origin shows the whole protocol: the API passes the archive's addresses on (11.2), and what the protocol document names answers.
import { get } from 'node:http';
import { request } from 'undici';
import { beforeAll, expect, test } from 'vitest';
import { anotherApi, type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { readPage, serveArchive } from '#test/kit/archive.ts';
import { freePort } from '#test/kit/port.ts';

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
