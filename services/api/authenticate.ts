import type { IncomingHttpHeaders } from 'node:http';
import { type Viewer, viewerBySession, viewerByToken } from '#domain/members/identify.ts';
import { csrfOf, isCsrfOf } from '#domain/members/secrets.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import type { Queryable } from '#prisma/database.ts';
import { sessionIn } from './session-cookie.ts';

/** Who calls. */
export interface Identity {
  /** Null for a visitor. */
  viewer: Viewer | null;
  /** What an act without a viewer is refused with. */
  missing: 'auth.required' | 'auth.csrf';
}

const stranger: Identity = { viewer: null, missing: 'auth.required' };

/** The holder of a bearer token; null without an Authorization header, 401 for any that is not a live token's, on a public read too (1.4). */
export async function bearer(database: Queryable, headers: IncomingHttpHeaders): Promise<Viewer | null> {
  const { authorization } = headers;
  if (authorization === undefined) return null;
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  const viewer = token === undefined ? null : await viewerByToken(database, token);
  if (!viewer) throw new Refusal('auth.invalid');
  return viewer;
}

/** What the browser says, where it says it; a caller without either header is no browser, and no other site can make it call. */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined || headers.origin === origin;
}

/**
 * Who calls GraphQL or REST (1.4). A bearer token wins over a cookie. A session counts only in a same-origin call whose
 * `X-CSRF-Token` is the session's; without that the cookie changes nothing: reads are a visitor's, acts are refused `auth.csrf`.
 * A session that ended is nobody's, so that a stale cookie locks no one out of reading and signing in.
 */
export async function authenticate(
  database: Queryable,
  headers: IncomingHttpHeaders,
  origin: string,
): Promise<Identity> {
  const holder = await bearer(database, headers);
  if (holder) return { viewer: holder, missing: 'auth.required' };
  const session = sessionIn(headers.cookie, origin);
  if (session === undefined) return stranger;
  const csrf = headers['x-csrf-token'];
  if (!isSameOrigin(headers, origin) || typeof csrf !== 'string' || !isCsrfOf(session, csrf))
    return { viewer: null, missing: 'auth.csrf' };
  const viewer = await viewerBySession(database, session);
  return viewer ? { viewer, missing: 'auth.required' } : stranger;
}

/** A session as pages know it. */
export interface PageSession {
  viewer: Viewer;
  /** What its forms carry. */
  csrf: string;
  /** Whether a form carries it. */
  isOwn(given: string): boolean;
}

/** Who opens a page: the session of the cookie alone; its forms carry the CSRF token (1.4). */
export async function pageSession(
  database: Queryable,
  headers: IncomingHttpHeaders,
  origin: string,
): Promise<PageSession | null> {
  const session = sessionIn(headers.cookie, origin);
  const viewer = session === undefined ? null : await viewerBySession(database, session);
  if (session === undefined || !viewer) return null;
  return { viewer, csrf: csrfOf(session), isOwn: (given) => isCsrfOf(session, given) };
}
