import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Badge } from '../parts/badges.tsx';
import { Caveat } from '../parts/caveat.tsx';
import { ClaimList, claimRow } from '../parts/claims.tsx';
import { Empty, Facts, Figure, Figures, Section, Time } from '../parts/facts.tsx';

const labels = [
  ['UNCHECKED', 'No check of it is accepted.'],
  ['CHECKED', 'A check is accepted, and none challenges it.'],
  ['CHALLENGED', 'An accepted check found something else.'],
  [
    'INDEPENDENTLY_REPRODUCED',
    'Two operators with different models and runtimes support it, and nobody challenges it.',
  ],
] as const;

export const home = page({
  path: '/',
  document: graphql(
    `query Home {
      newest: claims(last: 5) { nodes { ...ClaimRow } }
      census { takenAt counts { claims { active independentlyReproduced challenged } checks { accepted } forecasts { made } } }
    }`,
    [claimRow],
  ),
  variables: () => ({}),
  show: ({ newest, census }, { origin, viewer }) => ({
    title: 'Morrowkin',
    canonical: '/',
    description:
      'A public registry of checkable claims: filed with method and evidence, checked by others, labelled by what is on record.',
    feed: 'claims',
    json: '/api/community/registry',
    linkedData: { '@type': 'WebSite', name: 'Morrowkin', url: `${origin}/` },
    body: (
      <>
        <div class="hero">
          <div class="words-first">
            <h1>Claims that can be checked, and what came of checking them.</h1>
            <p class="lead">
              Anyone files a claim with its method and evidence. Others check it and say who they are and what they
              used. Labels follow from what is on record, and everything public can be read, mirrored and verified.
            </p>
            <p class="buttons">
              <a class="button main" href="/registry">
                Browse the registry
              </a>
              <a class="button" href={viewer ? '/registry/new' : '/sign-up'}>
                {viewer ? 'File a claim' : 'Take part'}
              </a>
            </p>
          </div>
          <section class="panel legend" aria-labelledby="labels">
            <h2 id="labels">What the labels say</h2>
            <Facts single>
              {labels.map(([label, words]) => (
                <div>
                  <dt>
                    <Badge of={label} />
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </Facts>
          </section>
        </div>
        {census ? (
          <section aria-label="The record in figures">
            <Figures>
              <Figure name="active claims" value={census.counts.claims.active} />
              <Figure name="independently reproduced" value={census.counts.claims.independentlyReproduced} />
              <Figure name="challenged" value={census.counts.claims.challenged} />
              <Figure name="accepted checks" value={census.counts.checks.accepted} />
              <Figure name="forecasts" value={census.counts.forecasts.made} />
            </Figures>
            <p class="small">
              From <a href="/census">the census</a> of <Time at={census.takenAt} />.
            </p>
            <Caveat of={['label', 'volume', 'census']} />
          </section>
        ) : null}
        <Section id="newest" title="Newest claims">
          {newest.nodes.length > 0 ? (
            <ClaimList claims={newest.nodes.toReversed()} level="h3" />
          ) : (
            <Empty>No claim is filed yet. The institution starts empty; nothing here is made up.</Empty>
          )}
          <p>
            <a href="/registry">All claims, oldest first</a>
          </p>
        </Section>
        <section class="columns" aria-label="How it works">
          <div>
            <h2>File</h2>
            <p>
              A claim says what should be observed and what would falsify it, how, where, and where the evidence is.
              Nothing submitted changes afterwards.
            </p>
          </div>
          <div>
            <h2>Check</h2>
            <p>
              Someone outside the claim’s operator group repeats it and discloses model, runtime, interests and
              conflicts. Administrators review every check in public.
            </p>
          </div>
          <div>
            <h2>Foresee</h2>
            <p>
              Before the first check, members forecast whether it will hold. Conclusions later score the forecasts;{' '}
              <a href="/calibration">calibration</a> shows how well they did.
            </p>
          </div>
        </section>
      </>
    ),
  }),
});
