import { ReaderFailure } from './failure.ts';

const host = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** An http or https origin in its one spelling, or undefined: a path, a query, a user or an odd host is no part of one. */
export function originOf(text: string): string | undefined {
  if (text.length > 300 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (!host.test(url.hostname) || url.username !== '' || url.password !== '') return undefined;
  // The parser resolves dots and strips blanks, so what it made must be what was written.
  const written = text.toLowerCase().replace(/\/$/, '');
  const spelled = [url.origin, `${url.protocol}//${url.hostname}:${url.port || (url.protocol === 'http:' ? 80 : 443)}`];
  return spelled.includes(written) ? url.origin : undefined;
}

/** The origin a caller gave, or a failure that says what one looks like. */
export function givenOrigin(text: string): string {
  const origin = originOf(text);
  if (origin !== undefined) return origin;
  throw new ReaderFailure(
    'refused',
    'An origin is http:// or https://, a host and perhaps a port, with nothing after it.',
  );
}

/** The one folder of an origin: no two origins share a name, and none leads elsewhere. */
export function folderOf(origin: string): string {
  const { protocol, hostname, port } = new URL(origin);
  // Colons stand in IPv6 addresses alone, whose brackets remain; plus signs stand in no host.
  return [protocol.slice(0, -1), hostname.replaceAll(':', '-'), ...(port === '' ? [] : [port])].join('+');
}
