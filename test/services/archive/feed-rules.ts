// What the documents of RSS 2.0, Atom and JSON Feed 1.1 ask for beyond well-formedness, as far as our feeds use it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const text = { type: 'string' } as const;
const address = { type: 'string', format: 'uri', pattern: '^https?://' } as const;
const date = { type: 'string', format: 'date-time' } as const;
const closed = { additionalProperties: false, patternProperties: { '^_[A-Za-z]+$': { type: 'object' } } } as const;
const authors = {
  type: 'array',
  minItems: 1,
  items: { type: 'object', properties: { name: text, url: address, avatar: address }, minProperties: 1, ...closed },
} as const;

const jsonFeed = {
  type: 'object',
  ...closed,
  required: ['version', 'title', 'items'],
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: text,
    home_page_url: address,
    feed_url: address,
    description: text,
    user_comment: text,
    next_url: address,
    icon: address,
    favicon: address,
    authors,
    language: text,
    expired: { type: 'boolean' },
    hubs: { type: 'array' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        ...closed,
        required: ['id'],
        anyOf: [{ required: ['content_text'] }, { required: ['content_html'] }],
        properties: {
          id: { type: 'string', minLength: 1 },
          url: address,
          external_url: address,
          title: text,
          content_text: text,
          content_html: text,
          summary: text,
          image: address,
          banner_image: address,
          date_published: date,
          date_modified: date,
          authors,
          tags: { type: 'array', items: text },
          language: text,
          attachments: { type: 'array' },
        },
      },
    },
  },
} as const;

const ajv = new Ajv2020({ strict: true, allErrors: true, strictRequired: false });
addFormats.default(ajv);
const fitsJsonFeed: ValidateFunction = ajv.compile(jsonFeed);

const repeated = (names: readonly string[]) => names.filter((name, place) => names.indexOf(name) !== place);

/** What is wrong with a JSON Feed. */
export function faultsOfJson(document: string): string[] {
  const feed = JSON.parse(document) as { feed_url?: string; next_url?: string; items: { id: string }[] };
  if (!fitsJsonFeed(feed)) return [ajv.errorsText(fitsJsonFeed.errors)];
  return [
    ...(feed.next_url !== undefined && feed.next_url === feed.feed_url ? ['next_url is the feed itself'] : []),
    ...repeated(feed.items.map(({ id }) => id)).map((id) => `${id} comes twice`),
  ];
}

/** An element as an XML parser sees it: name, attributes, its own text, children. */
export type Element = [name: string, attributes: Record<string, string>, text: string, children: Element[]];

/** Documents as Python's parser reads them; undefined where there is no python3. */
export async function parsed(documents: readonly string[]): Promise<Element[] | undefined> {
  const script = `import json, sys, xml.etree.ElementTree as tree
def read(one):
    return [one.tag, one.attrib, one.text or '', [read(child) for child in one]]
print(json.dumps([read(tree.fromstring(text.encode())) for text in json.load(sys.stdin)]))`;
  const running = promisify(execFile)('python3', ['-c', script], { maxBuffer: 2 ** 28 });
  running.child.stdin?.on('error', () => {}).end(JSON.stringify(documents));
  try {
    return JSON.parse((await running).stdout) as Element[];
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === 'ENOENT') return undefined;
    throw thrown;
  }
}

const rss = {
  channel:
    'title link description language copyright managingEditor webMaster pubDate lastBuildDate category generator docs cloud ttl image rating textInput skipHours skipDays item'.split(
      ' ',
    ),
  item: 'title link description author category comments enclosure guid pubDate source'.split(' '),
  several: ['category', 'item'],
};
const atom = '{http://www.w3.org/2005/Atom}';
const mailDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const isAddress = (one: string | undefined) => one !== undefined && /^https?:\/\/[^\s<>"]+$/.test(one);

const all = ([, , , children]: Element, name: string) => children.filter(([one]) => one === name);
const textOf = (element: Element, name: string) => all(element, name)[0]?.[2];

function faultsOfRssPart(element: Element, known: readonly string[]): string[] {
  const names = element[3].map(([name]) => name).filter((name) => !name.startsWith('{'));
  return [
    ...names.filter((name) => !known.includes(name)).map((name) => `${name} is no element of RSS`),
    ...repeated(names.filter((name) => !rss.several.includes(name))).map((name) => `${name} comes twice`),
    ...['pubDate', 'lastBuildDate']
      .flatMap((name) => all(element, name))
      .filter(([, , date]) => !mailDate.test(date))
      .map(([name, , date]) => `${name} is ${date}`),
    ...all(element, 'link')
      .filter(([, , link]) => !isAddress(link))
      .map(([, , link]) => `the link is ${link}`),
  ];
}

/** What is wrong with an RSS document. */
export function faultsOfRss(root: Element): string[] {
  const [channel, ...more] = all(root, 'channel');
  if (root[0] !== 'rss' || root[1].version !== '2.0' || !channel || more.length > 0) return ['it is no RSS 2.0'];
  const items = all(channel, 'item');
  const guids = items.flatMap((item) => all(item, 'guid'));
  return [
    ...['title', 'link', 'description'].filter((name) => !textOf(channel, name)).map((name) => `it has no ${name}`),
    ...faultsOfRssPart(channel, rss.channel),
    ...items.flatMap((item) => faultsOfRssPart(item, rss.item)),
    ...items
      .filter((item) => !textOf(item, 'title') && !textOf(item, 'description'))
      .map(() => 'an item has neither title nor description'),
    ...guids
      .filter(([, { isPermaLink = 'true' }, guid]) => isPermaLink === 'true' && !isAddress(guid))
      .map(([, , guid]) => `${guid} is no permanent link`),
    ...repeated(guids.map(([, , guid]) => guid)).map((guid) => `${guid} comes twice`),
    ...faultsOfSelf(all(channel, `${atom}link`)),
  ];
}

/** What is wrong with an Atom document that its schema does not say. */
export function faultsOfAtom(root: Element): string[] {
  if (root[0] !== `${atom}feed`) return ['it is no Atom feed'];
  const entries = all(root, `${atom}entry`);
  const authorless = [root, ...entries].filter((one) => all(one, `${atom}author`).length === 0);
  const ids = entries.map((entry) => textOf(entry, `${atom}id`) ?? '');
  return [
    ...(authorless.includes(root) && authorless.length > 1 ? ['an entry has no author, nor has the feed'] : []),
    ...[textOf(root, `${atom}id`), ...ids].filter((id) => !isAddress(id)).map((id) => `${id} is no id`),
    ...repeated(ids).map((id) => `${id} comes twice`),
    ...entries
      .filter((entry) => !all(entry, `${atom}link`).some(([, { rel }]) => rel === 'alternate'))
      .map((entry) => `${textOf(entry, `${atom}id`)} leads nowhere`),
    ...faultsOfSelf(all(root, `${atom}link`)),
  ];
}

function faultsOfSelf(links: readonly Element[]): string[] {
  const selves = links.filter(([, { rel }]) => rel === 'self');
  return [
    ...(selves.length === 1 ? [] : [`it has ${selves.length} links to itself`]),
    ...links.filter(([, { href }]) => !isAddress(href)).map(([, { rel }]) => `the link ${rel} leads nowhere`),
  ];
}
