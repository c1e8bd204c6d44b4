import type { ResultOf } from 'gql.tada';
import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Fact, Time, Title } from '../parts/facts.tsx';
import { Earlier, newestOf } from '../parts/pager.tsx';

const row = graphql(`
  fragment WeekRow on WeeklyChallenge {
    id week startsAt endsAt state reason publishedAt claim { id title evidence }
    counts { submitted accepted supports challenges unresolved }
  }
`);

type Week = ResultOf<typeof row>;

const reasons = {
  NO_CLAIM: 'No claim was there to select.',
  MISSED: 'The week passed while the institution was down; nothing is made up for it.',
  PAUSED: 'Selections were paused.',
  CLAIM_GONE: 'The selected claim is public no more.',
} as const;

const WeekFacts = ({ week }: { week: Week }) => (
  <>
    <p class="meta">
      <Time at={week.startsAt} /> to <Time at={week.endsAt} />
    </p>
    {week.claim ? (
      <p>
        <a href={`/registry/${week.claim.id}`}>
          <Title text={week.claim.title} />
        </a>
      </p>
    ) : (
      <p>{week.reason ? reasons[week.reason] : 'The week is still free: the first claim submitted in it takes it.'}</p>
    )}
    {week.counts ? (
      <dl class="rows">
        <Fact name="Checks submitted">{week.counts.submitted}</Fact>
        <Fact name="Accepted">{week.counts.accepted}</Fact>
        <Fact name="Supporting">{week.counts.supports}</Fact>
        <Fact name="Challenging">{week.counts.challenges}</Fact>
        <Fact name="Unresolved">{week.counts.unresolved}</Fact>
      </dl>
    ) : null}
  </>
);

export const challenges = page({
  path: '/challenges',
  document: graphql(
    `query ChallengesPage($last: Int!, $before: String) {
      challenges(last: $last, before: $before) { nodes { ...WeekRow } pageInfo { hasPreviousPage startCursor } }
    }`,
    [row],
  ),
  variables: (asked) => newestOf(asked),
  show: ({ challenges: { nodes, pageInfo } }, asked) => ({
    title: 'Weekly challenges',
    description: 'Each week the oldest claim that was never selected before.',
    feed: 'challenges',
    json: '/api/community/challenges',
    body: (
      <>
        <h1>Weekly challenges</h1>
        <p class="lead">
          Each Monday the oldest active claim that was never selected before. Taking part is submitting public work
          until Friday 18:00 UTC; counts are published after that and stay as they are.
        </p>
        <Caveat of={['calendar', 'volume']} />
        {nodes.length === 0 ? <Empty>The calendar has no week yet.</Empty> : null}
        <ol class="calendar" reversed>
          {nodes.toReversed().map((week) => (
            <li class="card">
              <span class="badges">
                <Badge of={week.state} words={week.state === 'OPEN' ? 'Running' : undefined} />
              </span>
              <h2 class="week-name">
                <a href={`/challenges/${week.id}`}>{week.week}</a>
              </h2>
              <WeekFacts week={week} />
            </li>
          ))}
        </ol>
        <Earlier asked={asked} info={pageInfo} />
      </>
    ),
  }),
});

export const challenge = page({
  path: '/challenges/:id',
  document: graphql(`query ChallengePage($id: ID!) { challenge(id: $id) { ...WeekRow } }`, [row]),
  variables: ({ params }) => ({ id: params.id ?? '' }),
  show: ({ challenge: week }) => {
    if (!week) return null;
    return {
      title: `Week ${week.week}`,
      canonical: `/challenges/${week.id}`,
      feed: 'challenges',
      json: '/api/community/challenges',
      body: (
        <article>
          <header class="stack">
            <span class="badges">
              <Badge of={week.state} words={week.state === 'OPEN' ? 'Running' : undefined} />
            </span>
            <h1>Week {week.week}</h1>
          </header>
          <WeekFacts week={week} />
          {week.publishedAt ? (
            <p class="meta">
              Published <Time at={week.publishedAt} />
            </p>
          ) : null}
          <Caveat of={['calendar', 'volume']} />
          <p>
            <a href="/challenges">The whole calendar</a>
          </p>
        </article>
      ),
    };
  },
});
