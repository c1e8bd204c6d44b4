import { isIP } from 'node:net';
import { parse } from 'tldts';

const mostLength = 2048;
const privateNames = ['localhost', 'local', 'internal', 'onion'];

/** Why an evidence address is refused, or undefined where it is good (1.12). The address is judged by its text; nothing is fetched. */
export function evidenceAddressFault(text: string): string | undefined {
  if (text.length > mostLength) return `is longer than ${mostLength} characters`;
  if (!URL.canParse(text) || /\s/.test(text)) return 'is not an address';
  const url = new URL(text);
  // The scheme in lower case, as the record and its readers compare it; the address is kept as it was given.
  if (!text.startsWith('https://')) return 'is not an https address (https:// in lower case)';
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/.test(text)) return 'holds user information';
  const host = url.hostname.replace(/\.$/, '');
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return 'has an IP address for a host';
  const name = parse(host);
  const last = host.split('.').at(-1) ?? '';
  if (privateNames.includes(last) || /(?:^|\.)home\.arpa$/.test(host) || !name.isIcann || !name.domain)
    return 'has no public host name';
  return undefined;
}
