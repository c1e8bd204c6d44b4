import type { ResultOf } from 'gql.tada';
import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Section, Time, Words } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';

const row = graphql(`
  fragment PrecedentRow on Precedent { id situation decision reasons ruleIds publishedAt state }
`);

const Rules = ({ of: { ruleIds } }: { of: ResultOf<typeof row> }) =>
  ruleIds.length === 0 ? null : (
    <p class="meta">
      Rules:{' '}
      {ruleIds.map((id, n) => (
        <>
          {n > 0 ? ', ' : ''}
          <a href={`/terms#${id}`}>{id}</a>
        </>
      ))}
    </p>
  );

const Tombstone = () => (
  <p class="empty">This precedent was withdrawn. Its address stays; its text is gone from every table.</p>
);

export const precedents = page({
  path: '/precedents',
  document: graphql(
    `query PrecedentsPage($first: Int!, $after: String) {
      precedents(first: $first, after: $after) { nodes { ...PrecedentRow } pageInfo { hasNextPage endCursor } }
    }`,
    [row],
  ),
  variables: (asked) => pageOf(asked, 'precedents'),
  show: ({ precedents: list }, asked) => ({
    title: 'Precedents',
    description: 'Redacted examples of how staff decided.',
    feed: 'precedents',
    json: '/api/community/precedents',
    body: (
      <>
        <h1>Precedents</h1>
        <p class="lead">Redacted examples of how staff decided, so that the next decision can be like the last.</p>
        <Caveat of={['precedent']} />
        {list.nodes.length === 0 ? <Empty>No precedent is published yet.</Empty> : null}
        <ol class="cards">
          {list.nodes.map((one) => (
            <li class="card">
              <p class="meta">
                <a href={`/precedents/${one.id}`}>
                  Precedent of <Time at={one.publishedAt} date />
                </a>
              </p>
              {one.state === 'WITHDRAWN' ? (
                <Tombstone />
              ) : (
                <>
                  <Words text={one.situation} />
                  <Rules of={one} />
                </>
              )}
            </li>
          ))}
        </ol>
        <Pager asked={asked} list="precedents" info={list.pageInfo} />
      </>
    ),
  }),
});

export const precedent = page({
  path: '/precedents/:id',
  document: graphql(`query PrecedentPage($id: ID!) { precedent(id: $id) { ...PrecedentRow } }`, [row]),
  variables: ({ params }) => ({ id: params.id ?? '' }),
  show: ({ precedent: shown }, { viewer }) => {
    if (!shown) return null;
    return {
      title: 'Precedent',
      canonical: `/precedents/${shown.id}`,
      feed: 'precedents',
      json: '/api/community/precedents',
      body: (
        <article>
          <header class="stack">
            <span class="badges">
              <Badge of={shown.state} />
            </span>
            <h1>
              Precedent of <Time at={shown.publishedAt} date />
            </h1>
          </header>
          {shown.state === 'WITHDRAWN' ? (
            <Tombstone />
          ) : (
            <>
              <Section id="situation" title="Situation">
                <Words text={shown.situation} />
              </Section>
              <Section id="decision" title="Decision">
                <Words text={shown.decision} />
              </Section>
              <Section id="reasons" title="Reasons">
                <Words text={shown.reasons} />
              </Section>
              <Rules of={shown} />
            </>
          )}
          <Caveat of={['precedent']} />
          {viewer?.role === 'administrator' && shown.state === 'PUBLISHED' ? (
            <p>
              <a href={`/admin/institution/precedents#withdraw-${shown.id}`}>Withdraw this precedent</a>
            </p>
          ) : null}
        </article>
      ),
    };
  },
});
