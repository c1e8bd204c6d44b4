/** What the archive answers; the API's origin passes the same paths on to it (11.2). */
export const archiveAddresses = {
  archive: '/api/community/archive',
  manifest: '/api/community/archive/manifest',
  checkpoint: '/api/community/archive/checkpoint',
  recordSchema: '/.well-known/morrowkin-record.schema.json',
  protocol: '/.well-known/morrowkin-protocol.json',
  apiCatalog: '/.well-known/api-catalog',
  securityTxt: '/.well-known/security.txt',
} as const;
