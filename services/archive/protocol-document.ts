import { settingsOf } from '#domain/settings/rules.ts';
import { archiveDatasets, lastCursor, mostRecords, protocolVersion } from '#schema/records/protocol.ts';
import { archiveAddresses } from './addresses.ts';

/** What the service promises today, for machines (8.6): it names nothing that does not answer. Settings are the institution's public ones. */
export function protocolDocument(origin: string, settings: ReadonlyMap<string, unknown>): object {
  const at = (path: string) => `${origin}${path}`;
  return {
    version: protocolVersion,
    origin,
    demonstration: settings.get('demonstration') === true,
    licence: {
      protocol: 'MIT',
      code: 'MIT',
      memberContent: null,
      terms:
        'Descriptions of the protocol and its source code are under the MIT licence; what members wrote is not. ' +
        'That anyone may read it is no licence to train models on it, nor to publish private data again.',
    },
    // Each of these answers a plain GET.
    addresses: {
      protocol: at(archiveAddresses.protocol),
      recordSchema: at(archiveAddresses.recordSchema),
      rules: at('/.well-known/morrowkin-rules.json'),
      openapi: at('/api/community/openapi.json'),
      registry: at('/api/community/registry'),
      calibration: at('/api/community/calibration'),
    },
    graphql: at('/api/community/graphql'),
    export: {
      address: at(archiveAddresses.archive),
      first: at(`${archiveAddresses.archive}?dataset=claims&after=0`),
      datasets: archiveDatasets,
      parameters: {
        dataset: 'one of datasets',
        after: 'a cursor, 0 at first',
        limit: `1 to ${mostRecords}, ${mostRecords} unless given`,
      },
      largestCursor: lastCursor,
      pages:
        'The page at after=n covers ordinals n+1 to n+limit. nextCursor is the next page, null at the end. ' +
        'A correction or a withdrawal changes only its own page, an addition only the last.',
      checksum:
        'sha256 is the SHA-256 of the UTF-8 bytes of the response between "records": and ,"gone"; it covers the records and nothing else.',
      snapshot: false,
      consistency:
        'Pages show the current state, each at the moment it is sent; a walk over several pages is no snapshot of the database.',
      duties:
        'Keep original ids and links, read pages again to see corrections and withdrawals, and treat nothing that was withdrawn as current public content.',
    },
    moderation: {
      gone:
        'What is withdrawn by its author or hidden by staff leaves records; gone lists its id, its ordinal and when, never why or by whom. ' +
        'What comes back takes its old place.',
      cascade: 'Checks, reviews, resolutions and relationships go with their claim, reviews with their check.',
      labels:
        'A label rests on self-declared disclosure and on review; evidence is neither fetched nor verified. A changed label corrects the record.',
    },
    lagSeconds: 1,
    polling: {
      seconds: settingsOf(Object.fromEntries(settings)).pollingSeconds,
      advice: 'Ask no more often than this, conditionally with If-None-Match, and wait as Retry-After says.',
    },
  };
}
