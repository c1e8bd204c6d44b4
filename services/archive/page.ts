import { createHash } from 'node:crypto';
import { type ArchiveDataset, mostRecords, protocolVersion } from '#schema/records/protocol.ts';
import { Representation } from '#services/http/representation.ts';
import { archiveAddresses } from './addresses.ts';
import type { PageMark, PageParts, PublicationReader } from './publication.ts';
import type { Resource } from './resource.ts';

export interface PagePlace {
  dataset: ArchiveDataset;
  after: number;
  limit: number;
}

/** The text of a page (8.1): stored bodies are joined as they are, so the checksum is of the very bytes between `"records":` and `,"gone"`. */
export function pageText({ dataset, after, limit }: PagePlace, { bodies, gone, more }: PageParts): string {
  const records = `[${bodies.join(',')}]`;
  const sha256 = createHash('sha256').update(records, 'utf8').digest('hex');
  const head = `{"version":"${protocolVersion}","dataset":"${dataset}","after":${after}`;
  return `${head},"records":${records},"gone":${JSON.stringify(gone)},"nextCursor":${more ? after + limit : null},"sha256":"${sha256}"}`;
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
      if (parts) return { stamp, mark, representation: Representation.ofText(pageText(place, parts)) };
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
