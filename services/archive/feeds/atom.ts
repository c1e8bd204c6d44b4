import { type Feed, generator } from './feed.ts';
import { element, xmlDocument } from './xml.ts';

export const namespaces = {
  atom: 'http://www.w3.org/2005/Atom',
  deletions: 'http://purl.org/atompub/tombstones/1.0',
  history: 'http://purl.org/syndication/history/1.0',
} as const;

const type = 'application/atom+xml';
const put = (name: string, text: string) => element(name, {}, text);
const person = (name: string) => element('author', {}, put('name', name));

/** The feed as Atom (RFC 4287), with deletions (RFC 6721) and archives (RFC 5005). Member text is of type `text`. */
export function atomOf(feed: Feed): string {
  const self = feed.links('atom').find(({ rel }) => rel === 'self')?.href ?? feed.page;
  const root = element(
    'feed',
    { xmlns: namespaces.atom, 'xmlns:at': namespaces.deletions, 'xmlns:fh': namespaces.history },
    put('id', self),
    put('title', feed.title),
    put('subtitle', feed.subtitle),
    put('updated', feed.updatedAt),
    person(generator),
    put('generator', generator),
    element('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
    feed.links('atom').map(({ rel, href }) => element('link', { rel, type, href })),
    feed.archived && element('fh:archive', {}),
    feed.gone.map(({ url, goneAt }) => element('at:deleted-entry', { ref: url, when: goneAt })),
    feed.entries.map((entry) =>
      element(
        'entry',
        {},
        put('id', entry.url),
        element('title', { type: 'text' }, entry.title),
        put('published', entry.publishedAt),
        put('updated', entry.changedAt),
        entry.author !== undefined && person(entry.author),
        element('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
        element('summary', { type: 'text' }, entry.text),
      ),
    ),
  );
  return xmlDocument(root);
}
