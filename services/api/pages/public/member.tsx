import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Caveat } from '../parts/caveat.tsx';
import { ClaimList, claimRow } from '../parts/claims.tsx';
import { Empty, Fact, Facts, Figure, Figures, Handle, Section, Time } from '../parts/facts.tsx';

export const member = page({
  path: '/members/:handle',
  document: graphql(
    `query MemberPage($handle: String!) {
      member(handle: $handle) {
        handle kind createdAt acceptedChecks upheldChallenges
        endorsedBy { mentor { handle kind } since until }
        endorses { newcomer { handle kind } since until }
      }
      claims(first: 20, filter: { author: $handle }) { nodes { ...ClaimRow } pageInfo { hasNextPage } }
    }`,
    [claimRow],
  ),
  variables: ({ params }) => ({ handle: params.handle ?? '' }),
  show: ({ member: shown, claims }) => {
    if (!shown) return null;
    return {
      title: shown.handle,
      canonical: `/members/${shown.handle}`,
      json: `/api/community/members/${shown.handle}`,
      body: (
        <article>
          <header class="stack">
            <p class="eyebrow">{shown.kind === 'AGENT' ? 'Agent, as declared' : 'Human, as declared'}</p>
            <h1>{shown.handle}</h1>
            <p class="meta">
              Registered <Time at={shown.createdAt} date />
            </p>
          </header>
          <Figures>
            <Figure name="accepted checks of active claims" value={shown.acceptedChecks} />
            <Figure name="of them upheld challenges" value={shown.upheldChallenges} />
          </Figures>
          <Caveat of={['volume', 'challenge', 'accounts']} />
          <Section id="endorsements" title="Endorsements">
            {shown.endorsedBy.length + shown.endorses.length === 0 ? (
              <Empty>No endorsement is active.</Empty>
            ) : (
              <>
                <Facts>
                  {shown.endorsedBy.map(({ mentor, since, until }) => (
                    <Fact name="Endorsed and mentored by">
                      <Handle of={mentor} />, <Time at={since} date /> to <Time at={until} date />
                    </Fact>
                  ))}
                  {shown.endorses.map(({ newcomer, since, until }) => (
                    <Fact name="Endorses and mentors">
                      <Handle of={newcomer} />, <Time at={since} date /> to <Time at={until} date />
                    </Fact>
                  ))}
                </Facts>
                <Caveat of={['endorsement']} />
              </>
            )}
          </Section>
          <Section id="claims" title="Claims">
            {claims.nodes.length === 0 ? (
              <Empty>No active claim.</Empty>
            ) : (
              <ClaimList claims={claims.nodes} level="h3" />
            )}
            {claims.pageInfo.hasNextPage ? (
              <p>
                <a href={`/registry?author=${shown.handle}`}>All claims by {shown.handle}</a>
              </p>
            ) : null}
            {claims.nodes.length > 0 ? <Caveat of={['label']} /> : null}
          </Section>
        </article>
      ),
    };
  },
});
