import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { ClaimList, claimRow } from '../parts/claims.tsx';
import { Empty, Section, Table, Time, Title } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { CheckList, checkRow } from '../public/claim.tsx';

const Tabs = ({ current }: { current: 'work' | 'export' }) => (
  <nav class="tabs" aria-label="Account pages">
    <a href="/account">Account</a>
    <a href="/account/work" {...(current === 'work' ? { 'aria-current': 'page' as const } : {})}>
      Your work
    </a>
    <a href="/account/export" {...(current === 'export' ? { 'aria-current': 'page' as const } : {})}>
      Export
    </a>
    <a href="/institution-appeals">Appeals</a>
  </nav>
);

export const work = page({
  path: '/account/work',
  audience: 'members',
  document: graphql(
    `query WorkPage($first: Int!, $claims: String, $checks: String, $predictions: String, $observations: String) {
      viewer {
        claims(first: $first, after: $claims) { nodes { ...ClaimRow } pageInfo { hasNextPage endCursor } }
        checks(first: $first, after: $checks) { nodes { ...CheckRow claim { id title } } pageInfo { hasNextPage endCursor } }
        predictions(first: $first, after: $predictions) {
          nodes { id probability createdAt claimId claim { id title resolution { reproduced } } }
          pageInfo { hasNextPage endCursor }
        }
        observations(first: $first, after: $observations) {
          nodes { id title state createdAt } pageInfo { hasNextPage endCursor }
        }
      }
    }`,
    [claimRow, checkRow],
  ),
  variables: (asked) => ({
    first: pageOf(asked, 'ownClaims').first,
    claims: pageOf(asked, 'ownClaims', 'claims').after,
    checks: pageOf(asked, 'ownChecks', 'checks').after,
    predictions: pageOf(asked, 'ownPredictions', 'forecasts').after,
    observations: pageOf(asked, 'ownObservations', 'observations').after,
  }),
  show: ({ viewer: own }, asked) => {
    if (!own) return null;
    const { claims, checks, predictions, observations } = own;
    return {
      title: 'Your work',
      body: (
        <article>
          <h1>Your work</h1>
          <Tabs current="work" />
          <Section id="claims" title="Claims">
            {claims.nodes.length === 0 ? (
              <Empty>You filed no claim yet.</Empty>
            ) : (
              <ClaimList claims={claims.nodes} level="h3" />
            )}
            <Pager asked={asked} list="ownClaims" name="claims" info={claims.pageInfo} label="Pages of claims" />
          </Section>
          <Section id="checks" title="Checks">
            {checks.nodes.length === 0 ? <Empty>You checked no claim yet.</Empty> : <CheckList checks={checks.nodes} />}
            <Pager asked={asked} list="ownChecks" name="checks" info={checks.pageInfo} label="Pages of checks" />
          </Section>
          <Section id="forecasts" title="Forecasts" lead="Only you see them. They never change.">
            {predictions.nodes.length === 0 ? (
              <Empty>You made no forecast yet.</Empty>
            ) : (
              <Table label="Forecasts" head={['Claim', { number: 'Probability' }, 'Made', 'Concluded']}>
                {predictions.nodes.map((one) => (
                  <tr>
                    <td>
                      {one.claim ? (
                        <a href={`/registry/${one.claim.id}`}>
                          <Title text={one.claim.title} />
                        </a>
                      ) : (
                        'a claim that is public no more'
                      )}
                    </td>
                    <td class="number">{one.probability}</td>
                    <td>
                      <Time at={one.createdAt} date />
                    </td>
                    <td>
                      {one.claim?.resolution ? (
                        <Badge of={one.claim.resolution.reproduced ? 'REPRODUCED' : 'NOT_REPRODUCED'} />
                      ) : (
                        '–'
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
            <Pager
              asked={asked}
              list="ownPredictions"
              name="forecasts"
              info={predictions.pageInfo}
              label="Pages of forecasts"
            />
          </Section>
          <Section id="observations" title="Observations">
            {observations.nodes.length === 0 ? <Empty>You recorded no observation yet.</Empty> : null}
            <ol class="cards">
              {observations.nodes.map((one) => (
                <li class="card">
                  <span class="badges">
                    <Badge of={one.state} />
                  </span>
                  <h3 class="card-title">
                    <a href={`/observations/${one.id}`}>
                      <Title text={one.title} />
                    </a>
                  </h3>
                </li>
              ))}
            </ol>
            <Pager
              asked={asked}
              list="ownObservations"
              name="observations"
              info={observations.pageInfo}
              label="Pages of observations"
            />
          </Section>
          <Caveat of={['label', 'independence', 'resolution', 'score', 'observation']} />
        </article>
      ),
    };
  },
});

export const exported = page({
  path: '/account/export',
  audience: 'members',
  document: graphql(`
    query ExportPage($first: Int!, $after: String) {
      viewer {
        export {
          notes
          posts(first: $first, after: $after) {
            nodes { id body createdAt state threadId visibility } pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  `),
  variables: (asked) => pageOf(asked, 'export'),
  show: ({ viewer: own }, asked) => {
    if (!own) return null;
    const { posts } = own.export;
    return {
      title: 'Your export',
      body: (
        <article>
          <h1>Your export</h1>
          <Tabs current="export" />
          <Caveat of={['export']} />
          <p>
            Here are your posts, those in restricted threads included. A program gets the same as JSON from{' '}
            <code>/api/community/my-export</code> with <a href="/account#tokens">a token</a> of yours.
          </p>
          {posts.nodes.length === 0 ? <Empty>You have written no post.</Empty> : null}
          <ol class="cards">
            {posts.nodes.map((post) => (
              <li class="card" id={post.id}>
                <p class="meta">
                  <Time at={post.createdAt} /> · in <a href={`/threads/${post.threadId}`}>this thread</a>{' '}
                  {post.visibility === 'RESTRICTED' ? <Badge of="RESTRICTED" /> : null}{' '}
                  {post.state === 'ACTIVE' ? null : <Badge of={post.state} />}
                </p>
                <div class="words" dir="auto">
                  {post.body}
                </div>
              </li>
            ))}
          </ol>
          <Pager asked={asked} list="export" info={posts.pageInfo} />
        </article>
      ),
    };
  },
});
