// Feeds as their readers see them (8.7): well-formed for every text that is admitted, whole with their archives, and honest about what went.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { sql } from '#prisma/database.ts';
import { feedDatasets, feedFormNames, feedLinks, feedPath } from '#schema/records/feeds.ts';
import { atomOf } from '#services/archive/feeds/atom.ts';
import type { Feed } from '#services/archive/feeds/feed.ts';
import { jsonOf } from '#services/archive/feeds/json.ts';
import { rssOf } from '#services/archive/feeds/rss.ts';
import { xmlText } from '#services/archive/feeds/xml.ts';
import { tellWholeStory } from '#test/domain/publication/writers.ts';
import { serveArchive } from '#test/kit/archive.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';
import { faultsOfAtom, faultsOfJson, faultsOfRss, parsed } from './feed-rules.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-feeds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hostile = [
  ']]> and <![CDATA[ of no use ]]>',
  '&#x1; &amp;#x1; &lt;b&gt; \\u0001',
  '<script>alert("1")</script> \' " `',
  'Emoji 👩🏽‍🔬, private \ue000, last \u{10fffd}, odd \u{1fffe}\u{fdd0}',
  'Line\u2028paragraph\u2029, next\u00a0, bom\ufeffinside, rtl \u202eevil\u202c',
  'עברית عربي ไทย e\u0301 \u00e9 \ufffd',
];
const longest = 4000;

/** One character of each class of Unicode that a text may hold (1.11), unassigned ones included. */
const everyClass = 'Zl Zp Zs Cf Cn Co Ll Lm Lo Lt Lu Mc Me Mn Nd Nl No Pc Pd Pe Pf Pi Po Ps Sc Sk Sm So'
  .split(' ')
  .map((name) => {
    const member = new RegExp(`\\p{gc=${name}}`, 'u');
    for (let code = 0x80; ; code++) if (member.test(String.fromCodePoint(code))) return String.fromCodePoint(code);
  })
  .join(' ');

interface Item {
  id: string;
  title: string;
  content_text: string;
}
interface JsonFeed {
  items: Item[];
  next_url?: string;
  _morrowkin: { updated_at: string; deleted: { id: string; when: string }[]; links: { rel: string; href: string }[] };
}

let institution: TestInstitution;
let base: string;
let author: Person;
let staff: Person;
let ids: string[] = [];

const read = async (address: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: told, body } = await request(`${base}${address}`, { headers });
  return { status: statusCode, type: told['content-type'], tag: String(told.etag), text: await body.text() };
};
const readJson = async (address: string) => JSON.parse((await read(address)).text) as JsonFeed;
const local = (address: string) => address.slice(institution.origin.length);
const hide = (claimId: string, state: 'hidden' | 'active' = 'hidden') =>
  institution.act(moderateClaim, staff, { claimId, state, reason: aReason });

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
/** RSS says everything in HTML. */
const fromHtml = (html: string) =>
  flat(
    html
      .replace(/<br ?\/?>/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&'),
  );

/** Holds documents against the rules of their forms; false where those in XML cannot be parsed here. */
async function keepsRules(documents: readonly { form: string; text: string }[]): Promise<boolean> {
  const of = (form: string) => documents.filter((one) => one.form === form).map(({ text }) => text);
  expect(of('json').flatMap(faultsOfJson)).toEqual([]);
  const [rss, atom] = [await parsed(of('rss')), await parsed(of('atom'))];
  if (!rss || !atom) return false;
  expect([...rss.flatMap(faultsOfRss), ...atom.flatMap(faultsOfAtom)]).toEqual([]);
  return true;
}

beforeAll(async () => {
  institution = await openInstitution();
  base = await serveArchive(institution);
  author = await person(institution.database);
  staff = await person(institution.database, { role: 'moderator' });
});

test('an empty institution has feeds of everything, empty and valid', async () => {
  for (const form of feedFormNames) {
    for (const of of ['site', ...feedDatasets] as const) {
      const { status, type, text } = await read(feedPath(of, form));
      expect([of, form, status]).toEqual([of, form, 200]);
      expect(type).toMatch(/^application\/(rss\+xml|atom\+xml|feed\+json); charset=utf-8$/);
      expect(text).not.toContain('undefined');
    }
  }
  for (const lost of [
    '/feeds/claims/archive/1.atom',
    '/feeds/claims/archive/0.json',
    '/feeds/claims/archive/x.rss',
    '/feeds/posts.atom',
  ]) {
    expect([lost, (await read(lost)).status]).toEqual([lost, 404]);
  }
});

describe('a history of 130 claims', () => {
  beforeAll(async () => {
    const claims = Array.from({ length: 130 }, (_, index) =>
      aClaim({
        title: `Claim ${index}: ${hostile[index % hostile.length]}`,
        claim:
          index === 129
            ? `${'𝔁'.repeat(longest - [...everyClass].length)}${everyClass}`
            : `${hostile[index % hostile.length]}\n\nIt holds.`,
      }),
    );
    ids = [];
    for (const claim of claims) ids.push((await institution.act(registerClaim, author, claim)).id);
  });

  test('the newest 50 stand first, and following the archives finds every claim', async () => {
    const current = await readJson('/feeds/claims.json');
    expect(current.items.map(({ id }) => id)).toEqual(
      ids
        .slice(-50)
        .reverse()
        .map((id) => `${institution.origin}/registry/${id}`),
    );
    const seen = new Set(current.items.map(({ id }) => id));
    let documents = 0;
    for (let next = current.next_url; next !== undefined; documents++) {
      const archive = await readJson(local(next));
      for (const { id } of archive.items) seen.add(id);
      next = archive.next_url;
    }
    expect([documents, seen.size]).toEqual([2, 130]);
  });

  test('archives link to each other and stay as they are while more is added', async () => {
    const first = await read('/feeds/claims/archive/1.atom');
    for (const rel of ['current', 'next-archive', 'self']) expect(first.text).toContain(`rel="${rel}"`);
    expect(first.text).not.toContain('rel="prev-archive"');
    expect(first.text).toContain('<fh:archive');
    expect((await read('/feeds/claims.atom')).text).toMatch(/rel="prev-archive"[^>]+archive\/2\.atom/);
    ids.push((await institution.act(registerClaim, author, aClaim())).id);
    expect((await read('/feeds/claims/archive/1.atom', { 'if-none-match': first.tag })).status).toBe(304);
  });

  test('what goes leaves every feed, is named as gone by its old id, and moves `updated` and the tags; so does coming back', async () => {
    const addresses = feedFormNames.flatMap((form) => [
      feedPath('claims', form),
      feedPath('site', form),
      feedPath('claims', form, 1),
    ]);
    const look = async () => Promise.all(addresses.map((address) => read(address)));
    const updated = async () => [
      (await readJson('/feeds/claims.json'))._morrowkin.updated_at,
      (await readJson('/feeds/claims/archive/1.json'))._morrowkin.updated_at,
    ];
    const url = `${institution.origin}/registry/${ids[3]}`;
    const [before, then] = [await look(), await updated()];
    await hide(ids[3] ?? '');
    const [during, now] = [await look(), await updated()];
    for (const [place, { tag, text }] of during.entries()) {
      expect(tag).not.toBe(before[place]?.tag);
      expect(text).toContain(url);
      expect(text).not.toContain('Claim 3:');
    }
    expect(during[addresses.indexOf('/feeds/claims.atom')]?.text).toMatch(
      new RegExp(`<at:deleted-entry ref="${url}" when="[^"]+Z"`),
    );
    expect((await readJson('/feeds/claims.json'))._morrowkin.deleted[0]).toMatchObject({ id: url });
    for (const place of [0, 1]) expect(String(now[place]) > String(then[place])).toBe(true);
    await hide(ids[3] ?? '', 'active');
    const back = await updated();
    for (const place of [0, 1]) expect(String(back[place]) > String(now[place])).toBe(true);
    expect((await readJson('/feeds/claims/archive/1.json')).items.some(({ id }) => id === url)).toBe(true);
    expect((await readJson('/feeds/claims.json'))._morrowkin.deleted).toEqual([]);
  });

  test('ids and links do not move with what a request says', async () => {
    const plain = await read('/feeds/claims.atom');
    const told = await read('/feeds/claims.atom', {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'gopher',
    });
    expect(told).toEqual(plain);
  });

  test('every form tells of the same entries, and feedparser reads them back unchanged', async (context) => {
    const able = await promisify(execFile)('python3', ['-c', 'import feedparser']).then(
      () => true,
      () => false,
    );
    if (!able) context.skip('python3 with the package feedparser is not here; install it to run this test');
    const { items } = await readJson('/feeds/claims.json');
    const script = `import feedparser, json, sys
feed = feedparser.parse(sys.stdin.buffer.read(), sanitize_html=False)
print(json.dumps([bool(feed.bozo), str(feed.get('bozo_exception', '')), [[entry.id, entry.title, entry.summary] for entry in feed.entries]]))`;
    for (const form of ['atom', 'rss'] as const) {
      const running = promisify(execFile)('python3', ['-c', script], { maxBuffer: 2 ** 26 });
      running.child.stdin?.end((await read(feedPath('claims', form))).text);
      const [broken, why, entries] = JSON.parse((await running).stdout) as [
        boolean,
        string,
        [string, string, string][],
      ];
      expect([form, broken, why]).toEqual([form, false, '']);
      const told = entries.map(([id, ...texts]) => [id, ...texts.map(form === 'rss' ? fromHtml : flat)]);
      expect(told).toEqual(items.map(({ id, title, content_text }) => [id, flat(title), flat(content_text)]));
    }
  });

  test('every feed and every archive keeps the documented rules of its form', async (context) => {
    const documents = await Promise.all(
      feedFormNames.flatMap((form) =>
        ['/feeds/claims/archive/1.', '/feeds/claims/archive/2.', feedPath('claims', form), feedPath('site', form)].map(
          async (address) => ({ form, text: (await read(address.endsWith('.') ? `${address}${form}` : address)).text }),
        ),
      ),
    );
    if (!(await keepsRules(documents))) return context.skip('python3 is not here');

    // The rules find what breaks them.
    const { text: json } = await read('/feeds/claims.json');
    for (const [from, to] of [
      ['"title":', '"headline":'],
      [/"id":"[^"]+"/, '"id":7'],
      [/"date_published":"[^"]+"/, '"date_published":"today"'],
      ['version/1.1"', 'version/2"'],
    ] as const)
      expect([from, faultsOfJson(json.replace(from, to)).length]).toEqual([from, 1]);
    const broken = async (address: string, changes: readonly (readonly [RegExp | string, string])[]) =>
      (await parsed(
        await Promise.all(changes.map(async ([from, to]) => (await read(address)).text.replace(from, to))),
      )) ?? [];
    const rss = await broken('/feeds/claims.rss', [
      [/<link>[^<]+/, '<link>here'],
      [/<pubDate>[^<]+/, '<pubDate>2026-11-30T10:00:00Z'],
      [/<guid isPermaLink="true">[^<]+/, '<guid>clm_1'],
      [/<lastBuildDate>/, '<updated>now</updated><lastBuildDate>'],
      [/ rel="self"/, ' rel="me"'],
    ]);
    expect(rss.map((one) => faultsOfRss(one).length)).toEqual([1, 1, 1, 1, 1]);
    const atom = await broken('/feeds/claims.atom', [
      [/<id>[^<]+/, '<id>mine'],
      [/<author><name>Morrowkin<\/name><\/author>/, ''],
      [/(<entry>.*?<link rel=)"alternate"/s, '$1"related"'],
    ]);
    expect(atom.map((one) => faultsOfAtom(one).length)).toEqual([1, 0, 1]);
  });

  test('newsboat sees the same entries', async (context) => {
    const able = await promisify(execFile)('newsboat', ['--version']).then(
      () => true,
      () => false,
    );
    if (!able) context.skip('newsboat is not here; install it to run this test');
    const { items } = await readJson('/feeds/claims.json');
    for (const form of ['atom', 'rss'] as const) {
      const home = mkdtempSync(path.join(folder, 'newsboat-'));
      writeFileSync(path.join(home, 'urls'), `${base}${feedPath('claims', form)}\n`);
      const args = ['-u', path.join(home, 'urls'), '-c', path.join(home, 'cache.db'), '-C', '/dev/null', '-x'];
      await promisify(execFile)('newsboat', [...args, 'reload'], {
        env: { ...process.env, HOME: home, LANG: 'C.UTF-8' },
      });
      const { stdout } = await promisify(execFile)('newsboat', [...args, 'print-unread'], {
        env: { ...process.env, HOME: home },
      });
      expect([form, stdout.trim()]).toEqual([form, `${items.length} unread articles`]);
      const kept = await promisify(execFile)('python3', [
        '-c',
        'import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute("select guid, title from rss_item").fetchall()))',
        path.join(home, 'cache.db'),
      ]);
      const seen = (JSON.parse(kept.stdout) as [string, string][]).map(([guid, title]) => [
        guid,
        form === 'rss' ? fromHtml(title) : flat(title),
      ]);
      expect(seen.sort()).toEqual(items.map(({ id, title }) => [id, flat(title)]).sort());
    }
  });

  test('Atom feeds fit the schema of RFC 4287', async (context) => {
    // The schema's text is its authors', so it is not kept here.
    const schema = process.env.ATOM_RNC;
    if (!schema || !existsSync(schema))
      return context.skip('ATOM_RNC names no file with the RELAX NG schema of RFC 4287 (compact form)');
    await hide(ids[60] ?? '');
    const addresses = ['/atom.xml', '/feeds/claims/archive/2.atom', ...feedDatasets.map((of) => feedPath(of, 'atom'))];
    const files = addresses.map((address) => path.join(folder, `${address.replaceAll('/', '-')}.xml`));
    for (const [place, address] of addresses.entries()) writeFileSync(files[place] ?? '', (await read(address)).text);
    const wrong = path.join(folder, 'wrong.xml');
    writeFileSync(wrong, (await read('/atom.xml')).text.replace(/<updated>[^<]+<\/updated>/, ''));
    const verdictOn = (these: string[]) =>
      promisify(execFile)('jing', ['-c', schema, ...these]).then(
        () => '',
        (failed: { stdout: string }) => failed.stdout,
      );
    expect(await verdictOn(files)).toBe('');
    expect(await verdictOn([wrong])).toContain('updated');
  });
});

test('all six datasets have entries, the site has those of all, and what went of them is named by its address', async () => {
  const own = await openInstitution();
  const archive = await serveArchive(own);
  await tellWholeStory(own);
  const told = feedFormNames.flatMap((form) =>
    (['site', ...feedDatasets] as const).map(async (of) => ({
      form,
      text: await (await fetch(`${archive}${feedPath(of, form)}`)).text(),
    })),
  );
  await keepsRules(await Promise.all(told));
  const gone = async (address: string) =>
    ((await (await fetch(`${archive}${address}`)).json()) as JsonFeed)._morrowkin.deleted.map(({ id }) => id);
  const rows = await own.database.query<{ dataset: string; id: string; body: string | null }>(
    sql`select dataset::text, record_id as id, body from publication where dataset in ('claims', 'checks', 'resolutions') and body is null`,
  );
  expect(rows.length).toBeGreaterThan(2);
  const claim = rows.find(({ dataset }) => dataset === 'claims')?.id;
  for (const { dataset, id } of rows) {
    const address = {
      claims: `/registry/${id}`,
      checks: `/registry/checks/${id}`,
      resolutions: `/registry/${claim}#${id}`,
    }[dataset];
    expect(await gone(`/feeds/${dataset}.json`)).toContain(`${own.origin}${address}`);
    expect(await gone('/feed.json')).toContain(`${own.origin}${address}`);
  }
});

describe('any text', () => {
  const feedOf = (title: string, text: string): Feed => ({
    of: 'claims',
    title: 'A feed',
    subtitle: 'Of entries.',
    origin: 'https://institution.test',
    page: 'https://institution.test/registry',
    updatedAt: '2026-11-30T10:00:00.000Z',
    entries: [
      {
        url: title,
        title,
        text,
        author: 'someone',
        publishedAt: '2026-11-30T10:00:00.000Z',
        changedAt: '2026-11-30T10:00:00.000Z',
      },
    ],
    gone: [],
    archived: false,
    links: () => [],
  });

  test('is what an XML parser reads back, and what XML cannot hold is U+FFFD', async (context) => {
    const texts = fc.sample(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(...hostile, '\r\n\t', '&lt;', '&amp;lt;', '&#38;'),
      ),
      { numRuns: 400, seed: 11 },
    );
    const readBack = async (documents: string[]) => {
      const script = `import json, sys, xml.etree.ElementTree as tree
a = '{http://www.w3.org/2005/Atom}'
def read(text):
    root = tree.fromstring(text.encode())
    entry = root.find(a + 'entry')
    return [entry.find(a + 'title').text, entry.find(a + 'link').get('href')] if entry is not None else [root.find('channel/item/guid').text, root.find('channel/item/link').text]
print(json.dumps([read(one) for one in json.load(sys.stdin)]))`;
      const running = promisify(execFile)('python3', ['-c', script], { maxBuffer: 2 ** 26 });
      running.child.stdin?.end(JSON.stringify(documents));
      return JSON.parse((await running).stdout) as (string | null)[][];
    };
    if (
      await promisify(execFile)('python3', ['--version']).then(
        () => false,
        () => true,
      )
    )
      context.skip('python3 is not here');
    const expected = texts.map((text) => [xmlText(text) || null, xmlText(text)]);
    expect(await readBack(texts.map((text) => atomOf(feedOf(text, text))))).toEqual(expected);
    expect(await readBack(texts.map((text) => rssOf(feedOf(text, text))))).toEqual(
      texts.map((text) => [xmlText(text) || null, xmlText(text) || null]),
    );
    for (const text of texts)
      expect(JSON.parse(jsonOf(feedOf(text, text)))).toMatchObject({ items: [{ title: text, content_text: text }] });
    expect(xmlText('a\u0000b\u0001c\u000bd\ud800e\ufffef\uffff')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffd');
    expect(xmlText('\t\n\u0085\u{1fffe}\ufdd0')).toBe('\t\n\u0085\u{1fffe}\ufdd0');
  });
});

test('pages can advertise the feeds of what they show', () => {
  expect(feedLinks('https://institution.test', 'site', 'claims').slice(2, 5)).toEqual([
    { type: 'application/feed+json', title: 'Morrowkin (JSON Feed)', href: 'https://institution.test/feed.json' },
    {
      type: 'application/rss+xml',
      title: 'Morrowkin: claims (RSS)',
      href: 'https://institution.test/feeds/claims.rss',
    },
    {
      type: 'application/atom+xml',
      title: 'Morrowkin: claims (Atom)',
      href: 'https://institution.test/feeds/claims.atom',
    },
  ]);
});
