import { feedForms } from '#schema/records/feeds.ts';
import type { Feed } from './feed.ts';

/** The feed as JSON Feed 1.1; the rest is at `next_url`, what went in an extension of ours. */
export function jsonOf(feed: Feed): string {
  const href = (rel: string) => feed.links('json').find((link) => link.rel === rel)?.href;
  const next = href('prev-archive');
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.subtitle,
    home_page_url: feed.page,
    feed_url: href('self'),
    ...(next === undefined ? {} : { next_url: next }),
    _morrowkin: {
      about: `${feed.origin}/.well-known/morrowkin-protocol.json`,
      updated_at: feed.updatedAt,
      archived: feed.archived,
      links: feed.links('json').map((link) => ({ ...link, type: feedForms.json.type })),
      deleted: feed.gone.map(({ url, goneAt }) => ({ id: url, when: goneAt })),
    },
    items: feed.entries.map(({ url, title, text, author, publishedAt, changedAt }) => ({
      id: url,
      url,
      title,
      content_text: text,
      date_published: publishedAt,
      date_modified: changedAt,
      ...(author === undefined ? {} : { authors: [{ name: author }] }),
    })),
  });
}
