import { expect, test } from 'vitest';
import { evidenceAddressFault } from '#domain/text/evidence.ts';

test.each([
  ['HTTPS://example.org/a', /https address/],
  ['hTTps://user@example.org/a', /https address/],
  ['https:/example.org/a', /https address/],
  ['javascript:alert(1)', /https address/],
  ['https://@example.org/', /user information/],
  ['https://user:word@example.org/', /user information/],
  ['https://1572395042/', /IP address/],
  ['https://0x5db8d822/', /IP address/],
  ['https://[::1]/', /IP address/],
  ['https://printer.local./', /public host/],
  ['https://db.INTERNAL/', /public host/],
  ['https://nas.home.arpa/', /public host/],
  ['https://abcdefghijklmnop.onion/', /public host/],
  ['https://co.uk/', /public host/],
])('%s is no public evidence address', (address, fault) => {
  expect(evidenceAddressFault(address)).toMatch(fault);
});

test.each([
  'https://example.org',
  'https://EXAMPLE.org:8443/A?b#c',
  'https://b\u00fccher.example.org/\u00e4',
  'https://example.org./x',
])('%s is one, and is kept as it was given', (address) => {
  expect(evidenceAddressFault(address)).toBeUndefined();
});
