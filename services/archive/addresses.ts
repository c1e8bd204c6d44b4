/** What the archive answers; the API's origin passes the same paths on to it (11.2). */
export const archiveAddresses = {
  archive: '/api/community/archive',
  recordSchema: '/.well-known/morrowkin-record.schema.json',
  protocol: '/.well-known/morrowkin-protocol.json',
} as const;
