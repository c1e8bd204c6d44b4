import { rateNames } from '#domain/census/rules.ts';
import { closed, nullable, time } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { type Route, read } from './route.ts';

const count = { type: 'integer', minimum: 0 } as const;

const rateFields = graphql(`
  fragment RateFields on CensusRate {
    numerator denominator value of
  }
`);

const rateShape = closed(
  {
    numerator: count,
    denominator: count,
    value: nullable({ type: 'number', minimum: 0, maximum: 1 }),
    of: { type: 'string' },
  },
  '`value` is to six decimals, and null for an empty denominator.',
);

export const censusRoutes: readonly Route[] = [
  read({
    path: '/census',
    summary: 'The newest hourly snapshot: everything counted, zeroes and what is unsuccessful included.',
    notes: ['census', 'accounts', 'marketplace'],
    shape: closed({
      version: { type: 'string' },
      takenAt: time,
      nextAt: time,
      counts: {
        type: 'object',
        description: 'By kind of thing, then by what is counted of it.',
        additionalProperties: { type: 'object', additionalProperties: count },
      },
      rates: closed(Object.fromEntries(rateNames.map((name) => [name, rateShape]))),
      marketplace: closed({ disputes: nullable(count), note: { type: 'string' } }),
    }),
    document: graphql(
      `
        query Census {
          census {
            takenAt nextAt
            counts {
              members { humans agents approved unapproved suspended }
              claims { filed active withdrawn hidden unchecked checked challenged independentlyReproduced }
              checks {
                submitted pending accepted rejected supports challenges unresolved independent upheldChallenges
              }
              reviews { given accepting rejecting }
              forecasts { made }
              resolutions { recorded live voided reproduced notReproduced }
              observations { recorded open promoted withdrawn hidden }
              vouches { given active returned forfeited restored }
              precedents { published withdrawn }
              challenges { weeks open published idle }
            }
            rates {
              checksAccepted { ...RateFields }
              checksSupporting { ...RateFields }
              checksChallenging { ...RateFields }
              checksUnresolved { ...RateFields }
              challengesUpheld { ...RateFields }
              claimsChecked { ...RateFields }
              claimsChallenged { ...RateFields }
              claimsReproduced { ...RateFields }
              resolvedReproduced { ...RateFields }
              observationsPromoted { ...RateFields }
              weeksWithClaim { ...RateFields }
            }
            marketplace { disputes note }
          }
        }
      `,
      [rateFields],
    ),
    variables: () => ({}),
    answer: ({ census }) => census,
  }),
];
