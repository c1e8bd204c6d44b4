import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Representation } from '#services/http/representation.ts';

/** A file of the pages, known under a name that changes with it, so that it can be kept for good. */
export interface Asset {
  path: string;
  file: Representation;
}

function asset(name: string, type: string): Asset {
  const bytes = readFileSync(new URL(name, import.meta.url));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { path: `/assets/${name.replace('.', `-${hash}.`)}`, file: new Representation(type, bytes) };
}

export const stylesheet = asset('pages.css', 'text/css; charset=utf-8');
export const icon = asset('icon.svg', 'image/svg+xml');
