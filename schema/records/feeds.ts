import type { ArchiveDataset } from './protocol.ts';

/** The datasets that have feeds (8.7). */
export const feedDatasets = [
  'claims',
  'checks',
  'resolutions',
  'observations',
  'precedents',
  'challenges',
] as const satisfies readonly ArchiveDataset[];
export type FeedDataset = (typeof feedDatasets)[number];
/** One dataset, or the whole site. */
export type FeedOf = FeedDataset | 'site';

/** The forms of a feed, by the ending of its address. */
export const feedForms = {
  rss: { type: 'application/rss+xml', name: 'RSS' },
  atom: { type: 'application/atom+xml', name: 'Atom' },
  json: { type: 'application/feed+json', name: 'JSON Feed' },
} as const;
export type FeedForm = keyof typeof feedForms;
export const feedFormNames = Object.keys(feedForms) as FeedForm[];

/** Entries of a feed, and ordinals of an archived one. */
export const feedEntries = 50;

const sitePaths: Readonly<Record<FeedForm, string>> = { rss: '/rss.xml', atom: '/atom.xml', json: '/feed.json' };

/** Where a feed stands; an archived one (RFC 5005) is numbered from 1. */
export const feedPath = (of: FeedOf, form: FeedForm, archived?: number): string =>
  of === 'site' ? sitePaths[form] : `/feeds/${of}${archived === undefined ? '' : `/archive/${archived}`}.${form}`;

export const feedTitle = (of: FeedOf): string => (of === 'site' ? 'Morrowkin' : `Morrowkin: ${of}`);

/** What a page puts into `<link rel="alternate" type=… title=… href=…>`: the whole site's feeds, and those of what it shows. */
export const feedLinks = (origin: string, ...of: readonly FeedOf[]): { type: string; title: string; href: string }[] =>
  of.flatMap((one) =>
    feedFormNames.map((form) => ({
      type: feedForms[form].type,
      title: `${feedTitle(one)} (${feedForms[form].name})`,
      href: `${origin}${feedPath(one, form)}`,
    })),
  );
