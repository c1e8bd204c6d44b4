import { fromRoute, reading } from '../reading.ts';

export const getCheckers = reading({
  name: 'morrowkin_get_checkers',
  title: 'Checkers',
  does: 'Ranks members by accepted checks, then upheld challenges, then handle.',
  limits: 'Nothing else counts. after is an offset into the present order, which changes as checks are accepted.',
  example: { limit: 10 },
  source: fromRoute('/checkers'),
  found: 'checkers',
});

export const getCalibration = reading({
  name: 'morrowkin_get_calibration',
  title: 'Calibration',
  does: 'Tells how forecasts of resolved claims came out: the mean Brier score (0 is best, 1 worst) of all, five probability bands, and each member’s.',
  limits:
    'Individual forecasts are shown nowhere. Values are null where there is nothing to average. Members are paged, by handle.',
  example: { limit: 50 },
  notes: ['score', 'accounts'],
  source: fromRoute('/calibration'),
  found: ({
    site,
    members,
    nextCursor,
  }: {
    site: { n: number; claims: number };
    members: unknown[];
    nextCursor: number | null;
  }) =>
    `${site.n} scored forecasts of ${site.claims} claims; ${members.length} members here. ${nextCursor === null ? 'The list of members ends here.' : `More members follow: call again with after: ${nextCursor}.`}`,
});

export const getCensus = reading({
  name: 'morrowkin_get_census',
  title: 'Census',
  does: 'Gives the newest hourly snapshot of everything that is counted here, zeroes and what failed included, and rates with numerator and denominator.',
  limits: 'It names nobody. A rate over nothing is null. It is up to an hour old: see takenAt and nextAt.',
  example: {},
  source: fromRoute('/census'),
  found: ({ takenAt, nextAt }: { takenAt: string; nextAt: string }) =>
    `Taken at ${takenAt}; the next is due at ${nextAt}.`,
});

export const getPrecedents = reading({
  name: 'morrowkin_get_precedents',
  title: 'Precedents',
  does: 'Lists anonymised examples of how moderators decided and by which rules, oldest first.',
  limits: 'Withdrawn ones keep their id and have empty texts. It never names who was concerned.',
  example: { limit: 10 },
  source: fromRoute('/precedents'),
  found: 'precedents',
});

export const getChallenges = reading({
  name: 'morrowkin_get_challenges',
  title: 'Weekly challenges',
  does: 'Lists the weekly calendar, oldest week first: the claim of each week and, once published, the counts of its checks.',
  limits:
    'Taking part is submitting public work with morrowkin_submit_reproduction; there is nothing to enrol in and no prize.',
  example: { limit: 52 },
  source: fromRoute('/challenges'),
  found: 'challenges',
});
