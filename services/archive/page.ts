import { createHash } from 'node:crypto';
import { type ArchiveDataset, mostRecords, protocolVersion } from '#schema/records/protocol.ts';
import { jsonType, Representation } from '#services/http/representation.ts';
import { archiveAddresses } from './addresses.ts';
import type { PageMark, PageParts, PublicationReader } from './publication.ts';
import type { Resource } from './resource.ts';

export interface PagePlace {
  dataset: ArchiveDataset;
  after: number;
  limit: number;
}

/** A page (8.1): its records are as they are stored, so the checksum is of the very bytes between `"records":` and `,"gone"`. */
export function pageBytes({ dataset, after, limit }: PagePlace, { records, gone, more }: PageParts): Buffer {
  const bytes = Buffer.from(records);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const head = `{"version":"${protocolVersion}","dataset":"${dataset}","after":${after},"records":`;
  const tail = `,"gone":${JSON.stringify(gone)},"nextCursor":${more ? after + limit : null},"sha256":"${sha256}"}`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]);
}

/** A page of a dataset; it is read again only where it changed itself, however much its dataset does. */
export function pageResource(publication: PublicationReader, place: PagePlace): Resource<PageMark> {
  const { dataset, after, limit } = place;
  return {
    address: addressOf(place),
    stampOf: ({ versions }) => String(versions[dataset]),
    async make(_moment, former) {
      const { datasetVersion, mark, parts } = await publication.page(dataset, after, limit, former?.mark);
      const stamp = String(datasetVersion);
      if (parts) return { stamp, mark, representation: new Representation(jsonType, pageBytes(place, parts)) };
      if (former) return { ...former, stamp };
      throw new Error('a page that nobody knew was given as known');
    },
    links: ({ mark }) => ({
      describedby: archiveAddresses.recordSchema,
      ...(mark?.more ? { next: addressOf({ ...place, after: after + limit }) } : {}),
    }),
  };
}

const addressOf = ({ dataset, after, limit }: PagePlace) =>
  `${archiveAddresses.archive}?dataset=${dataset}&after=${after}${limit === mostRecords ? '' : `&limit=${limit}`}`;
