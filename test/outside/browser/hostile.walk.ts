// What members write is shown as written: it breaks no page, no layout and no feed, and nothing of it is executed.
import { beforeAll, expect, test } from 'vitest';
import { type Person, person } from '#test/kit/people.ts';
import { allowIn, sessionOf } from '#test/kit/sessions.ts';
import { openWindow, phone, sideways } from './chromium.ts';
import { openSite, type Site } from './site.ts';

const told = 'executed(document.title)';
/** Each a way of breaking out of, or out of line. */
const texts = {
  markup: `</title></textarea></script><script>${told}</script><img src=x onerror="${told}"><svg onload=${told}>`,
  attributes: `" autofocus onfocus="${told}" x=' onmouseover='${told}' \`\${${told}}\` javascript:${told}`,
  entities: `&lt;script&gt;${told}&lt;/script&gt; &#60;b&#62; &amp;amp; ]]> --> <!-- <![CDATA[ {{7*7}} \${7*7}`,
  directions: 'Right \u202e to left \u2067 and \u202d never \u2066 back \u200f again \u061c',
  nothing: `Zero\u200b\u200c\u200d\ufeff\u2060width ${'\u200b'.repeat(100)} here`,
  unbroken: 'W'.repeat(4000),
  marks: `Marked ${'o\u0301\u0323\u0489'.repeat(40)} and Z${'\u0334\u0318\u0319\u031c\u0343'.repeat(30)}`,
  wide: `${'𒐫﷽'.repeat(60)} ꧅꧅꧅`,
};

let site: Site;
let author: Person;
let administrator: Person;
const visited: string[] = [];

const long = (text: string, least = 20) => `${text}${' and more of it'.repeat(Math.ceil(least / 10))}`.slice(0, 4000);
const short = (text: string, most: number) => [...`${text} and so on`].slice(0, most).join('').trim();

beforeAll(async () => {
  site = await openSite();
  const { database, client } = site;
  const checker = await person(database);
  [author, administrator] = [await person(database), await person(database, { role: 'administrator' })];
  for (const one of [author, administrator]) await allowIn(database, one);
  // biome-ignore lint/suspicious/noExplicitAny: the thing of any route
  const act = async (as: Person, path: string, body: object): Promise<any> => {
    const answer = await client.post(path, body, { as });
    if (answer.status !== 201) throw new Error(`${path} was answered ${answer.text.slice(0, 500)}`);
    const { version: _, ...rest } = answer.body;
    return Object.values(rest)[0];
  };
  const ended: string[] = [];
  let older: string | undefined;
  for (const text of Object.values(texts)) {
    const evidence = {
      method: long(text),
      environment: long(text),
      artifactUrl: `https://example.org/${encodeURIComponent(short(text, 150))}`.slice(0, 2000),
      artifactSha256: 'a'.repeat(64),
    };
    const observation = await act(author, '/observations', { title: short(text, 200), body: long(text) });
    const claim = await act(author, '/registry', {
      title: short(text, 200),
      claim: long(text),
      ...evidence,
      observationId: observation.id,
      relationships: older ? [{ targetId: older, kind: 'derives-from' }] : [],
    });
    older = claim.id;
    const check = await act(checker, `/registry/${claim.id}/checks`, {
      ...evidence,
      result: 'challenges',
      notes: long(text),
      modelKey: short(`model ${text}`, 100),
      runtimeKey: short(`runtime ${text}`, 100),
      interests: long(text).slice(0, 2000),
      conflicted: false,
    });
    for (const upheld of [{}, { challengeUpheld: true }])
      await act(administrator, `/registry-checks/${check.id}/reviews`, {
        checkId: check.id,
        state: 'accepted',
        reason: long(text),
        independenceConfirmed: true,
        ...upheld,
      });
    await act(administrator, `/registry/${claim.id}/resolution`, {
      reproduced: false,
      reason: long(text),
      evidenceCheckId: check.id,
    });
    const thread = await act(author, '/threads', { title: short(text, 200), visibility: 'public' });
    await act(author, `/threads/${thread.id}/posts`, { body: long(text) });
    await act(author, '/tokens', { label: short(text, 100), scopes: ['read'] });
    visited.push(`/registry/${claim.id}`, `/registry/checks/${check.id}`, `/observations/${observation.id}`);
    visited.push(`/threads/${thread.id}`);
    ended.push(`/admin/institution/checks/${check.id}`, `/admin/institution/claims/${claim.id}`);
  }
  await client.patch(
    '/settings',
    { successorContacts: Object.values(texts).join('\n').slice(0, 4000) },
    { as: administrator },
  );
  visited.push(
    '/',
    '/registry',
    '/observations',
    '/threads',
    '/challenges',
    '/continuity',
    '/account',
    '/account/work',
  );
  visited.push(...ended, '/admin/institution/resolutions', '/admin/institution/audit');
});

test('on a phone, on every page where it stands', async () => {
  const { context, page, faults } = await openWindow(site.origin, { viewport: phone });
  const wrong = new Map<string, unknown[]>();
  for (const [who, mine] of [
    [author, (address: string) => !address.startsWith('/admin')],
    [administrator, (address: string) => address.startsWith('/admin')],
  ] as const) {
    await context.clearCookies();
    await context.addCookies([{ ...(await sessionOf(site.address, who)), url: site.origin }]);
    for (const address of visited.filter(mine)) {
      const answer = await page.goto(site.origin + address);
      // Whatever has a handler would be told by moving over it, or by getting the focus.
      const handlers = await page.evaluate(
        '[...document.querySelectorAll("*")].filter((one) => [...one.attributes].some(({ name }) => name.startsWith("on"))).length',
      );
      const scripts = await page.locator('script:not([type="application/ld+json"])').count();
      const found = [answer?.status(), await sideways(page), handlers, scripts, ...faults()];
      if (found.some((one, n) => (n === 0 ? one !== 200 : one !== 0))) wrong.set(address, found);
      for (const data of await page.locator('script[type="application/ld+json"]').allTextContents()) JSON.parse(data);
    }
  }
  expect(wrong).toEqual(new Map());
  await context.close();
});

test('typed into a form that is refused', async () => {
  const { context, page, faults } = await openWindow(site.origin, { viewport: phone });
  await context.addCookies([{ ...(await sessionOf(site.address, author)), url: site.origin }]);
  for (const text of Object.values(texts)) {
    await page.goto(`${site.origin}/registry/new`);
    for (const area of await page.locator('textarea').all()) await area.fill(text);
    await page.getByLabel('Title').fill(text.slice(0, 300));
    await page.getByLabel('SHA-256').fill(text.slice(0, 64));
    await page.getByLabel('1. older claim').fill(text.slice(0, 64));
    await page.locator('form.act').evaluate((form) => (form as unknown as { submit(): void }).submit());
    await page.getByRole('alert').waitFor();
    expect([await sideways(page), ...faults()], text).toEqual([0]);
    expect(await page.getByLabel('Method').inputValue()).toBe(text);
  }
  await context.close();
});

test('in every feed, which a parser of XML or JSON reads to its end', async () => {
  const { context, page } = await openWindow(site.origin);
  await page.goto(site.origin);
  for (const feed of ['claims', 'checks', 'resolutions', 'observations'])
    for (const format of ['rss', 'atom', 'json']) {
      const text = await (await context.request.get(`${site.origin}/feeds/${feed}.${format}`)).text();
      if (format === 'json') {
        expect(JSON.parse(text).items.length, feed).toBeGreaterThanOrEqual(8);
        continue;
      }
      const [faults, items] = await page.evaluate(
        (xml) =>
          new Function(
            'xml',
            'const d = new DOMParser().parseFromString(xml, "text/xml"); return [d.getElementsByTagName("parsererror").length, d.querySelectorAll("item, entry").length];',
          )(xml),
        text,
      );
      expect([feed, format, faults, items >= 8]).toEqual([feed, format, 0, true]);
    }
  await context.close();
});
