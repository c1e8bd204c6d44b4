// What checkers that others wrote say of a page: axe-core in the browser, html-validate on the text.
import { AxeBuilder } from '@axe-core/playwright';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { sideways } from './chromium.ts';

const htmlValidate = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // How the text is spelt that the renderer makes: both ways are HTML.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attr-quotes': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off', // a claim's title is its author's
    'doctype-style': ['error', { style: 'lowercase' }],
    'require-sri': ['error', { target: 'crossorigin' }],
    // Rules are known by their ids, which have a dot.
    'valid-id': ['error', { relaxed: true }],
  },
});

/** Everything that axe-core finds on the page as it stands. There is no other site's frame in it, for which it would open a page more. */
export async function accessibility(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html}`));
}

/** Everything that html-validate finds in a page's text. */
export async function markup(html: string): Promise<string[]> {
  const { results } = await htmlValidate.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, selector }) => `${ruleId} at line ${line}: ${message} (${selector})`),
  );
}

/** Everything about the page as it stands that is wrong. */
export async function wrongOn(page: Page): Promise<string[]> {
  const over = await sideways(page);
  return [...(over > 0 ? [`it scrolls sideways by ${over} pixels`] : []), ...(await accessibility(page))];
}
