// What people come for, from the first click to the last, at a desk with scripts allowed and on a phone in the dark without any.

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openRunner } from '#domain/acts/run.ts';
import { checker } from '#test/kit/checkers.ts';
import { alsoOn } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { allowIn, password } from '#test/kit/sessions.ts';
import { desk, keep, openWindow, phone, sideways, type Window } from './chromium.ts';
import { human, openSite, type Site } from './site.ts';

let site: Site;
let administrator: Person;
let moderator: Person;
/** A reproduced claim of long standing, and one that it narrows. */
let known: { id: string; title: string };
let older: { id: string; title: string };

const evidence = (name: string) => ({
  artifactUrl: `https://example.org/evidence/${name}.tar.gz`,
  artifactSha256: 'c0ffee42'.repeat(8),
});

const claimed = (title: string, change: object = {}) => ({
  title,
  claim:
    'On the published data the mean error stays below 0.02. A mean error of 0.02 or more in one of ten runs falsifies it.',
  method: 'make evaluate SEED=1 … SEED=10, then compare the ten numbers that it prints with 0.02.',
  environment: 'Python 3.12, the data and the lock file at the evidence address, 8 cores, no network.',
  ...evidence('claim'),
  ...change,
});

const checked = (change: object = {}) => ({
  method: 'Ran the ten seeds on a machine of our own and compared the numbers that were printed.',
  environment: 'Python 3.12 on another distribution, 16 cores.',
  ...evidence('check'),
  result: 'supports',
  notes: 'All ten numbers lie between 0.011 and 0.017.',
  modelKey: 'Pebble 2',
  runtimeKey: 'Container 24.04',
  interests: 'None: we neither sell nor use what is measured.',
  conflicted: false,
  ...change,
});

// biome-ignore lint/suspicious/noExplicitAny: the thing of any route
async function act(as: Person, call: string, body: object): Promise<any> {
  const [method = '', path = ''] = call.split(' ');
  const answer = await site.client.call(method, path, { as, body });
  if (answer.status > 201) throw new Error(`${call} was answered ${answer.text}`);
  const { version: _, ...rest } = answer.body;
  return Object.values(rest)[0];
}

const reviewed = (id: string, change: object = {}) =>
  act(administrator, `POST /registry-checks/${id}/reviews`, {
    checkId: id,
    state: 'accepted',
    reason: 'The runs can be repeated from what is in the evidence, and were.',
    independenceConfirmed: true,
    ...change,
  });

beforeAll(async () => {
  site = await openSite();
  administrator = await human(site, { handle: 'ada-of-staff', role: 'administrator' });
  moderator = await person(site.database, { handle: 'mo-of-staff', role: 'moderator' });
  const [author, one, two] = [
    await person(site.database, { handle: 'amara' }),
    await person(site.database, { handle: 'bilal' }),
    await person(site.database, { handle: 'chen-agent', operator: await person(site.database, { handle: 'chen' }) }),
  ];
  older = await act(author, 'POST /registry', claimed('The estimator is unbiased on every data set'));
  const challenge = await act(one, `POST /registry/${older.id}/checks`, checked({ result: 'challenges' }));
  await reviewed(challenge.id);
  await reviewed(challenge.id, { challengeUpheld: true });
  known = await act(
    author,
    'POST /registry',
    claimed('The estimator stays within 2 % on the published data', {
      relationships: [{ targetId: older.id, kind: 'narrows' }],
    }),
  );
  for (const [by, families] of [
    [one, {}],
    [two, { modelKey: 'Quartz 7b', runtimeKey: 'Notebook 3.12' }],
  ] as const)
    await reviewed((await act(by, `POST /registry/${known.id}/checks`, checked(families))).id);
});

async function signIn({ page }: Window, handle: string): Promise<void> {
  await page.goto(`${site.origin}/sign-in`);
  await page.getByLabel('Handle').fill(handle);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('You are signed in.').waitFor();
}

const modes = [
  { mode: 'at a desk', javaScriptEnabled: true, viewport: desk, colorScheme: 'light' as const },
  { mode: 'on a phone without scripts', javaScriptEnabled: false, viewport: phone, colorScheme: 'dark' as const },
];

describe.each(modes)('$mode', ({ mode, ...options }) => {
  const name = (what: string) => `${mode.replaceAll(' ', '-')}-${what}`;
  /** A walk in a window that must see nothing wrong from beginning to end. */
  async function walk(steps: (window: Window & { see(what: string): Promise<void> }) => Promise<void>): Promise<void> {
    const window = await openWindow(site.origin, options);
    const see = async (what: string) => {
      await keep(window.page, name(what));
      if (options.javaScriptEnabled) expect(await sideways(window.page), what).toBe(0);
    };
    await steps({ ...window, see });
    expect(window.faults()).toEqual([]);
    await window.context.close();
  }

  test('a newcomer finds a claim and reads why it is labelled so', () =>
    walk(async ({ page, see }) => {
      await page.goto(`${site.origin}/`);
      await see('1-start');
      await page.getByRole('link', { name: 'Browse the registry' }).click();
      await page.getByLabel('Words').fill('published data');
      await page.getByLabel('Label', { exact: true }).selectOption('Independently reproduced');
      await page.getByRole('button', { name: 'Filter' }).click();
      await see('1-found');
      await page.getByRole('heading', { level: 3 }).getByRole('link', { name: known.title }).click();
      const why = page.getByRole('region', { name: 'Why this label' });
      expect(await why.textContent()).toContain('different model families and different runtime families');
      await see('1-claim');
      await page.getByRole('link', { name: /^Check by bilal/ }).click();
      const history = page.getByRole('region', { name: 'History' });
      expect(await history.textContent()).toContain('The runs can be repeated');
      await see('1-check');
      // The drawn graph leads on, as a link for the keyboard too.
      await page.goBack();
      const node = page.locator('svg a').filter({ hasText: 'unbiased' });
      await node.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/registry/${older.id}`);
      expect(await page.getByRole('region', { name: 'Why this label' }).textContent()).toContain('challenge');
      await see('1-older');
    }));

  test('a member signs up, files a claim with relationships, checks another’s and forecasts', () =>
    walk(async (window) => {
      const { page, see } = window;
      const handle = `walker-${options.viewport.width}`;
      await page.goto(`${site.origin}/`);
      await page.getByRole('link', { name: 'Sign up' }).click();
      await page.getByLabel('Handle').fill(handle);
      await page.getByLabel('Password').fill(password);
      await see('2-sign-up');
      await page.getByRole('button', { name: 'Open the account' }).click();
      await page.getByText('The account is open').waitFor();
      await signIn(window, handle);
      await page.getByText('Staff have not approved the account yet').waitFor();
      await act(administrator, `PATCH /members/${handle}`, {
        approved: true,
        reason: 'Known to staff for long years.',
      });

      await page.goto(`${site.origin}/registry/new`);
      const title = `The estimator stays within 1 % on the ${handle} data`;
      await page.getByLabel('Title').fill(title);
      await page.getByRole('textbox', { name: 'Claim', exact: true }).fill(claimed('').claim);
      await page.getByLabel('Method').fill(claimed('').method);
      await page.getByLabel('Environment').fill(claimed('').environment);
      await page.getByLabel('Evidence address').fill('https://127.0.0.1/evidence');
      await page.getByLabel('SHA-256').fill('f'.repeat(64));
      await page.getByLabel('1. This claim').selectOption('narrows');
      await page.getByLabel('1. older claim').fill(`${site.origin}/registry/${known.id}`);
      await page.getByLabel('2. This claim').selectOption('derives from');
      await page.getByLabel('2. older claim').fill(older.id);
      await page.getByRole('button', { name: 'File the claim' }).click();
      // Refused for its address; everything else is still there.
      await page.getByRole('alert').waitFor();
      await see('2-refused');
      expect(await page.getByLabel('Evidence address').getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByLabel('Title').inputValue()).toBe(title);
      expect(await page.getByLabel('2. older claim').inputValue()).toContain(older.id);
      await page.getByLabel('Evidence address').fill('https://example.org/evidence.tar.gz');
      await page.getByRole('button', { name: 'File the claim' }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const lineage = page.getByRole('region', { name: 'Lineage', exact: true });
      expect(await lineage.textContent()).toContain('This claim narrows');
      expect(await lineage.locator('svg a').count()).toBe(3);
      await see('2-filed');

      const open = await act(
        moderator,
        'POST /registry',
        claimed(`The ${handle} cache halves the time of a second run`),
      );
      await page.goto(`${site.origin}/registry/${open.id}`);
      await page.getByLabel('Probability').fill('0.7');
      await page.getByRole('button', { name: 'Record forecast' }).click();
      await page.getByText('Your forecast is recorded').waitFor();
      await page.getByText('You forecast 0.7').waitFor();
      await page.getByRole('link', { name: 'Check this claim' }).click();
      await page.getByRole('radio', { name: /^Supports/ }).check();
      const check = checked();
      await page.getByLabel('What you did').fill(check.method);
      await page.getByLabel('Environment').fill(check.environment);
      await page.getByLabel('Evidence address').fill(check.artifactUrl);
      await page.getByLabel('SHA-256').fill(check.artifactSha256);
      await page.getByLabel('Model family').fill(check.modelKey);
      await page.getByLabel('Runtime family').fill(check.runtimeKey);
      await page.getByLabel('Interests in the outcome').fill(check.interests);
      await page.getByRole('radio', { name: 'No', exact: true }).check();
      await see('2-check');
      await page.getByRole('button', { name: 'Submit the check' }).click();
      await page.getByText('waits for a review').waitFor();
      await page.goto(`${site.origin}/account`);
      await see('2-account');
    }));

  test('an administrator reviews two checks to a reproduced label and resolves the claim', () =>
    walk(async (window) => {
      const { page, see } = window;
      const authors = await Promise.all([1, 2, 3].map(() => person(site.database)));
      const [author, one, two] = authors as [Person, Person, Person];
      const claim = await act(author, 'POST /registry', claimed(`Two runs of ${mode} agree`));
      await act(one, `POST /registry/${claim.id}/checks`, checked());
      await act(two, `POST /registry/${claim.id}/checks`, checked({ modelKey: 'Quartz 7b', runtimeKey: 'Notebook' }));
      await signIn(window, administrator.handle);
      await page.getByRole('link', { name: 'Staff', exact: true }).click();
      await see('3-queue');
      for (const by of [one, two]) {
        await page.goto(`${site.origin}/admin/institution`);
        const waiting = page.getByRole('listitem').filter({ hasText: claim.title }).filter({ hasText: by.handle });
        await waiting.getByRole('link', { name: 'Open for review' }).click();
        await page.getByRole('radio', { name: /^Accepted/ }).check();
        await page
          .getByRole('group', { name: /independence confirmed/ })
          .getByRole('radio', { name: 'Yes' })
          .check();
        await page.getByLabel('Reason').fill('Both runs are complete, and their outputs agree with the claim.');
        await see('3-review');
        await page.getByRole('button', { name: 'Record the review' }).click();
        await page.getByText('The review is recorded.').waitFor();
      }
      await page.goto(`${site.origin}/admin/institution/resolutions`);
      await page.getByRole('link', { name: claim.title }).click();
      await page.getByRole('radio', { name: /^Reproduced/ }).check();
      await page.getByLabel('Reason').first().fill('Two independent, diverse checks support it as it was stated.');
      await see('3-resolve');
      await page.getByRole('button', { name: 'Record the conclusion' }).click();
      await page.getByText('The resolution is recorded.').waitFor();
      await page.goto(`${site.origin}/registry/${claim.id}`);
      const badges = await page.locator('h1').locator('xpath=preceding::*[contains(@class,"badges")][1]').textContent();
      expect(badges).toContain('Independently reproduced');
      expect(badges).toContain('Resolved: reproduced');
      await see('3-resolved');
    }));

  test('a suspended member appeals and an administrator restores', () =>
    walk(async (window) => {
      const { page, see } = window;
      const runner = openRunner({ database: site.database, counting: site.database, origin: site.origin });
      const voucher = await checker({
        ...alsoOn(site.at),
        origin: site.origin,
        runner,
        act: (one, by, input) => runner.act(one, input, { caller: by, key: randomUUID() }),
      });
      await allowIn(site.database, voucher);
      const newcomer = await person(site.database);
      const vouch = await act(voucher, 'POST /vouches', { handle: newcomer.handle, acknowledgeStake: true });
      const reason = 'The newcomer filed the same text forty times, and the voucher knew.';
      await act(moderator, `PATCH /vouches/${vouch.id}`, { state: 'forfeited', reason });
      await act(administrator, `PATCH /members/${voucher.handle}`, { state: 'suspended', reason });
      await signIn(window, voucher.handle);
      await page.getByRole('main').getByRole('link', { name: 'appeal forfeitures' }).click();
      await page.getByLabel('Grounds').fill('I did not know of it: the texts were filed while I was away.');
      await see('4-appeal');
      await page.getByRole('button', { name: 'Send the appeal' }).click();
      await page.getByText('Your appeal is recorded').waitFor();
      await see('4-appealed');
      await page.goto(`${site.origin}/account`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out.').waitFor();

      await signIn(window, administrator.handle);
      await page.goto(`${site.origin}/admin/institution/appeals`);
      const appeal = page.getByRole('listitem').filter({ hasText: voucher.handle });
      await appeal.getByRole('radio', { name: /^Restored/ }).check();
      await appeal.getByLabel('Reason').fill('The dates bear the voucher out, so the stake goes back.');
      await see('4-decide');
      await appeal.getByRole('button', { name: 'Decide, once' }).click();
      await page.getByText('The decision is recorded.').waitFor();
      await page.goto(`${site.origin}/admin/institution/members/${voucher.handle}`);
      await page.getByLabel('Standing').selectOption('restore');
      await page.getByLabel('Reason').fill('Nothing is left of what it was suspended for.');
      await page.getByRole('button', { name: 'Record the decision' }).click();
      await page.getByText('In good standing').waitFor();
      await see('4-restored');
    }));
});
