import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalKinds } from '#domain/refusals/codes.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { readInput } from '#domain/text/input.ts';
import { readForm } from '#services/http/body.ts';
import { type Explain, refusalOrDefect, tellPatience } from '#services/http/problem.ts';
import type { ReadLimit } from '#services/http/read-limit.ts';
import { Representation, sendPrivate, sendPublic } from '#services/http/representation.ts';
import { isSameOrigin, type PageSession, pageSession } from '../authenticate.ts';
import { contextOf, type Parts, visitorContextOf } from '../context.ts';
import { checkDocument } from '../graphql.ts';
import { mutationOf, perform, run } from '../mutation.ts';
import { fonts, icon, stylesheet } from './assets.ts';
import { formState, own, type RefusedForm, type Sending } from './forms/form.ts';
import { readFields, withoutEmptyRows } from './forms/read.ts';
import { Layout } from './layout.tsx';
import { notices } from './notices.ts';
import type { Asked, Page, View } from './page.ts';
import { pages } from './places.ts';
import { refusedView } from './refused.tsx';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who opened a page; undefined before that is known, and for what is no page. */
    session?: PageSession | null;
  }
}

// Nothing but this site's stylesheet, fonts, icon and forms; no script at all (10).
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  // Where a form came from is told to this site alone: without it browsers would not even say that it is this one.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export interface Pages {
  parts: Parts;
  explain: Explain;
  reads: ReadLimit;
}

/** Every page of the site (10, 13): server-rendered, each fed by one GraphQL document, its forms sending mutations; no script. */
export function answerPages(app: FastifyInstance, { parts, explain, reads }: Pages): void {
  void app.register(async (doors) => {
    doors.decorateRequest('session', undefined);
    doors.addContentTypeParser(
      'application/x-www-form-urlencoded',
      (_request: FastifyRequest, payload: FastifyRequest['raw']) => readForm(payload),
    );
    doors.addHook('onRequest', async (request, reply) => {
      void reply.headers(headers);
      request.session = await pageSession(parts.database, request.headers, parts.origin);
      request.identity = { viewer: request.session?.viewer ?? null, missing: 'auth.required' };
      if (!request.session) reads.admit(request.ip, reply);
    });
    doors.setErrorHandler((thrown, request, reply) =>
      sendRefused(request, reply, refusalOrDefect(thrown, request, explain), parts.origin),
    );
    for (const page of pages) serve(doors, parts, page);
  });
  for (const { path, file } of [stylesheet, icon, ...fonts]) {
    app.get(path, (request, reply) => sendPublic(request, reply, file, 'public, max-age=31536000, immutable'));
  }
}

type PageCall = FastifyRequest<{
  Params: Record<string, string>;
  Querystring: Record<string, string | string[]>;
}>;

function serve(doors: FastifyInstance, parts: Parts, page: Page): void {
  if (page.document) checkDocument(page.document);
  for (const { document } of page.forms) checkDocument(document);

  doors.get(page.path, async (request: PageCall, reply) => {
    const refusal = admission(page, request);
    if (refusal?.code === 'auth.required') {
      return reply
        .code(303)
        .header('location', `/sign-in?next=${encodeURIComponent(request.url)}`)
        .send();
    }
    if (refusal) throw refusal;
    const make = async () => render(request, await shown(parts, page, request, reply, null), parts.origin);
    if (request.session) return sendPrivate(reply, await make());
    return parts.visitors.send(request, reply.header('vary', 'Cookie'), request.url, make);
  });
  if (page.forms.length > 0) {
    doors.post(page.path, async (request: PageCall, reply) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return send(parts, page, request, reply, fields);
    });
  }
}

/** Who may open a page at all; what it then shows is the schema's to decide. */
function admission({ audience }: Page, { session }: FastifyRequest): Refusal | null {
  if (audience === 'everyone') return null;
  if (!session) return new Refusal('auth.required');
  const { role } = session.viewer;
  if (audience === 'staff' && role === 'member') return new Refusal('role.required', 'This page is for staff.');
  if (audience === 'administrators' && role !== 'administrator')
    return new Refusal('role.required', 'This page is for administrators.');
  return null;
}

function asked(parts: Parts, { params, query, url, session }: PageCall, refused: RefusedForm | null): Asked {
  const { action, ...rest } = { action: url, csrf: session?.csrf ?? '', refused };
  const [path = '/'] = url.split('?');
  return {
    origin: parts.origin,
    address: url,
    params,
    query: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]),
    ),
    viewer: session?.viewer ?? null,
    form: (name, of = '') => formState(name, of, { action: withoutNotice(action, path), ...rest }),
  };
}

/** A form is sent to its own page as it was asked for, but for what was done before. */
function withoutNotice(url: string, path: string): string {
  const query = new URLSearchParams(url.slice(path.length + 1));
  query.delete('done');
  return query.size > 0 ? `${path}?${query}` : path;
}

async function shown(
  parts: Parts,
  page: Page,
  request: PageCall,
  reply: FastifyReply,
  refused: RefusedForm | null,
): Promise<View> {
  const what = asked(parts, request, refused);
  const data = page.document
    ? await run(
        page.document,
        page.variables(what),
        (request.session ? contextOf : visitorContextOf)(parts, request, reply),
      )
    : undefined;
  const view = page.show(data, what);
  if (!view) throw new Refusal('not_found');
  return refused ? { ...view, title: `Refused: ${view.title}` } : view;
}

/** Sends a form's act. A refused one shows its page again, with everything that was typed. */
async function send(
  parts: Parts,
  page: Page,
  request: PageCall,
  reply: FastifyReply,
  sent: URLSearchParams,
): Promise<FastifyReply> {
  const { session } = request;
  if (!isSameOrigin(request.headers, parts.origin)) throw new Refusal('auth.csrf');
  const form = page.forms.find(({ name }) => name === sent.get(own.form));
  if (!form) throw new Refusal('query.invalid', 'The page has no such form.');
  if (session) {
    if (!session.isOwn(sent.get(own.csrf) ?? '')) throw new Refusal('auth.csrf');
  } else if (!mutationOf(form.document).open) throw new Refusal('auth.required');
  const refusal = admission(page, request);
  if (refusal) throw refusal;

  const fields = page.forms.length > 0 ? withoutEmptyRows(sent, 'relationships') : sent;
  const what: Sending = {
    params: request.params,
    query: asked(parts, request, null).query,
    of: sent.get(own.of) ?? '',
    fields,
  };
  const key = sent.get(own.key) ?? '';
  try {
    const payload = await perform(
      form.document,
      {
        input: (schema) => {
          const given = readFields(schema, what.fields);
          return readInput(schema, undefined, { ...(form.reshape?.(given) ?? given), ...form.given?.(what) });
        },
        key: key || undefined,
      },
      contextOf(parts, request, reply),
    );
    const to = form.done(payload, what);
    if (typeof to === 'string')
      return reply.code(303).header('location', to).header('cache-control', 'no-store').send();
    return answer(request, reply, to, parts.origin);
  } catch (thrown) {
    const refused = refusalOrDefect(thrown, request, (one) => one);
    if (refused.code === 'internal') throw refused;
    const view = await shown(parts, page, request, reply, {
      name: form.name,
      of: what.of,
      key,
      fields,
      refusal: refused,
    });
    tellPatience(reply, refused);
    return answer(request, reply.code(refusalKinds[refused.code].status), view, parts.origin);
  }
}

/** The page of a view. */
async function render({ session, url }: FastifyRequest, view: View, origin: string): Promise<Representation> {
  const done = new URL(url, 'http://page').searchParams.get('done');
  const element = (
    <Layout
      view={view}
      origin={origin}
      address={url}
      reader={session ? { handle: session.viewer.handle, isStaff: session.viewer.role !== 'member' } : null}
      notice={done !== null && Object.hasOwn(notices, done) ? notices[done] : undefined}
    />
  );
  return new Representation('text/html; charset=utf-8', Buffer.from(`<!doctype html>\n${await element.toString()}`));
}

/** Answers with a page that is only for whoever asked. */
const answer = async (request: FastifyRequest, reply: FastifyReply, view: View, origin: string) =>
  sendPrivate(reply, await render(request, view, origin));

function sendRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  origin: string,
): Promise<FastifyReply> {
  tellPatience(reply, refusal);
  return answer(request, reply.code(refusalKinds[refusal.code].status).headers(headers), refusedView(refusal), origin);
}

/** Whether whoever asks for something that is not there, or in a wrong way, is a person with a browser. */
const isBrowser = ({ url, headers: { accept } }: FastifyRequest): boolean =>
  /(^|,)\s*text\/html\s*(;|,|$)/.test(accept ?? '') && !/^\/(api|feeds|\.well-known)\//.test(url);

/** What browsers are shown for a refusal outside of any page. */
export const showRefused =
  (origin: string) =>
  (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Promise<FastifyReply> | undefined =>
    isBrowser(request) ? sendRefused(request, reply, refusal, origin) : undefined;
