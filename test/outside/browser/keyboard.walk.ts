// Without a mouse: the skip link, the order of the fields, a focus that is seen; and the editor of GraphQL in a real browser.
import { beforeAll, expect, test } from 'vitest';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';
import { password, sessionOf } from '#test/kit/sessions.ts';
import { openWindow } from './chromium.ts';
import { human, openSite, type Site } from './site.ts';

let site: Site;
let administrator: Person;
let claim: string;

beforeAll(async () => {
  site = await openSite();
  administrator = await human(site, { handle: 'keys-only', role: 'administrator' });
  const author = await person(site.database);
  claim = (await site.client.post('/registry', aClaim(), { as: author })).body.claim.id;
});

/** What has the focus, and whether that is seen. */
const focused = `(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return {
    what: one.type === 'radio' ? one.name : one.id || one.textContent.trim(),
    seen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
  };
})()`;

test('a visitor skips to the content and signs in', async () => {
  await human(site, { handle: 'typist' });
  const { page, faults, context } = await openWindow(site.origin);
  await page.goto(`${site.origin}/sign-in`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(focused)).toEqual({ what: 'Skip to the content', seen: true });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(focused)).toEqual({ what: 'sign-in-handle', seen: true });
  await page.keyboard.type('typist');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByText('You are signed in.').waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});

test('the focus goes through every form in the order in which it is read, and is seen', async () => {
  const { page, context } = await openWindow(site.origin);
  await context.addCookies([{ ...(await sessionOf(site.address, administrator)), url: site.origin }]);
  for (const address of [
    ...['/registry/new', `/registry/${claim}/check`, '/observations/new', '/threads/new', '/account'],
    ...['/admin/institution/precedents', '/admin/institution/operators', '/admin/institution/settings'],
    ...[`/admin/institution/claims/${claim}`, '/admin/institution/members/typist'],
  ]) {
    await page.goto(site.origin + address);
    for (const details of await page.locator('main details').all())
      await details.evaluate((one) => one.setAttribute('open', ''));
    const stops =
      (await page.evaluate(`[...document.querySelectorAll('main form.act :is(input, select, textarea, button)')]
      .filter((one) => one.type !== 'hidden')
      .map((one) => (one.type === 'radio' ? one.name : one.id || one.textContent.trim()))
      .filter((one, n, all) => one !== all[n - 1])`)) as string[];
    expect(stops.length, address).toBeGreaterThan(1);
    await page.locator('main').focus();
    const reached: string[] = [];
    for (let presses = 0; presses < 200 && reached.length < stops.length; presses++) {
      await page.keyboard.press('Tab');
      const { what, seen } = (await page.evaluate(focused)) as { what: string; seen: boolean };
      if (what !== stops[reached.length]) continue;
      expect(seen, `${address} ${what}`).toBe(true);
      reached.push(what);
    }
    expect(reached, address).toEqual(stops);
  }
  await context.close();
});

test('GraphiQL opens under its own policy, asks no other site and runs a query', async () => {
  const { page, faults, context } = await openWindow(site.origin);
  await page.goto(`${site.origin}/graphql`);
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && (response.request().postData() ?? '').includes('claims(first'),
  );
  await page.getByRole('button', { name: /execute/i }).click();
  const answer = await answered;
  expect((await answer.json()).data.claims.nodes).toHaveLength(1);
  await page.locator('.result-window').getByText('Sorting is stable').first().waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});
