import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Handle, Section, Time, Title } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Declared, Hints, judged, Operators } from './disclosures.tsx';
import { StaffTabs } from './tabs.tsx';

export const queue = page({
  path: '/admin/institution',
  audience: 'staff',
  document: graphql(
    `query QueuePage($first: Int!, $after: String) {
      staff {
        reviewQueue(first: $first, after: $after) {
          nodes { ...Judged claim { id title state submissions(first: 20) { nodes { ...Judged } } } }
          pageInfo { hasNextPage endCursor }
        }
        appeals(first: 100, states: [OPEN]) { nodes { overdue } }
      }
    }`,
    [judged],
  ),
  variables: (asked) => pageOf(asked, 'reviewQueue'),
  show: ({ staff }, asked) => {
    if (!staff) return null;
    const { nodes, pageInfo } = staff.reviewQueue;
    const overdue = staff.appeals.nodes.filter((one) => one.overdue).length;
    return {
      title: 'Review queue',
      body: (
        <article>
          <h1>Review queue</h1>
          <StaffTabs current="/admin/institution" />
          {staff.appeals.nodes.length > 0 ? (
            <p class="warning">
              <a href="/admin/institution/appeals">Open appeals: {staff.appeals.nodes.length}</a>
              {overdue > 0 ? `, ${overdue} of them overdue.` : '.'}
            </p>
          ) : null}
          <Caveat of={['disclosure', 'independence', 'accounts']} />
          {asked.viewer?.role === 'administrator' ? null : (
            <p class="warning">Reviews are administrators’ work; you see the queue and cannot decide in it.</p>
          )}
          <Section id="pending" title="Checks that wait, in the order of submission">
            {nodes.length === 0 ? <Empty>No check waits for a review.</Empty> : null}
            <ol class="cards">
              {nodes.map((check) => (
                <li class="card">
                  <span class="badges">
                    <Badge of={check.result} />
                    {check.claim && check.claim.state !== 'ACTIVE' ? (
                      <Badge of={check.claim.state} words={`Claim ${check.claim.state.toLowerCase()}`} />
                    ) : null}
                    {check.legacy ? <Badge of="LEGACY" /> : null}
                  </span>
                  <h3 class="card-title">
                    <a href={`/admin/institution/checks/${check.id}`}>
                      <Title text={check.claim?.title ?? check.id} />
                    </a>
                  </h3>
                  <p class="meta">
                    Check by <Handle of={check.author} />, <Time at={check.submittedAt} />
                  </p>
                  <Operators of={check.operators} />
                  <Declared of={check} />
                  <Hints of={check} others={check.claim?.submissions.nodes ?? []} />
                  <p>
                    {check.operators?.own ? (
                      'You are of its operator or the claim’s, so someone else reviews it.'
                    ) : (
                      <a class="button" href={`/admin/institution/checks/${check.id}`}>
                        Open for review
                      </a>
                    )}
                  </p>
                </li>
              ))}
            </ol>
            <Pager asked={asked} list="reviewQueue" info={pageInfo} />
          </Section>
        </article>
      ),
    };
  },
});
