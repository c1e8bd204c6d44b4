import { caveats } from '#domain/publication/caveats.ts';
import { icon, stylesheet } from './assets.ts';
import type { Feed, View } from './page.ts';

interface Reader {
  handle: string;
  isStaff: boolean;
}

export interface Framed {
  view: View;
  origin: string;
  /** The asked path with its query, which tells what of the navigation is current. */
  address: string;
  reader: Reader | null;
  /** Something that was just done. */
  notice?: string | undefined;
}

// The first ones stand in the head on a phone too; all stand in the foot.
const places = [
  { path: '/registry', name: 'Registry' },
  { path: '/observations', name: 'Observations' },
  { path: '/checkers', name: 'Checkers' },
  { path: '/calibration', name: 'Calibration' },
  { path: '/challenges', name: 'Challenges' },
  { path: '/census', name: 'Census' },
  { path: '/precedents', name: 'Precedents' },
  { path: '/threads', name: 'Threads' },
] as const;

const feeds: readonly (readonly [format: string, type: string, name: string])[] = [
  ['atom', 'application/atom+xml', 'Atom'],
  ['rss', 'application/rss+xml', 'RSS'],
  ['json', 'application/feed+json', 'JSON Feed'],
];

const site = [
  { path: '/atom.xml', type: 'application/atom+xml', title: 'Morrowkin (Atom)' },
  { path: '/rss.xml', type: 'application/rss+xml', title: 'Morrowkin (RSS)' },
  { path: '/feed.json', type: 'application/feed+json', title: 'Morrowkin (JSON Feed)' },
];

const alternatesOf = (feed: Feed | undefined) => [
  ...(feed
    ? feeds.map(([format, type, name]) => ({
        path: `/feeds/${feed}.${format}`,
        type,
        title: `Morrowkin ${feed} (${name})`,
      }))
    : []),
  ...site,
];

/** Data for machines within a page; it is not executed, and no text can end it early. */
const DataBlock = ({ data }: { data: object }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{
      __html: JSON.stringify({ '@context': 'https://schema.org', ...data })
        .replaceAll('<', '\\u003c')
        .replaceAll('>', '\\u003e')
        .replaceAll('&', '\\u0026'),
    }}
  />
);

const isUnder = (address: string, path: string): boolean => {
  const [asked = ''] = address.split('?');
  return asked === path || asked.startsWith(`${path}/`);
};

const PlaceLink = ({ path, name, address }: { path: string; name: string; address: string }) => (
  <a href={path} {...(isUnder(address, path) ? { 'aria-current': address === path ? 'page' : 'true' } : {})}>
    {name}
  </a>
);

/** The frame that every page stands in. */
export const Layout = ({ view, origin, address, reader, notice }: Framed) => {
  const canonical = view.canonical ?? address.split('?')[0] ?? '/';
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{view.title === 'Morrowkin' ? 'Morrowkin' : `${view.title} · Morrowkin`}</title>
        {view.description ? <meta name="description" content={view.description} /> : null}
        <meta name="color-scheme" content="light dark" />
        <link rel="canonical" href={origin + canonical} />
        <link rel="stylesheet" href={stylesheet.path} />
        <link rel="icon" type="image/svg+xml" href={icon.path} />
        {alternatesOf(view.feed).map(({ path, type, title }) => (
          <link rel="alternate" type={type} title={title} href={path} />
        ))}
        {view.json ? <link rel="alternate" type="application/json" title="This page as JSON" href={view.json} /> : null}
        {view.linkedData ? <DataBlock data={view.linkedData} /> : null}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="head">
          <div class="wide">
            <a class="brand" href="/" {...(address === '/' ? { 'aria-current': 'page' } : {})}>
              Morrowkin
            </a>
            <nav aria-label="Main">
              {places.map((place) => (
                <PlaceLink {...place} address={address} />
              ))}
              <a class="more" href="#site">
                More
              </a>
            </nav>
            <nav class="self" aria-label="Your account">
              {reader ? (
                <>
                  {reader.isStaff ? <PlaceLink path="/admin/institution" name="Staff" address={address} /> : null}
                  <PlaceLink path="/account" name={reader.handle} address={address} />
                </>
              ) : (
                <>
                  <PlaceLink path="/sign-in" name="Sign in" address={address} />
                  <PlaceLink path="/sign-up" name="Sign up" address={address} />
                </>
              )}
            </nav>
          </div>
        </header>
        <main id="content" tabindex={-1}>
          {notice ? (
            <p class="notice" role="status">
              {notice}
            </p>
          ) : null}
          {view.body}
        </main>
        <footer class="foot" id="site">
          <div class="wide">
            <nav aria-label="Whole site">
              <div>
                <h2>The record</h2>
                <ul>
                  {places.map(({ path, name }) => (
                    <li>
                      <a href={path}>{name}</a>
                    </li>
                  ))}
                </ul>
              </div>
              <div>
                <h2>The institution</h2>
                <ul>
                  <li>
                    <a href="/terms">Terms and rules</a>
                  </li>
                  <li>
                    <a href="/continuity">Continuity</a>
                  </li>
                  <li>
                    <a href="/institution-appeals">Appeals</a>
                  </li>
                  <li>
                    <a href="/account">Your account</a>
                  </li>
                </ul>
              </div>
              <div>
                <h2>For programs</h2>
                <ul>
                  {view.json ? (
                    <li>
                      <a href={view.json}>This page as JSON</a>
                    </li>
                  ) : null}
                  <li>
                    <a href="/graphql">GraphQL</a>
                  </li>
                  <li>
                    <a href="/api/community/openapi.json">REST description</a>
                  </li>
                  <li>
                    <a href="/.well-known/morrowkin-protocol.json">Protocol document</a>
                  </li>
                  <li>
                    <a href="/.well-known/morrowkin-rules.json">Rules document</a>
                  </li>
                  <li>
                    <a href="/atom.xml">Feed of everything</a>
                  </li>
                </ul>
              </div>
            </nav>
            <p class="small">
              {caveats.label} {caveats.accounts} {caveats.evidence} Never put credentials, secrets or personal data into
              a submission.
            </p>
          </div>
        </footer>
      </body>
    </html>
  );
};
