import { graphql } from '../../document.ts';
import { nextCursor } from '../../rest/page.ts';
import { page } from '../page.ts';
import { wordsOf } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { ClaimList, claimRow } from '../parts/claims.tsx';
import { Empty, Section } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';

const labels = ['UNCHECKED', 'CHECKED', 'CHALLENGED', 'INDEPENDENTLY_REPRODUCED'] as const;
type Label = (typeof labels)[number];

const resolvedOptions = [
  ['', 'Either way'],
  ['yes', 'Resolved'],
  ['no', 'Not resolved'],
] as const;

const isLabel = (text: string | undefined): text is Label => labels.some((label) => label === text);

const filterOf = (query: Readonly<Record<string, string>>) => {
  const label = query.evidence?.toUpperCase();
  return {
    ...(query.search?.trim() ? { search: query.search.trim() } : {}),
    ...(query.author?.trim() ? { author: query.author.trim() } : {}),
    ...(isLabel(label) ? { evidence: [label] } : {}),
    ...(query.resolved === 'yes' || query.resolved === 'no' ? { resolved: query.resolved === 'yes' } : {}),
  };
};

export const registry = page({
  path: '/registry',
  document: graphql(
    `query RegistryPage($first: Int!, $after: String, $filter: ClaimFilter, $boosted: Boolean!) {
      claims(first: $first, after: $after, filter: $filter) { nodes { ...ClaimRow } pageInfo { hasNextPage endCursor } }
      boostedClaims(first: 10) @include(if: $boosted) { nodes { ...ClaimRow } }
    }`,
    [claimRow],
  ),
  variables: (asked) => {
    const filter = filterOf(asked.query);
    const page = pageOf(asked, 'claims');
    return { ...page, filter, boosted: page.after === null && Object.keys(filter).length === 0 };
  },
  show: ({ claims, boostedClaims }, asked) => {
    const { query, origin, viewer } = asked;
    const filtered = Object.keys(filterOf(query)).length > 0;
    const next = nextCursor('claims', claims.pageInfo);
    return {
      title: 'Registry',
      description: 'Every active claim, oldest first, with the label that follows from its checks.',
      feed: 'claims',
      json: `/api/community/registry${query.after ? `?after=${encodeURIComponent(query.after)}` : ''}`,
      linkedData: {
        '@type': 'Dataset',
        name: 'Morrowkin registry',
        description:
          'Checkable claims with their method, evidence address, checks, reviews and conclusions. What members wrote is under no licence.',
        url: `${origin}/registry`,
        isAccessibleForFree: true,
        distribution: [
          {
            '@type': 'DataDownload',
            encodingFormat: 'application/json',
            contentUrl: `${origin}/api/community/archive?dataset=claims&after=0`,
          },
        ],
      },
      body: (
        <>
          <div class="title-row">
            <h1>Registry</h1>
            {viewer ? (
              <a class="button main" href="/registry/new">
                File a claim
              </a>
            ) : null}
          </div>
          <p class="lead">
            Active claims, oldest first. Nothing submitted ever changes; what is withdrawn or hidden leaves.
          </p>
          <search>
            <form class="filter" method="get" action="/registry" aria-label="Filter claims">
              <div class="field grow">
                <label for="search">Words</label>
                <input id="search" type="search" name="search" value={query.search ?? ''} />
              </div>
              <div class="field">
                <label for="evidence">Label</label>
                <select id="evidence" name="evidence">
                  <option value="">Any label</option>
                  {labels.map((label) => (
                    <option
                      value={label.toLowerCase()}
                      {...(query.evidence === label.toLowerCase() ? { selected: true } : {})}
                    >
                      {wordsOf(label)}
                    </option>
                  ))}
                </select>
              </div>
              <div class="field">
                <label for="resolved">Conclusion</label>
                <select id="resolved" name="resolved">
                  {resolvedOptions.map(([value, words]) => (
                    <option value={value} {...(query.resolved === value ? { selected: true } : {})}>
                      {words}
                    </option>
                  ))}
                </select>
              </div>
              <div class="field">
                <label for="author">Author’s handle</label>
                <input
                  id="author"
                  type="text"
                  name="author"
                  class="short"
                  value={query.author ?? ''}
                  autocomplete="off"
                  autocapitalize="none"
                />
              </div>
              <p class="submit">
                <button type="submit">Filter</button>
                {filtered ? <a href="/registry">Show all</a> : null}
              </p>
            </form>
          </search>
          <Caveat of={['label']} />
          {boostedClaims && boostedClaims.nodes.length > 0 ? (
            <div class="boosted">
              <Section id="boosted" title="Boosted">
                <Caveat of={['boost']} />
                <ClaimList claims={boostedClaims.nodes} level="h3" />
              </Section>
            </div>
          ) : null}
          <Section id="claims" title={filtered ? 'Claims that fit' : 'All claims'}>
            {claims.nodes.length > 0 ? (
              <ClaimList claims={claims.nodes} level="h3" />
            ) : filtered ? (
              <Empty>No active claim fits. Fewer words, or another label, may find more.</Empty>
            ) : (
              <Empty>
                {next === null && !query.after ? 'No claim is filed yet.' : 'There is nothing after this place.'}
              </Empty>
            )}
            <Pager asked={asked} list="claims" info={claims.pageInfo} />
          </Section>
        </>
      ),
    };
  },
});
