// What a stranger sees of the archive (8.1, 8.2, 8.5, 8.6).
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pg from 'pg';
import { request } from 'undici';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { archiveDatasets } from '#schema/records/protocol.ts';
import { readPage, readPages, serveArchive } from '#test/kit/archive.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
let base: string;
let author: Person;
let checker: Person;
let administrator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  base = await serveArchive(institution);
  author = await person(institution.database);
  checker = await person(institution.database);
  administrator = await person(institution.database, { role: 'administrator' });
});

const register = async (title: string, relationships: { targetId: string; kind: 'narrows' }[] = []) =>
  (await institution.act(registerClaim, author, aClaim({ title, relationships }))).id;
const moderate = (claimId: string, state: 'hidden' | 'active') =>
  institution.act(moderateClaim, administrator, { claimId, state, reason: aReason });
const address = (query: string) => `${base}/api/community/archive?${query}`;

describe('an empty institution', () => {
  test.for([...archiveDatasets])('answers %s with an empty page, its members in their order', async (dataset) => {
    const { body } = await request(address(`dataset=${dataset}`));
    const sha256 = createHash('sha256').update('[]').digest('hex');
    expect(await body.text()).toBe(
      `{"version":"1.0.0","dataset":"${dataset}","after":0,"records":[],"gone":[],"nextCursor":null,"sha256":"${sha256}"}`,
    );
  });
});

describe('what is asked for wrongly', () => {
  const wrong: [string, string, string][] = [
    ['', 'input.invalid', 'dataset'],
    ['dataset=', 'input.invalid', 'dataset'],
    ['dataset=members', 'input.invalid', 'dataset'],
    ['dataset=claims&dataset=checks', 'input.invalid', 'dataset'],
    ['dataset=claims&after=-1', 'cursor.invalid', 'after'],
    ['dataset=claims&after=1e3', 'cursor.invalid', 'after'],
    ['dataset=claims&after=9e99', 'cursor.invalid', 'after'],
    ['dataset=claims&after=01', 'cursor.invalid', 'after'],
    ['dataset=claims&after=', 'cursor.invalid', 'after'],
    ['dataset=claims&after=%201', 'cursor.invalid', 'after'],
    ['dataset=claims&after=%D9%A1', 'cursor.invalid', 'after'],
    ['dataset=claims&after=9007199254740992', 'cursor.invalid', 'after'],
    ['dataset=claims&after=99999999999999999999', 'cursor.invalid', 'after'],
    ['dataset=claims&after=0&after=1', 'cursor.invalid', 'after'],
    ['dataset=claims&limit=1&limit=2', 'input.invalid', 'limit'],
    ['dataset=claims&limit=0', 'input.invalid', 'limit'],
    ['dataset=claims&limit=101', 'input.invalid', 'limit'],
    ['dataset=claims&limit=1.5', 'input.invalid', 'limit'],
    ['dataset=claims&limit=', 'input.invalid', 'limit'],
  ];
  test.for(wrong)('%s', async ([query, code, field]) => {
    const { statusCode, headers, body } = await request(address(query));
    const problem = (await body.json()) as { errors: unknown };
    expect({ statusCode, ...problem }).toMatchObject({ statusCode: 400, status: 400, code });
    expect(problem.errors).toEqual([{ field, message: expect.any(String) }]);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('the largest cursor is past the end: an empty page and no next', async () => {
    const page = await readPage(base, 'claims', 2 ** 53 - 1);
    expect(page).toMatchObject({ after: 2 ** 53 - 1, records: [], gone: [], nextCursor: null });
  });

  test('another method or address', async () => {
    const posted = await request(address('dataset=claims'), { method: 'POST' });
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const lost = await request(`${base}/api/community/registry`);
    expect([lost.statusCode, ((await lost.body.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });
});

describe('pages', () => {
  const titles = [
    'Plain words and nothing else',
    'Emoji 👩🏽‍🔬 stay whole',
    'Line\u2028and paragraph\u2029separators',
    'عربي ثم עברית then back',
    'Combining e\u0301 is not composed \u00e9',
    'Quotes " and \\ and </script>',
    'Private use \ue000 and last \u{10fffd}',
  ];
  let ids: string[] = [];
  beforeAll(async () => {
    ids = [];
    for (const title of titles) ids.push(await register(title));
  });

  test('cover ordinals in the order of publication, and texts come back unchanged', async () => {
    const pages = await readPages(base, 'claims', 3);
    expect(pages.map(({ after, nextCursor }) => [after, nextCursor])).toEqual([
      [0, 3],
      [3, 6],
      [6, null],
    ]);
    const records = pages.flatMap((page) => page.records);
    expect(records.map(({ id, title }) => [id, title])).toEqual(ids.map((id, index) => [id, titles[index]]));
    expect(records[0]).toMatchObject({ url: `${institution.origin}/registry/${ids[0]}`, state: 'active' });
  });

  test('a last full page has no next', async () => {
    expect((await readPage(base, 'claims', 0, 7)).nextCursor).toBeNull();
    expect((await readPage(base, 'claims', 0, 6)).nextCursor).toBe(6);
    expect(await readPage(base, 'claims', 7, 7)).toMatchObject({ records: [], gone: [], nextCursor: null });
  });

  test('start anywhere', async () => {
    const page = await readPage(base, 'claims', 2, 2);
    expect(page.records.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(page.nextCursor).toBe(4);
  });

  test('what is hidden leaves its own page only, is named gone without a why, and comes back to its place', async () => {
    const before = await readPages(base, 'claims', 3);
    await moderate(ids[1] ?? '', 'hidden');
    const during = await readPages(base, 'claims', 3);
    expect(during[0]?.records.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    const goneAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(during[0]?.gone).toEqual([{ id: ids[1], ordinal: 2, goneAt }]);
    expect(during.slice(1)).toEqual(before.slice(1));
    await moderate(ids[1] ?? '', 'active');
    expect(await readPages(base, 'claims', 3)).toEqual(before);
  });

  test('a page can be all gone, and the walk goes on', async () => {
    for (const id of ids.slice(3, 6)) await moderate(id, 'hidden');
    const pages = await readPages(base, 'claims', 3);
    expect(pages.map(({ records, gone }) => [records.length, gone.length])).toEqual([
      [3, 0],
      [0, 3],
      [1, 0],
    ]);
    expect(pages[1]?.sha256).toBe(createHash('sha256').update('[]').digest('hex'));
    for (const id of ids.slice(3, 6)) await moderate(id, 'active');
  });

  test('checks, reviews and lineage go with their claim and come back with it; a new label corrects the record', async () => {
    const target = await register('The claim that is checked');
    const source = await register('The claim that narrows it', [{ targetId: target, kind: 'narrows' }]);
    const check = (await institution.act(submitCheck, checker, aCheck(target))).id;
    expect((await readPage(base, 'checks')).records).toEqual([]);
    await institution.act(reviewCheck, administrator, aReview(check));
    const seen = async () =>
      Promise.all(['checks', 'check_reviews', 'lineage'].map((dataset) => readPage(base, dataset)));
    const before = await seen();
    expect(before.map(({ records }) => records.length)).toEqual([1, 1, 1]);
    const labelled = (await readPages(base, 'claims'))
      .flatMap(({ records }) => records)
      .find(({ id }) => id === target);
    expect(labelled).toMatchObject({ evidence: 'checked' });
    await moderate(target, 'hidden');
    expect((await seen()).map(({ records, gone }) => [records.length, gone.length])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    await moderate(target, 'active');
    expect(await seen()).toEqual(before);
    await institution.act(withdrawClaim, author, { claimId: source });
    expect((await readPage(base, 'lineage')).records).toEqual([]);
    const { rest } = await institution.database.one<{ rest: number }>(
      sql`select count(*) as rest from publication where gone_at is not null and body is not null`,
    );
    expect(rest).toBe(0);
  });
});

describe('conditional and compressed reads', () => {
  const read = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    request(address('dataset=claims'), { headers, method });

  test('each coding has a strong tag of its own and gives 304 for it', async () => {
    const plain = Buffer.from(await (await read()).body.arrayBuffer());
    const codings = [
      ['identity', (bytes: Buffer) => bytes],
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const;
    const tags = new Set<unknown>();
    for (const [coding, decode] of codings) {
      const { headers, body } = await read({ 'accept-encoding': coding });
      expect(decode(Buffer.from(await body.arrayBuffer())).equals(plain)).toBe(true);
      expect(headers).toMatchObject({
        'cache-control': 'public, no-cache',
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
        etag: expect.stringMatching(/^"[^"]+"$/),
      });
      tags.add(headers.etag);
      const again = await read({ 'accept-encoding': coding, 'if-none-match': `"other", ${String(headers.etag)}` });
      expect([again.statusCode, await again.body.text()]).toEqual([304, '']);
    }
    expect(tags.size).toBe(3);
  });

  test('the tag changes with the page', async () => {
    const before = (await read()).headers.etag;
    await register('Something that was not there');
    const after = await read({ 'if-none-match': String(before) });
    expect(after.statusCode).toBe(200);
    expect(after.headers.etag).not.toBe(before);
  });

  test('HEAD tells the same without a body', async () => {
    const [got, told] = [await read(), await read({}, 'HEAD')];
    expect([told.statusCode, await told.body.text()]).toEqual([200, '']);
    expect([told.headers.etag, told.headers['content-length']]).toEqual([
      got.headers.etag,
      got.headers['content-length'],
    ]);
  });

  test('reads are limited by address, with the headers that say so', async () => {
    const narrow = await serveArchive(institution, { readLimit: 2 });
    const ask = () => request(`${narrow}/api/community/archive?dataset=claims`);
    expect((await ask()).headers.ratelimit).toMatch(/^"reads";r=1;t=\d+$/);
    expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect([refused.statusCode, ((await refused.body.json()) as { code: string }).code]).toEqual([429, 'limit.reads']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await request(`${narrow}/health`)).statusCode).toBe(200);
  });
});

describe('the protocol document', () => {
  const read = async () =>
    (await (await request(`${base}/.well-known/morrowkin-protocol.json`)).body.json()) as Record<string, unknown> & {
      addresses: Record<string, string>;
    };

  test('says what holds today, at addresses of the public origin', async () => {
    const document = await read();
    expect(document).toMatchObject({ version: '1.0.0', demonstration: false, lagSeconds: 1, polling: { seconds: 60 } });
    for (const name of ['protocol', 'recordSchema']) {
      const { pathname, origin } = new URL(document.addresses[name] ?? '');
      expect(origin).toBe(institution.origin);
      const { statusCode } = await request(`${base}${pathname}`);
      expect(statusCode).toBe(200);
    }
  });

  test('follows the public settings', async () => {
    await institution.database.query(
      sql`insert into public_setting (key, value, changed_at) values ('demonstration', 'true', now()), ('pollingSeconds', '300', now())`,
    );
    expect(await read()).toMatchObject({ demonstration: true, polling: { seconds: 300 } });
  });
});

test('without its database the archive says 503 and says nothing else, and it comes back by itself', async () => {
  const lost = await openInstitution();
  const address = await serveArchive(lost);
  const ask = async (path: string) => {
    const { statusCode, headers, body } = await request(`${address}${path}`);
    return [statusCode, headers['retry-after'], (await body.json()) as { code?: string; status: unknown }] as const;
  };
  expect(await ask('/health')).toEqual([200, undefined, { status: 'ok' }]);
  const name = new URL(lost.url).pathname.slice(1);
  const superuser = new pg.Client({ connectionString: inject('cluster').superuserUrl });
  await superuser.connect();
  await superuser.query(`alter database ${name} connection limit 0`);
  await superuser.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = $2', [
    name,
    new URL(lost.archiveUrl).username,
  ]);
  for (const path of ['/health', '/api/community/archive?dataset=claims', '/.well-known/morrowkin-protocol.json']) {
    const [status, retryAfter, problem] = await ask(path);
    expect([path, status, retryAfter, problem.code]).toEqual([path, 503, '1', 'unavailable']);
    expect(JSON.stringify(problem)).not.toMatch(new RegExp(`${name}|postgres|select`, 'i'));
  }
  await superuser.query(`alter database ${name} connection limit -1`);
  await superuser.end();
  expect((await ask('/health'))[0]).toBe(200);
});
