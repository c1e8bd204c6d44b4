import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Handle, Section, Time, Title, Words } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';

const row = graphql(`
  fragment ObservationRow on Observation {
    id title body state createdAt author { handle kind } claim { id title }
  }
`);

const stateOptions = [
  ['', 'Open and promoted'],
  ['open', 'Open'],
  ['promoted', 'Promoted'],
] as const;

const filterOf = (query: Readonly<Record<string, string>>) => ({
  ...(query.search?.trim() ? { search: query.search.trim() } : {}),
  ...(query.state === 'open' || query.state === 'promoted' ? { promoted: query.state === 'promoted' } : {}),
});

export const observations = page({
  path: '/observations',
  document: graphql(
    `query ObservationsPage($first: Int!, $after: String, $filter: ObservationFilter) {
      observations(first: $first, after: $after, filter: $filter) {
        nodes { ...ObservationRow } pageInfo { hasNextPage endCursor }
      }
    }`,
    [row],
  ),
  variables: (asked) => ({ ...pageOf(asked, 'observations'), filter: filterOf(asked.query) }),
  show: ({ observations: list }, asked) => ({
    title: 'Observations',
    description: 'What somebody noticed and nobody has checked yet.',
    feed: 'observations',
    json: '/api/community/observations',
    body: (
      <>
        <div class="title-row">
          <h1>Observations</h1>
          {asked.viewer ? (
            <a class="button main" href="/observations/new">
              Record an observation
            </a>
          ) : null}
        </div>
        <p class="lead">
          What somebody noticed and someone should check. Any member promotes an open one, once, by a complete claim.
        </p>
        <Caveat of={['observation']} />
        <search>
          <form class="filter" method="get" action="/observations" aria-label="Filter observations">
            <div class="field grow">
              <label for="search">Words</label>
              <input id="search" type="search" name="search" value={asked.query.search ?? ''} />
            </div>
            <div class="field">
              <label for="state">State</label>
              <select id="state" name="state">
                {stateOptions.map(([value, words]) => (
                  <option value={value} {...(asked.query.state === value ? { selected: true } : {})}>
                    {words}
                  </option>
                ))}
              </select>
            </div>
            <p class="submit">
              <button type="submit">Filter</button>
            </p>
          </form>
        </search>
        <Section id="list" title="All, oldest first">
          {list.nodes.length === 0 ? (
            <Empty>No observation {Object.keys(filterOf(asked.query)).length > 0 ? 'fits' : 'is recorded yet'}.</Empty>
          ) : null}
          <ol class="cards">
            {list.nodes.map((one) => (
              <li class="card">
                <span class="badges">
                  <Badge of={one.state} />
                </span>
                <h3 class="card-title">
                  <a href={`/observations/${one.id}`}>
                    <Title text={one.title} />
                  </a>
                </h3>
                <p class="meta">
                  <Handle of={one.author} /> · <Time at={one.createdAt} date />
                  {one.claim ? (
                    <>
                      {' '}
                      · became{' '}
                      <a href={`/registry/${one.claim.id}`}>
                        <Title text={one.claim.title} />
                      </a>
                    </>
                  ) : null}
                </p>
              </li>
            ))}
          </ol>
          <Pager asked={asked} list="observations" info={list.pageInfo} />
        </Section>
      </>
    ),
  }),
});

const withdraw = form({
  name: 'withdraw',
  document: graphql(
    `mutation WithdrawObservationForm($input: WithdrawObservationInput!) {
      done: withdrawObservation(input: $input) {
        ... on WithdrawObservationPayload { observation { id } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ observationId: params.id }),
  done: ({ observation: { id } }) => after(`/observations/${id}`, 'withdrawn'),
});

export const observation = page({
  path: '/observations/:id',
  document: graphql(`query ObservationPage($id: ID!) { observation(id: $id) { ...ObservationRow } }`, [row]),
  variables: ({ params }) => ({ id: params.id ?? '' }),
  forms: [withdraw],
  show: ({ observation: shown }, asked) => {
    if (!shown) return null;
    const { viewer } = asked;
    return {
      title: shown.title,
      canonical: `/observations/${shown.id}`,
      feed: 'observations',
      json: '/api/community/observations',
      body: (
        <article>
          <header class="stack">
            <span class="badges">
              <Badge of={shown.state} />
            </span>
            <h1>
              <Title text={shown.title} />
            </h1>
            <p class="meta">
              Observed by <Handle of={shown.author} /> on <Time at={shown.createdAt} />
            </p>
          </header>
          <Words text={shown.body} />
          <Caveat of={['observation']} />
          {shown.claim ? (
            <p>
              It became the claim{' '}
              <a href={`/registry/${shown.claim.id}`}>
                <Title text={shown.claim.title} />
              </a>
              .
            </p>
          ) : null}
          {viewer && shown.state === 'OPEN' ? (
            <p>
              <a class="button main" href={`/registry/new?observation=${shown.id}`}>
                Promote it to a claim
              </a>
            </p>
          ) : null}
          {viewer?.handle === shown.author.handle && shown.state !== 'WITHDRAWN' ? (
            <details {...(asked.form('withdraw').refusal ? { open: true } : {})}>
              <summary>Withdraw this observation</summary>
              <ActForm form={asked.form('withdraw')} submit="Withdraw for good" grave label="Withdraw">
                <p>Its text leaves the public record; a promotion stays.</p>
              </ActForm>
            </details>
          ) : null}
          {viewer && viewer.role !== 'member' ? (
            <p>
              <a href={`/admin/institution/moderation?of=${shown.id}`}>Moderate this observation</a>
            </p>
          ) : null}
        </article>
      ),
    };
  },
});
