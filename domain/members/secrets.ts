import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** All that is stored of a secret. A fast hash is enough: nobody guesses 256 random bits. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The CSRF token of a session (1.4). Whoever holds the cookie's value could compute it; scripts of other sites, and of this one, cannot read that value. */
export const csrfOf = (session: string): string => createHmac('sha256', session).update('csrf').digest('base64url');

/** Whether a request carries its session's CSRF token. */
export function isCsrfOf(session: string, given: string): boolean {
  return timingSafeEqual(hashOf(csrfOf(session)), hashOf(given));
}
