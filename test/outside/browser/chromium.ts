// A Chromium that notes whatever a page does that it must not: run scripts, break the policy, ask others, fail to load something.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
);

let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

export interface Window {
  context: BrowserContext;
  page: Page;
  /** What pages did that they must not, since the last time this was asked. */
  faults(): string[];
}

export const phone = { width: 360, height: 740 };
export const desk = { width: 1440, height: 900 };

/** A window of its own, with its own cookies. */
export async function openWindow(address: string, options: BrowserContextOptions = {}): Promise<Window> {
  browser ??= chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  const context = await (await browser).newContext({ viewport: desk, ...options });
  const page = await context.newPage();
  const found: string[] = [];
  // A script of a page's, or an event handler, would have to use one of these to be noticed by anyone.
  await context.exposeBinding('executed', (_source, what) => found.push(`a script ran: ${what}`));
  await context.addInitScript(() => {
    const told = globalThis as unknown as { executed(what: string): void; document: EventTarget };
    for (const name of ['alert', 'prompt', 'confirm', 'print', 'open'])
      Object.assign(globalThis, { [name]: () => told.executed(name) });
    told.document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sample } = event as unknown as Record<string, string>;
      told.executed(`policy violated: ${violatedDirective} by ${blockedURI} ${sample}`);
    });
  });
  page.on('dialog', (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => found.push(`an error: ${error.message}`));
  page.on('console', (message) => {
    // A refusal is a page with its status, which the console calls a failure to load.
    if (message.type() === 'error' && !/Failed to load resource.*\b4\d\d\b/.test(message.text()))
      found.push(`the console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${address}/`) && !/^(data|blob):/.test(url)) found.push(`another site was asked: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== 'document')
      found.push(`${response.url()} was answered ${response.status()}`);
  });
  return { context, page, faults: () => found.splice(0) };
}

const album = path.resolve(import.meta.dirname, 'screenshots');

/** Keeps what the whole page looks like. */
export async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(album, { recursive: true });
  await page.screenshot({ path: path.join(album, `${name}.png`), fullPage: true });
}

/** How far the page can be scrolled sideways, in pixels; it must be nothing. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number } };
      innerWidth: number;
    };
    return Math.max(0, document.documentElement.scrollWidth - innerWidth);
  });
