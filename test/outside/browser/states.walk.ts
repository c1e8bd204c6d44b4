// Every page in every state: of an empty institution and of one in which everything happened, to visitors, members and staff,
// and each of its forms refused. Nothing may be wrong with any, in light and dark, on a phone and on a desk.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raw, sql } from '#prisma/database.ts';
import { pages } from '#services/api/pages/places.ts';
import type { Person } from '#test/kit/people.ts';
import { allowIn, sessionOf } from '#test/kit/sessions.ts';
import { liveAYear } from '#test/services/year.ts';
import { desk, openWindow, phone } from './chromium.ts';
import { markup, wrongOn } from './judged.ts';
import { human, openSite, type Site } from './site.ts';

let empty: Site;
let full: Site;
let member: Person;
let administrator: Person;
let newcomer: Person;
/** Of each page's place the addresses of things to see there. */
let places: Map<string, string[]>;

const texts = mkdtempSync(path.join(tmpdir(), 'morrowkin-pages-'));
afterAll(() => rmSync(texts, { recursive: true, force: true }));
let kept = 0;

beforeAll(async () => {
  empty = await openSite();
  full = await openSite();
  const year = await liveAYear(full, full.client);
  [member, administrator] = [year.voucher, year.administrator];
  for (const one of [member, administrator]) await allowIn(full.database, one);
  newcomer = await human(empty, { handle: 'newcomer', role: 'administrator' });
  const ids = async (from: string) =>
    (await full.database.query<{ id: string }>(sql`select id from ${raw(from)}`)).map(({ id }) => id);
  const claims = await ids('claim');
  const checks = await ids('registry_check');
  places = new Map([
    ['/registry/:id', claims],
    ['/registry/checks/:id', checks],
    ['/registry/:id/check', claims.slice(0, 2)],
    ['/observations/:id', await ids('observation')],
    ['/precedents/:id', await ids('precedent')],
    ['/challenges/:id', (await ids('weekly_challenge')).slice(-4)],
    ['/threads/:id', await ids('thread')],
    ['/members/:handle', [...year.handles.slice(0, 6), 'nobody-of-this-name']],
    ['/admin/institution/claims/:id', claims],
    ['/admin/institution/checks/:id', checks],
    ['/admin/institution/members/:handle', [member.handle, administrator.handle, 'signer-in-unseen']],
  ]);
});

const addresses = (): string[] =>
  pages.flatMap(({ path: place }) => {
    if (!place.includes(':')) return [place];
    const known = places.get(place);
    if (!known) throw new Error(`nothing is known to see at ${place}`);
    return known.map((one) => place.replace(/:\w+/, one));
  });

/** Of each place the first few, so that a page of each kind is looked at, and the others read. */
const fewOf = (asked: readonly string[], most: number): string[] => {
  const seen = new Map<string, number>();
  return asked.filter((address) => {
    const place = placeOf(address);
    seen.set(place, (seen.get(place) ?? 0) + 1);
    return (seen.get(place) ?? 0) <= most;
  });
};

/** Forms that have nothing to fill in, or that this administrator has nothing for; the walks refuse some of those. */
const unsent = [
  ...['sign-out', 'revoke', 'end-link', 'boost', 'token', 'withdraw-post'],
  ...['appeal', 'disclose', 'forecast', 'obs', 'pst', 'resolve', 'thr'],
];

/** Opens each of these and gathers what is wrong, by page. */
async function look(
  site: Site,
  who: Person | null,
  asked: readonly string[],
  options: Parameters<typeof openWindow>[1] = {},
): Promise<Map<string, string[]>> {
  const { context, page, faults } = await openWindow(site.origin, options);
  if (who) await context.addCookies([{ ...(await sessionOf(site.address, who)), url: site.origin }]);
  const wrong = new Map<string, string[]>();
  for (const address of asked) {
    const answer = await page.goto(site.origin + address);
    const html = (await answer?.text()) ?? '';
    writeFileSync(path.join(texts, `${kept++}.html`), html);
    const found = [...(await markup(html)), ...(await wrongOn(page)), ...faults()];
    if (answer && answer.status() >= 500) found.push(`status ${answer.status()}`);
    if (found.length > 0) wrong.set(address, found);
  }
  await context.close();
  return wrong;
}

const nothing = new Map();

test('of an empty institution, to a visitor and to its first administrator', async () => {
  const asked = pages.map(({ path: place }) => place.replace(/:\w+/, 'nothing-is-here'));
  expect(await look(empty, null, [...asked, '/no-such-page'], { colorScheme: 'light', viewport: phone })).toEqual(
    nothing,
  );
  expect(await look(empty, newcomer, asked, { colorScheme: 'dark' })).toEqual(nothing);
});

test('after a year, to a visitor, in the dark on a phone', async () => {
  const asked = addresses().filter((address) => !/^\/(admin|account)|\/new$|\/check$/.test(address));
  expect(await look(full, null, fewOf(asked, 2), { colorScheme: 'dark', viewport: phone })).toEqual(nothing);
});

test('after a year, to a member', async () => {
  const asked = addresses().filter((address) => !address.startsWith('/admin'));
  expect(await look(full, member, fewOf(asked, 1), { colorScheme: 'light', viewport: desk })).toEqual(nothing);
});

test('after a year, to staff, on a phone', async () => {
  const asked = addresses().filter((address) => address.startsWith('/admin') || address.startsWith('/registry/c'));
  expect(await look(full, administrator, fewOf(asked, 2), { colorScheme: 'light', viewport: phone })).toEqual(nothing);
});

test('with every form sent empty and refused', async () => {
  const { context, page, faults } = await openWindow(full.origin, { viewport: phone });
  await context.addCookies([{ ...(await sessionOf(full.address, administrator)), url: full.origin }]);
  const wrong = new Map<string, string[]>();
  const refused = new Set<string>();
  for (const address of fewOf(addresses(), 1)) {
    await page.goto(full.origin + address);
    const names = await page
      .locator('form.act:has(textarea, input:not([type=hidden]))')
      .evaluateAll((forms) => [
        ...new Set(forms.map((one) => (one as unknown as { _form: { value: string } })._form.value)),
      ]);
    // A token needs nothing that is not given for it: sent empty it is issued.
    for (const name of names.filter((one) => one !== 'token')) {
      await page.goto(full.origin + address);
      const form = page.locator(`form.act:has(input[name="_form"][value="${name}"])`).first();
      // Sent as browsers without validation send it.
      const [answer] = await Promise.all([
        page.waitForNavigation(),
        form.evaluate((one) => {
          const form = one as unknown as {
            elements: Iterable<{ type: string; value: string; checked: boolean }>;
            submit(): void;
          };
          for (const field of form.elements) {
            if (field.type === 'hidden' || field.type === 'select-one') continue;
            if (field.type === 'radio' || field.type === 'checkbox') field.checked = false;
            else field.value = '';
          }
          form.submit();
        }),
      ]);
      const html = (await answer?.text()) ?? '';
      writeFileSync(path.join(texts, `${kept++}.html`), html);
      const found = [...(await markup(html)), ...(await wrongOn(page)), ...faults()];
      if (!(await page.title()).startsWith('Refused: ')) found.push(`was answered ${answer?.status()}`);
      // Where a form says no to a field, the field says so too.
      const summary = await page
        .locator('.refused li a')
        .evaluateAll((links) => links.map((one) => one.getAttribute('href') ?? ''));
      for (const to of summary)
        if (
          (await page
            .locator(`${to}[aria-invalid=true][aria-describedby], ${to} [aria-invalid=true][aria-describedby]`)
            .count()) === 0
        )
          found.push(`no field says what ${to} is refused for`);
      refused.add(name);
      if (found.length > 0) wrong.set(`${address} ${name}`, found);
    }
  }
  expect(wrong).toEqual(nothing);
  expect([...refused].sort()).toEqual(
    pages
      .flatMap(({ forms }) => forms.map(({ name }) => name))
      .filter((name, n, all) => all.indexOf(name) === n && !unsent.includes(name))
      .sort(),
  );
});

const placeOf = (address: string): string => {
  const known = [...places].find(([, all]) => all.some((one) => address.includes(one)));
  return known ? address.replace(/(\w{3}_\w{26}|[\w-]+)(\/check)?$/, ':id$2') : address;
};

test.skipIf(!process.env.VNU_JAR)('as the Nu Html Checker sees all of these', async () => {
  expect(kept).toBeGreaterThan(100);
  const args = ['-jar', process.env.VNU_JAR ?? '', '--errors-only', '--format', 'json', '--exit-zero-always', texts];
  const { stderr } = await promisify(execFile)('java', args, { maxBuffer: 2 ** 28 });
  const { messages } = JSON.parse(stderr) as { messages: { message: string; url: string; extract: string }[] };
  expect([...new Set(messages.map(({ message, extract }) => `${message}: ${extract}`))]).toEqual([]);
});
