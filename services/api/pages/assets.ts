import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Representation } from '#services/http/representation.ts';

/** A file of the pages, known under a name that changes with it, so that it can be kept for good. */
export interface Asset {
  path: string;
  file: Representation;
}

const nearby = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));

function asset(name: string, type: string, bytes = nearby(name)): Asset {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { path: `/assets/${name.replace('.', `-${hash}.`)}`, file: new Representation(type, bytes) };
}

const { resolve } = createRequire(import.meta.url);

const font = (family: string, letters: string): Asset & { of: string } => {
  const of = `${family}-${letters}`;
  const file = resolve(`@fontsource-variable/${family}/files/${of}-wght-normal.woff2`);
  return { of, ...asset(`${of}.woff2`, 'font/woff2', readFileSync(file)) };
};

export const fonts = ['source-sans-3', 'source-serif-4'].flatMap((family) => [
  font(family, 'latin'),
  font(family, 'latin-ext'),
]);

/** The stylesheet names its fonts by what they are; here they have their addresses. */
const styles = fonts.reduce(
  (text, { of, path }) => text.replaceAll(`url("${of}")`, `url("${path}")`),
  nearby('pages.css').toString(),
);

export const stylesheet = asset('pages.css', 'text/css; charset=utf-8', Buffer.from(styles));
export const icon = asset('icon.svg', 'image/svg+xml');
