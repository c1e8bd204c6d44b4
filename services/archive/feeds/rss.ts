import { namespaces } from './atom.ts';
import { type Feed, generator } from './feed.ts';
import { element, xmlDocument } from './xml.ts';

const type = 'application/rss+xml';
const put = (name: string, text: string) => element(name, {}, text);

/** The feed as RSS 2.0. Readers take titles and descriptions for HTML, so plain text is escaped once for that and once for XML. */
export function rssOf(feed: Feed): string {
  const channel = element(
    'channel',
    {},
    put('title', asHtml(feed.title)),
    put('link', feed.page),
    put('description', asHtml(feed.subtitle)),
    put('lastBuildDate', new Date(feed.updatedAt).toUTCString()),
    put('generator', generator),
    feed.links('rss').map(({ rel, href }) => element('atom:link', { rel, type, href })),
    feed.archived && element('fh:archive', {}),
    feed.gone.map(({ url, goneAt }) => element('at:deleted-entry', { ref: url, when: goneAt })),
    feed.entries.map((entry) =>
      element(
        'item',
        {},
        put('title', asHtml(entry.title)),
        put('link', entry.url),
        element('guid', { isPermaLink: 'true' }, entry.url),
        put('pubDate', new Date(entry.publishedAt).toUTCString()),
        put('description', asHtml(entry.text).replace(/\n/g, '<br>\n')),
        put('atom:updated', entry.changedAt),
        entry.author !== undefined && put('dc:creator', entry.author),
      ),
    ),
  );
  const spaces = {
    'xmlns:atom': namespaces.atom,
    'xmlns:at': namespaces.deletions,
    'xmlns:fh': namespaces.history,
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  };
  return xmlDocument(element('rss', { version: '2.0', ...spaces }, channel));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const asHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
