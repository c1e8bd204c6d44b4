import { parseCookie, stringifySetCookie } from 'cookie';
import { sessionSeconds } from '#domain/members/rules.ts';

const isHttps = (origin: string): boolean => origin.startsWith('https:');

// The prefix makes browsers refuse the cookie from another host or over plain http.
export const sessionCookieAt = (origin: string): string => (isHttps(origin) ? '__Host-morrowkin' : 'morrowkin');

/** The session's secret in a request's cookies, if it has one. */
export function sessionIn(cookies: string | undefined, origin: string): string | undefined {
  return cookies === undefined ? undefined : parseCookie(cookies)[sessionCookieAt(origin)];
}

/** The `Set-Cookie` of a session, or null to take it away (1.4). It ends with the session, whatever the browser's clock says. */
export function setSession(secret: string | null, origin: string): string {
  return stringifySetCookie({
    name: sessionCookieAt(origin),
    value: secret ?? '',
    maxAge: secret === null ? 0 : sessionSeconds,
    path: '/',
    httpOnly: true,
    secure: isHttps(origin),
    sameSite: 'lax',
  });
}
