import { Refusal } from '#domain/refusals/refusal.ts';
import {
  type FeedDataset,
  type FeedForm,
  type FeedOf,
  feedDatasets,
  feedEntries,
  feedForms,
  feedPath,
  feedTitle,
} from '#schema/records/feeds.ts';
import { recordSchemas } from '#schema/records/index.ts';
import { Representation } from '#services/http/representation.ts';
import type { FeedRead, Moment, PublicationReader } from '../publication.ts';
import type { Resource } from '../resource.ts';
import { atomOf } from './atom.ts';
import { entryOf } from './entry.ts';
import type { Feed } from './feed.ts';
import { jsonOf } from './json.ts';
import { rssOf } from './rss.ts';

const writers: Readonly<Record<FeedForm, (feed: Feed) => string>> = { rss: rssOf, atom: atomOf, json: jsonOf };

/** The page of the site that shows what a feed tells of. */
const pages: Readonly<Record<FeedOf, string>> = {
  site: '/',
  claims: '/registry',
  checks: '/registry',
  resolutions: '/calibration',
  observations: '/observations',
  precedents: '/precedents',
  challenges: '/challenges',
};

const siteSubtitle =
  'What the registry published last. Each kind of record says in its own feed what it does not prove.';

type Link = { rel: string; href: (form: FeedForm) => string };

/** The newest entries of a dataset or of the whole site. Everything older stands in archived feeds: the datasets' own. */
export function feedResource(publication: PublicationReader, origin: string, of: FeedOf, form: FeedForm): Resource {
  const datasets: readonly FeedDataset[] = of === 'site' ? feedDatasets : [of];
  return resource(origin, of, form, feedPath(of, form), {
    stampOf: ({ versions }) => JSON.stringify(datasets.map((dataset) => versions[dataset])),
    async read() {
      const reads = await publication.newest(datasets, feedEntries);
      const versions = Object.fromEntries(reads.map(({ dataset, datasetVersion }) => [dataset, datasetVersion]));
      const full = Math.floor((reads[0]?.last ?? 0) / feedEntries);
      const links: Link[] = [{ rel: 'self', href: (one) => feedPath(of, one) }];
      if (of === 'site')
        links.push(...feedDatasets.map((one) => ({ rel: 'related', href: (form: FeedForm) => feedPath(one, form) })));
      else if (full > 0) links.push({ rel: 'prev-archive', href: (one) => feedPath(of, one, full) });
      return { stamp: JSON.stringify(datasets.map((dataset) => versions[dataset])), reads, links, archived: false };
    },
  });
}

/** An archived feed (RFC 5005) of a dataset, over 50 places that are all taken: what is added later is in others. */
export function archivedFeedResource(
  publication: PublicationReader,
  origin: string,
  of: FeedDataset,
  form: FeedForm,
  number: number,
): Resource {
  return resource(origin, of, form, feedPath(of, form, number), {
    stampOf: ({ versions }) => String(versions[of]),
    async read() {
      const read = await publication.archived(of, (number - 1) * feedEntries, feedEntries);
      const full = Math.floor(read.last / feedEntries);
      if (number > full) throw new Refusal('not_found');
      const links: Link[] = [
        { rel: 'self', href: (one) => feedPath(of, one, number) },
        { rel: 'current', href: (one) => feedPath(of, one) },
      ];
      if (number > 1) links.push({ rel: 'prev-archive', href: (one) => feedPath(of, one, number - 1) });
      if (number < full) links.push({ rel: 'next-archive', href: (one) => feedPath(of, one, number + 1) });
      return { stamp: String(read.datasetVersion), reads: [read], links, archived: true };
    },
  });
}

interface Source {
  stampOf(moment: Moment): string;
  read(): Promise<{ stamp: string; reads: FeedRead[]; links: Link[]; archived: boolean }>;
}

function resource(origin: string, of: FeedOf, form: FeedForm, address: string, { stampOf, read }: Source): Resource {
  return {
    address,
    stampOf,
    async make() {
      const { stamp, reads, links, archived } = await read();
      const feed: Feed = {
        of,
        title: archived ? `${feedTitle(of)}, archived` : feedTitle(of),
        subtitle: of === 'site' ? siteSubtitle : (recordSchemas[of].description ?? ''),
        origin,
        page: `${origin}${pages[of]}`,
        updatedAt:
          reads
            .map(({ changedAt }) => changedAt)
            .sort()
            .at(-1) ?? '',
        entries: newestOf(
          reads.flatMap(({ dataset, bodies }) => bodies.map((body) => entryOf(dataset as FeedDataset, body))),
          'publishedAt',
          reads.length > 1,
        ),
        gone: newestOf(
          reads.flatMap(({ gone }) => gone),
          'goneAt',
          reads.length > 1,
        ),
        archived,
        links: (one) => links.map(({ rel, href }) => ({ rel, href: `${origin}${href(one)}` })),
      };
      return {
        stamp,
        representation: Representation.ofText(writers[form](feed), `${feedForms[form].type}; charset=utf-8`),
      };
    },
  };
}

/** Of several datasets the newest by time; one alone stands in the order of its places already. */
function newestOf<Key extends string, Thing extends Record<Key, string> & { url: string }>(
  things: readonly Thing[],
  time: Key,
  several: boolean,
): readonly Thing[] {
  if (!several) return things;
  const keyOf = (thing: Thing) => `${thing[time]} ${thing.url}`;
  return [...things].sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1)).slice(0, feedEntries);
}
