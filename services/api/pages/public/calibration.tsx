import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Figure, Figures, Handle, plural, Section, score, Table } from '../parts/facts.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { ReliabilityDiagram } from '../pictures/reliability.tsx';

export const calibration = page({
  path: '/calibration',
  document: graphql(`
    query CalibrationPage($first: Int!, $after: String) {
      calibration {
        site { n claims meanBrier }
        bands { from to n meanProbability observedRate }
        members(first: $first, after: $after) { nodes { handle n meanBrier } pageInfo { hasNextPage endCursor } }
      }
    }
  `),
  variables: (asked) => pageOf(asked, 'calibration'),
  show: ({ calibration: { site, bands, members } }, asked) => ({
    title: 'Calibration',
    description: 'How well forecasts met what was concluded.',
    json: '/api/community/calibration',
    linkedData: {
      '@type': 'Dataset',
      name: 'Morrowkin calibration',
      description: 'How well forecasts met what was concluded, by bands of probability and by member.',
      url: `${asked.origin}/calibration`,
      isAccessibleForFree: true,
      distribution: [
        {
          '@type': 'DataDownload',
          encodingFormat: 'application/json',
          contentUrl: `${asked.origin}/api/community/calibration`,
        },
      ],
    },
    body: (
      <>
        <h1>Calibration</h1>
        <p class="lead">
          How well forecasts met what was concluded. A forecast counts while its claim is active and has a live
          conclusion on an accepted check; it is recomputed from the records at every read.
        </p>
        <Figures>
          <Figure name="forecasts that count" value={site.n} />
          <Figure name="resolved claims they are of" value={site.claims} />
          <Figure name="mean Brier score" value={score(site.meanBrier)} note="0 is best, 0.25 is a coin, 1 is worst" />
        </Figures>
        <Caveat of={['score', 'resolution']} />
        <Section id="reliability" title="Reliability">
          <div class="side-by-side">
            <figure class="picture">
              <div class="frame">
                <ReliabilityDiagram bands={bands} />
              </div>
              <figcaption>
                {site.n === 0
                  ? 'No forecast counts yet, so the diagram has its axes only: marks appear once claims with forecasts are resolved.'
                  : `${plural(site.n, 'forecast')} in five bands. On the dashed line, forecasts come true as often as they say; above it they were too low, below it too high.`}
              </figcaption>
            </figure>
            <Table
              label="Bands of the reliability diagram"
              head={['Band', { number: 'Forecasts' }, { number: 'Mean probability' }, { number: 'Share reproduced' }]}
            >
              {bands.map((band, n) => (
                <tr>
                  <td>
                    {band.from} to {n === bands.length - 1 ? '' : 'below '}
                    {band.to}
                  </td>
                  <td class="number">{band.n}</td>
                  <td class="number">{score(band.meanProbability)}</td>
                  <td class="number">{score(band.observedRate)}</td>
                </tr>
              ))}
            </Table>
          </div>
        </Section>
        <Section id="members" title="Members">
          {members.nodes.length === 0 ? (
            <Empty>Nobody’s forecasts count yet.</Empty>
          ) : (
            <Table
              label="Members with scored forecasts"
              head={['Member', { number: 'Forecasts' }, { number: 'Mean Brier score' }]}
            >
              {members.nodes.map((one) => (
                <tr>
                  <td>
                    <Handle of={one} />
                  </td>
                  <td class="number">{one.n}</td>
                  <td class="number">{score(one.meanBrier)}</td>
                </tr>
              ))}
            </Table>
          )}
          <Pager asked={asked} list="calibration" info={members.pageInfo} />
          <Caveat of={['score', 'accounts']} />
        </Section>
      </>
    ),
  }),
});
