import { Representation } from '#services/http/representation.ts';
import { archiveAddresses } from './addresses.ts';
import type { Resource } from './resource.ts';

/** The catalogue of interfaces as a link set (RFC 9727, RFC 9264). */
export function apiCatalog(origin: string): Resource {
  const at = (path: string) => ({ href: `${origin}${path}` });
  const json = 'application/json';
  const meta = { ...at(archiveAddresses.protocol), type: json };
  const linkset = [
    {
      anchor: `${origin}${archiveAddresses.apiCatalog}`,
      item: [at('/api/community'), at('/api/community/graphql'), at(archiveAddresses.archive)],
    },
    {
      anchor: `${origin}/api/community`,
      'service-desc': [{ ...at('/api/community/openapi.json'), type: json }],
      'service-meta': [meta, { ...at('/.well-known/morrowkin-rules.json'), type: json }],
    },
    { anchor: `${origin}/api/community/graphql`, 'service-meta': [meta] },
    {
      anchor: `${origin}${archiveAddresses.archive}`,
      'service-desc': [{ ...at(archiveAddresses.recordSchema), type: 'application/schema+json' }],
      'service-meta': [meta],
    },
  ];
  const representation = Representation.ofText(
    JSON.stringify({ linkset }),
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  return fixed(archiveAddresses.apiCatalog, representation, { 'api-catalog': archiveAddresses.apiCatalog });
}

/** Whom to tell of a weakness (RFC 9116). It expires half a year after the month it is read in, and so never while the service runs. */
export function securityContact(origin: string, contact: string): Resource {
  const expiresAt = () => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7, 1)).toISOString();
  };
  return {
    address: archiveAddresses.securityTxt,
    stampOf: expiresAt,
    make: async () => {
      const expires = expiresAt();
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${origin}${archiveAddresses.securityTxt}`,
      ];
      const text = lines.map((line) => `${line}\n`).join('');
      return { stamp: expires, representation: Representation.ofText(text, 'text/plain; charset=utf-8') };
    },
  };
}

/** What only another version of the service would change. */
export function fixed(
  address: string,
  representation: Representation,
  links: Readonly<Record<string, string>> = {},
): Resource {
  return { address, stampOf: () => '', make: async () => ({ stamp: '', representation }), links: () => links };
}
