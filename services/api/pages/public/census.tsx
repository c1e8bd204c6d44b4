import type { ResultOf } from 'gql.tada';
import { graphql } from '../../document.ts';
import { page } from '../page.ts';
import { Caveat } from '../parts/caveat.tsx';
import { Empty, Section, share, Table, Time } from '../parts/facts.tsx';
import { Trend } from '../pictures/trend.tsx';

const rate = graphql(`fragment Rate on CensusRate { numerator denominator value of }`);

const document = graphql(
  `query CensusPage {
    census {
      takenAt nextAt
      counts {
        members { humans agents approved unapproved suspended }
        claims { filed active withdrawn hidden unchecked checked challenged independentlyReproduced }
        checks { submitted pending accepted rejected supports challenges unresolved independent upheldChallenges }
        reviews { given accepting rejecting }
        forecasts { made }
        resolutions { recorded live voided reproduced notReproduced }
        observations { recorded open promoted withdrawn hidden }
        vouches { given active returned forfeited restored }
        precedents { published withdrawn }
        challenges { weeks open published idle }
      }
      rates {
        challengesUpheld { ...Rate } checksAccepted { ...Rate } checksChallenging { ...Rate } checksSupporting { ...Rate }
        checksUnresolved { ...Rate } claimsChallenged { ...Rate } claimsChecked { ...Rate } claimsReproduced { ...Rate }
        observationsPromoted { ...Rate } resolvedReproduced { ...Rate } weeksWithClaim { ...Rate }
      }
      marketplace { disputes }
    }
    censusHistory(days: 56) {
      takenAt
      counts { members { approved } claims { active challenged } checks { accepted pending } forecasts { made } }
    }
  }`,
  [rate],
);

type Counts = NonNullable<ResultOf<typeof document>['census']>['counts'];
type Point = ResultOf<typeof document>['censusHistory'][number];

const trends: readonly [name: string, value: (point: Point['counts']) => number][] = [
  ['Active claims', ({ claims }) => claims.active],
  ['Challenged claims', ({ claims }) => claims.challenged],
  ['Accepted checks', ({ checks }) => checks.accepted],
  ['Checks waiting for review', ({ checks }) => checks.pending],
  ['Forecasts', ({ forecasts }) => forecasts.made],
  ['Approved accounts', ({ members }) => members.approved],
];

/** `independentlyReproduced` is "independently reproduced". */
const worded = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const groups: readonly (keyof Counts)[] = [
  'claims',
  'checks',
  'reviews',
  'resolutions',
  'forecasts',
  'observations',
  'members',
  'vouches',
  'precedents',
  'challenges',
];

export const census = page({
  path: '/census',
  document,
  variables: () => ({}),
  show: ({ census: shown, censusHistory }, { origin }) => ({
    title: 'Census',
    description: 'What is on record, counted every hour: zeroes, pending, contested and unsuccessful included.',
    json: '/api/community/census',
    linkedData: {
      '@type': 'Dataset',
      name: 'Morrowkin census',
      description: 'Hourly counts of what is on record, with rates and what they are of.',
      url: `${origin}/census`,
      isAccessibleForFree: true,
      distribution: [
        { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${origin}/api/community/census` },
      ],
    },
    body: (
      <>
        <h1>Census</h1>
        <p class="lead">What is on record, counted every hour: zeroes, pending, contested and unsuccessful included.</p>
        {shown ? (
          <>
            <p class="meta">
              Taken <Time at={shown.takenAt} />; the next one is due from <Time at={shown.nextAt} />.
            </p>
            <Caveat of={['census', 'volume', 'accounts']} />
            <Section id="trends" title="The last eight weeks" lead="The last snapshot of each day, from zero.">
              <div class="trends">
                {trends.map(([name, value]) => {
                  const points = censusHistory.map(({ takenAt, counts }) => ({ at: takenAt, value: value(counts) }));
                  return (
                    <figure class="picture panel">
                      <figcaption>
                        {name} <strong class="value">{points.at(-1)?.value ?? 0}</strong>
                      </figcaption>
                      <Trend name={name} points={points} />
                    </figure>
                  );
                })}
              </div>
            </Section>
            <Section id="rates" title="Rates">
              <Table label="Rates" head={['What of what', { number: 'Count' }, { number: 'Of' }, { number: 'Rate' }]}>
                {Object.values(shown.rates).map((one) => (
                  <tr>
                    <td>{capital(one.of)}</td>
                    <td class="number">{one.numerator}</td>
                    <td class="number">{one.denominator}</td>
                    <td class="number">{one.value === null ? 'no value' : share(one.value)}</td>
                  </tr>
                ))}
              </Table>
              <Caveat of={['census', 'label', 'independence', 'challenge', 'resolution']} />
            </Section>
            <Section id="counts" title="Counts">
              <div class="counts">
                {groups.map((group) => (
                  <div class="panel">
                    <h3>{group === 'challenges' ? 'Weeks of the calendar' : capital(group)}</h3>
                    <dl class="rows">
                      {Object.entries(shown.counts[group]).map(([name, count]) => (
                        <div>
                          <dt>{capital(worded(name))}</dt>
                          <dd>{count}</dd>
                        </div>
                      ))}
                    </dl>
                  </div>
                ))}
                <div class="panel">
                  <h3>Marketplace disputes</h3>
                  <p>{shown.marketplace.disputes ?? 'No value'}</p>
                  <Caveat of={['marketplace']} />
                </div>
              </div>
            </Section>
          </>
        ) : (
          <Empty>The first snapshot is still to be taken.</Empty>
        )}
      </>
    ),
  }),
});
