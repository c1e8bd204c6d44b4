// Someone with a browser that has no scripts: opens pages, and sends their forms with what stands in them.
import { request } from 'undici';
import type { Person } from '#test/kit/people.ts';
import { sessionOf } from '#test/kit/sessions.ts';

export interface Shown {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  html: string;
}

/** By name; a field of several values is a list. */
export type Fields = object;

export interface Visitor {
  open(path: string): Promise<Shown>;
  /** Fills in a form of the page, which is opened for it unless it was, and sends it. */
  send(
    path: string,
    form: string,
    fields: Fields,
    options?: { of?: string; on?: Shown; headers?: object },
  ): Promise<Shown>;
}

export const plain = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The attributes of an element's first tag. */
export const attributes = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]),
  );

/** A form of a page by its name, and by its subject where there are several. */
export function formOf(
  { html }: Shown,
  name: string,
  of = '',
): { action: string; hidden: Record<string, string>; html: string } {
  for (const [form] of html.matchAll(/<form [^>]*class="act"[\s\S]*?<\/form>/g)) {
    const hidden = Object.fromEntries(
      [...form.matchAll(/<input [^>]*type="hidden"[^>]*>/g)].map(([tag]) => {
        const { name: key = '', value = '' } = attributes(tag);
        return [key, value];
      }),
    );
    if (hidden._form !== name || (hidden._of ?? '') !== of) continue;
    return { action: attributes(form).action ?? '', hidden, html: form };
  }
  throw new Error(`the page has no form ${name} ${of}`);
}

export async function openVisitor(address: string, who?: Person): Promise<Visitor> {
  const session = who ? await sessionOf(address, who) : null;
  const cookie = session ? { cookie: `${session.name}=${session.value}` } : {};
  async function call(
    path: string,
    options: { method?: 'POST'; body?: string; headers?: object } = {},
  ): Promise<Shown> {
    const answer = await request(address + path, {
      method: options.method ?? 'GET',
      headers: { accept: 'text/html', ...cookie, ...options.headers },
      body: options.body ?? null,
    });
    return { status: answer.statusCode, headers: answer.headers, html: await answer.body.text() };
  }
  return {
    open: (path) => call(path),
    async send(path, name, fields, { of, on, headers } = {}) {
      const { action, hidden } = formOf(on ?? (await call(path)), name, of);
      const body = new URLSearchParams();
      for (const [key, value] of Object.entries({ ...hidden, ...fields }))
        for (const one of [value].flat()) body.append(key, String(one));
      return call(action, {
        method: 'POST',
        body: body.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    },
  };
}
