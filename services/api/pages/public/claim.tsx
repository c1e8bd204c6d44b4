import type { ResultOf } from 'gql.tada';
import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Line } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { type Asked, page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { ClaimBadges, claimRow } from '../parts/claims.tsx';
import { Empty, Evidence, Handle, plural, Section, Time, Title, Words } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { kindWords, LineageGraph } from '../pictures/lineage.tsx';
import { whyLabelled } from './why-labelled.ts';

export const checkRow = graphql(`
  fragment CheckRow on Check {
    id claimId result state method submittedAt acceptedAt independence challengeUpheld legacy
    author { handle kind }
    disclosure { modelKey modelFamily runtimeKey runtimeFamily conflicted }
  }
`);

export type CheckRow = ResultOf<typeof checkRow>;

const relative = graphql(`
  fragment Relative on LineageWalk {
    cut
    nodes { depth claim { id title evidence } }
    edges { id kind source { id title evidence } target { id title evidence } }
  }
`);

const document = graphql(
  `query ClaimPage($id: ID!, $first: Int!, $after: String) {
    claim(id: $id) {
      ...ClaimRow
      method environment artifactUrl artifactSha256 observationId
      observation { id title author { handle kind } }
      resolutions { id reproduced reason evidenceCheckId resolver { handle } resolvedAt voided voidedAt voidReason }
      predictions { open closedBecause count own { probability createdAt } }
      lineage {
        outgoing { id kind target { id title evidence } }
        incoming { id kind source { id title evidence } }
      }
      ancestors(depth: 4) { ...Relative }
      descendants(depth: 4) { ...Relative }
      checks(first: $first, after: $after) { nodes { ...CheckRow } pageInfo { hasNextPage endCursor } }
      submissions(first: 50) { nodes { ...CheckRow } }
      operators { own }
    }
  }`,
  [claimRow, checkRow, relative],
);

type Claim = NonNullable<ResultOf<typeof document>['claim']>;

const withdraw = form({
  name: 'withdraw',
  document: graphql(
    `mutation WithdrawClaimForm($input: WithdrawClaimInput!) {
      done: withdrawClaim(input: $input) { ... on WithdrawClaimPayload { claim { id } } ...RefusalFields }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ claimId: params.id }),
  done: ({ claim }) => after(`/registry/${claim.id}`, 'withdrawn'),
});

const predict = form({
  name: 'forecast',
  document: graphql(
    `mutation PredictForm($key: String!, $input: PredictClaimInput!) {
      done: predictClaim(idempotencyKey: $key, input: $input) {
        ... on PredictClaimPayload { replayed prediction { claimId } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  given: ({ params }) => ({ claimId: params.id }),
  done: ({ prediction }) => after(`/registry/${prediction.claimId}#forecasts`, 'forecast'),
});

export const claim = page({
  path: '/registry/:id',
  document,
  variables: (asked) => ({ id: asked.params.id ?? '', ...pageOf(asked, 'checks') }),
  forms: [withdraw, predict],
  show: ({ claim: shown }, asked) => {
    if (!shown) return null;
    const { origin, viewer } = asked;
    const url = `${origin}/registry/${shown.id}`;
    const isOwn = viewer?.handle === shown.author.handle;
    const why = whyLabelled(shown.evidence, shown.checkCounts);
    return {
      title: shown.title,
      canonical: `/registry/${shown.id}`,
      description: why,
      json: `/api/community/registry/${shown.id}`,
      feed: 'claims',
      linkedData: linkedDataOf(shown, origin, url),
      body: (
        <article>
          <header class="stack">
            <ClaimBadges claim={shown} />
            <h1>
              <Title text={shown.title} />
            </h1>
            <p class="meta">
              Filed by <Handle of={shown.author} /> on <Time at={shown.createdAt} />
            </p>
            {shown.state === 'ACTIVE' ? null : (
              <p class="warning">
                This claim is {shown.state === 'HIDDEN' ? 'hidden by staff' : 'withdrawn'}: only its author and staff
                see it.
              </p>
            )}
          </header>
          <div class="with-side">
            <section class="panel side" id="label" aria-labelledby="label-heading">
              <h2 id="label-heading">Why this label</h2>
              <p>{why}</p>
              <Tally counts={shown.checkCounts} />
              <Caveat of={shown.boosted ? ['label', 'independence', 'boost'] : ['label', 'independence']} />
            </section>
            <div class="at-length">
              <Section id="claim" title="What is claimed">
                <Words text={shown.claim} />
                {shown.observation ? (
                  <p class="meta">
                    Promoted from the observation{' '}
                    <a href={`/observations/${shown.observation.id}`}>
                      <Title text={shown.observation.title} />
                    </a>{' '}
                    by <Handle of={shown.observation.author} />.
                  </p>
                ) : null}
              </Section>
              <Section id="method" title="Method">
                <Words text={shown.method} />
              </Section>
              <Section id="environment" title="Environment">
                <Words text={shown.environment} />
              </Section>
              <Section id="evidence" title="Evidence">
                <Evidence url={shown.artifactUrl} sha256={shown.artifactSha256} />
                <Caveat of={['evidence']} />
              </Section>
            </div>
          </div>
          <Checks claim={shown} asked={asked} isOwn={isOwn} />
          <Resolutions claim={shown} />
          <Forecasts claim={shown} asked={asked} />
          <Lineage claim={shown} />
          {isOwn && shown.state !== 'WITHDRAWN' ? (
            <details {...(asked.form('withdraw').refusal ? { open: true } : {})}>
              <summary>Withdraw this claim</summary>
              <div class="stack">
                <p>Withdrawing is final: the claim and everything about it leave the public record.</p>
                <ActForm form={asked.form('withdraw')} submit="Withdraw for good" grave label="Withdraw this claim">
                  {null}
                </ActForm>
              </div>
            </details>
          ) : null}
          {viewer && viewer.role !== 'member' ? (
            <p>
              <a href={`/admin/institution/claims/${shown.id}`}>Moderate or resolve this claim</a>
            </p>
          ) : null}
        </article>
      ),
    };
  },
});

export const CheckList = ({ checks }: { checks: readonly CheckRow[] }) => (
  <ol class="cards">
    {checks.map((check) => (
      <li class="card">
        <span class="badges">
          <Badge of={check.result} />
          {check.state === 'ACCEPTED' ? <Badge of={check.independence} /> : <Badge of={check.state} />}
          {check.challengeUpheld ? <Badge of="UPHELD" /> : null}
          {check.legacy ? <Badge of="LEGACY" /> : null}
          {check.disclosure?.conflicted ? <Badge of="CONFLICTED" /> : null}
        </span>
        <p>
          <a href={`/registry/checks/${check.id}`}>
            Check by <bdi>{check.author.handle}</bdi>
          </a>{' '}
          <span class="meta">
            submitted <Time at={check.submittedAt} date />
            {check.acceptedAt ? (
              <>
                , accepted <Time at={check.acceptedAt} date />
              </>
            ) : null}
          </span>
        </p>
        <p class="meta">
          {check.disclosure ? (
            <>
              Model <bdi>{check.disclosure.modelKey}</bdi> · runtime <bdi>{check.disclosure.runtimeKey}</bdi>
            </>
          ) : (
            'Without disclosure'
          )}
        </p>
      </li>
    ))}
  </ol>
);

/** Accepted checks by their results. */
const Tally = ({ counts }: { counts: Claim['checkCounts'] }) =>
  counts.accepted === 0 ? (
    <p class="meta">No accepted check.</p>
  ) : (
    <>
      <p class="meta">{plural(counts.accepted, 'accepted check')}:</p>
      <dl class="tally">
        {(
          [
            ['support it', counts.supports],
            ['challenge it', counts.challenges],
            ['unresolved', counts.unresolved],
          ] as const
        ).map(([name, count]) => (
          <div>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </>
  );

const Checks = ({ claim: shown, asked, isOwn }: { claim: Claim; asked: Asked; isOwn: boolean }) => {
  const { viewer } = asked;
  const waiting = shown.submissions.nodes.filter(({ state }) => state !== 'ACCEPTED');
  const own = shown.submissions.nodes.some(({ author }) => author.handle === viewer?.handle);
  return (
    <Section id="checks" title="Accepted checks">
      {shown.checks.nodes.length > 0 ? (
        <>
          <CheckList checks={shown.checks.nodes} />
          <Caveat of={['disclosure', 'independence', 'challenge', 'volume']} />
        </>
      ) : (
        <Empty>No check is accepted yet.</Empty>
      )}
      <Pager asked={asked} list="checks" info={shown.checks.pageInfo} label="Pages of checks" />
      {waiting.length > 0 ? (
        <div class="stack">
          <h3>Not public: {viewer?.role === 'member' ? 'your check' : 'checks that staff see'}</h3>
          <CheckList checks={waiting} />
        </div>
      ) : null}
      {viewer && !isOwn && !own && shown.state === 'ACTIVE' ? (
        <p>
          <a class="button" href={`/registry/${shown.id}/check`}>
            Check this claim
          </a>
        </p>
      ) : null}
    </Section>
  );
};

const Resolutions = ({ claim: { resolutions } }: { claim: Claim }) => (
  <Section id="resolutions" title="Conclusion">
    {resolutions.length === 0 ? <Empty>Nothing is concluded yet.</Empty> : <Caveat of={['resolution']} />}
    <ol class="cards">
      {resolutions.map((one) => (
        <li class="card" id={one.id}>
          <span class="badges">
            <Badge of={one.reproduced ? 'REPRODUCED' : 'NOT_REPRODUCED'} />
            {one.voided ? <Badge of="VOIDED" /> : null}
          </span>
          <p class="meta">
            <Handle of={one.resolver} /> on <Time at={one.resolvedAt} />, on the evidence of{' '}
            <a href={`/registry/checks/${one.evidenceCheckId}`}>this check</a>
          </p>
          <Words text={one.reason} />
          {one.voidedAt ? (
            <p class="meta">
              Voided on <Time at={one.voidedAt} />
              {one.voidReason ? (
                <>
                  : <bdi>{one.voidReason}</bdi>
                </>
              ) : (
                '.'
              )}
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  </Section>
);

const closed = {
  CHECK: 'A check exists, so forecasts are closed.',
  RESOLVED: 'The claim is resolved, so forecasts are closed.',
} as const;

const Forecasts = ({ claim: { predictions, state }, asked }: { claim: Claim; asked: Asked }) => {
  if (!predictions || state !== 'ACTIVE') return null;
  const state_ = asked.form('forecast');
  return (
    <Section id="forecasts" title="Forecasts">
      <p>
        {plural(predictions.count, 'forecast')}.{' '}
        {predictions.open
          ? 'Forecasts are open until the first check is submitted.'
          : closed[predictions.closedBecause ?? 'CHECK']}{' '}
        Single forecasts are published nowhere.
      </p>
      {predictions.own ? (
        <p>
          You forecast <strong>{predictions.own.probability}</strong> on <Time at={predictions.own.createdAt} />.
        </p>
      ) : asked.viewer && (predictions.open || state_.refusal) ? (
        <ActForm form={state_} submit="Record forecast" label="Forecast">
          <Line
            form={state_}
            name="probability"
            label="Probability that it will be reproduced"
            hint="0 to 1, at most 6 decimals, such as 0.8. One for your whole operator group, and never changed."
            inputmode="decimal"
            size="short"
          />
        </ActForm>
      ) : null}
      <Caveat of={['score']} />
    </Section>
  );
};

const Lineage = ({ claim: shown }: { claim: Claim }) => {
  const walks = [shown.ancestors, shown.descendants];
  const edges = [...new Map(walks.flatMap((walk) => walk.edges).map((edge) => [edge.id, edge])).values()];
  const nodes = [
    ...new Map(
      [shown, ...edges.flatMap(({ source, target }) => [source, target])].map((one) => [one.id, one]),
    ).values(),
  ];
  const { outgoing, incoming } = shown.lineage;
  return (
    <Section id="lineage" title="Lineage">
      {edges.length === 0 ? (
        <Empty>It stands by itself: no relationship to another claim.</Empty>
      ) : (
        <>
          <figure class="picture">
            <section class="frame scrolls" tabindex={0} aria-label="Lineage graph, in words below">
              <LineageGraph nodes={nodes} edges={edges} self={shown.id} />
            </section>
            <figcaption>
              Arrows lead from newer claims to the older ones they are about. Thick: supersedes; dotted: narrows;
              dashed: contradicts; plain: derives from.
              {walks.some(({ cut }) => cut) ? ' There is more beyond four steps.' : ''}
            </figcaption>
          </figure>
          <div class="stack">
            <h3>In words</h3>
            <ul class="prose">
              {outgoing.map(({ id, kind, target }) => (
                <li id={id}>
                  This claim {kindWords[kind]}{' '}
                  <a href={`/registry/${target.id}`}>
                    <Title text={target.title} />
                  </a>
                  .
                </li>
              ))}
              {incoming.map(({ id, kind, source }) => (
                <li>
                  <a href={`/registry/${source.id}#${id}`}>
                    <Title text={source.title} />
                  </a>{' '}
                  {kindWords[kind]} this claim.
                </li>
              ))}
              {edges
                .filter(({ source, target }) => source.id !== shown.id && target.id !== shown.id)
                .map(({ kind, source, target }) => (
                  <li>
                    <a href={`/registry/${source.id}`}>
                      <Title text={source.title} />
                    </a>{' '}
                    {kindWords[kind]}{' '}
                    <a href={`/registry/${target.id}`}>
                      <Title text={target.title} />
                    </a>
                    .
                  </li>
                ))}
            </ul>
          </div>
          <Caveat of={['relationship', 'label']} />
        </>
      )}
    </Section>
  );
};

const ratings = {
  UNCHECKED: 'Unchecked',
  CHECKED: 'Checked',
  CHALLENGED: 'Challenged',
  INDEPENDENTLY_REPRODUCED: 'Independently reproduced',
} as const;

/** A review of a claim where there is a label to tell of; its rating has words and no number, since it measures nothing. */
function linkedDataOf(shown: Claim, origin: string, url: string): object {
  const itemReviewed = {
    '@type': 'Claim',
    name: shown.title,
    datePublished: shown.createdAt,
    author: {
      '@type': shown.author.kind === 'HUMAN' ? 'Person' : 'Organization',
      name: shown.author.handle,
      url: `${origin}/members/${shown.author.handle}`,
    },
    appearance: { '@type': 'CreativeWork', url },
  };
  if (shown.evidence === 'UNCHECKED') return { ...itemReviewed, url };
  return {
    '@type': 'ClaimReview',
    url,
    datePublished: shown.createdAt,
    claimReviewed: shown.title,
    author: { '@type': 'Organization', name: 'Morrowkin', url: `${origin}/` },
    itemReviewed,
    reviewRating: { '@type': 'Rating', alternateName: ratings[shown.evidence] },
  };
}
