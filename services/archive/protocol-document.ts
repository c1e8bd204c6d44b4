import { settingsOf } from '#domain/settings/rules.ts';
import { checkpointForm, rotationForm } from '#schema/records/checkpoint.ts';
import { feedDatasets, feedEntries, feedFormNames, feedPath } from '#schema/records/feeds.ts';
import { archiveDatasets, lastCursor, mostRecords, pagesPerBlock, protocolVersion } from '#schema/records/protocol.ts';
import { Representation } from '#services/http/representation.ts';
import { archiveAddresses } from './addresses.ts';
import type { Signer } from './keys.ts';
import type { Moment } from './publication.ts';
import type { Resource } from './resource.ts';

/** The protocol document: it follows the public settings and the keys. */
export function protocolResource(origin: string, signer: Signer): Resource {
  const stampOf = ({ settings }: Moment) => JSON.stringify([signer.keyId, settings]);
  return {
    address: archiveAddresses.protocol,
    signed: true,
    stampOf,
    make: async (moment) => ({
      stamp: stampOf(moment),
      representation: Representation.ofJson(protocolDocument(origin, moment.settings, signer.keys)),
    }),
  };
}

/** What the service promises today, for machines (8.6): it names nothing that does not answer. Settings are the institution's public ones. */
function protocolDocument(origin: string, settings: Moment['settings'], keys: Signer['keys']): object {
  const at = (path: string) => `${origin}${path}`;
  return {
    version: protocolVersion,
    origin,
    demonstration: settings.demonstration === true,
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
      checkpoint: at(archiveAddresses.checkpoint),
      apiCatalog: at(archiveAddresses.apiCatalog),
      security: at(archiveAddresses.securityTxt),
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
    manifest: {
      address: at(archiveAddresses.manifest),
      first: at(`${archiveAddresses.manifest}?dataset=claims`),
      parameters: { dataset: 'one of datasets', block: 'the index of a block, for its pages' },
      pageRecords: mostRecords,
      blockPages: pagesPerBlock,
      hashes:
        'Of the pages at limit=100. A block’s sha256 is the SHA-256 of its pages’ hashes in order, each as 64 lower-case hexadecimal digits and a newline; ' +
        'root is the same over the blocks’ hashes. What is gone is told beside the records and not hashed.',
    },
    checkpoint: {
      form: checkpointForm,
      body: 'Lines that each end with a newline: the form, the origin, the generation, the time of the newest change, then dataset, records, pages and root of each dataset, separated by single spaces.',
      signature: 'Base64 of the Ed25519 signature of the UTF-8 bytes of body, by the key of keyId.',
      generation: 'It grows with every change; a lower one than seen before is an older state.',
    },
    feeds: {
      addresses: Object.fromEntries(
        (['site', ...feedDatasets] as const).map((of) => [
          of,
          Object.fromEntries(feedFormNames.map((form) => [form, at(feedPath(of, form))])),
        ]),
      ),
      entries: feedEntries,
      older:
        'Archived feeds (RFC 5005) of each dataset hold the rest: follow prev-archive, in JSON next_url. The site’s own feed is a window on the newest and links to those of the datasets.',
      gone: 'What went is named by at:deleted-entry (RFC 6721), in JSON by _morrowkin.deleted; updated moves forward with every change.',
    },
    keys,
    keyRotation: {
      form: rotationForm,
      signature:
        'Base64 of the Ed25519 signature, by the key signedBy, of the UTF-8 bytes of five lines that each end with a newline: the form, signedBy, id, publicKey and from of the new key. ' +
        'Keep the first key you saw and follow signed rotations only.',
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
      seconds: settingsOf(settings).pollingSeconds,
      advice: 'Ask no more often than this, conditionally with If-None-Match, and wait as Retry-After says.',
    },
  };
}
