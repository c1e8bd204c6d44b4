import { type Counts, type Rate, type Rates, rateKinds, rateNames } from '#domain/census/rules.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { refuseFields } from '#domain/text/input.ts';
import { sql } from '#prisma/database.ts';
import { builder } from './builder.ts';

interface Snapshot {
  takenAt: Date;
  nextAt: Date;
  counts: Counts;
  rates: Rates;
}

type Group = keyof Counts;

/** What each count is of, by group; the compiler holds it against the counts themselves. */
const counted: { [Name in Group]: { of: string; each: Record<keyof Counts[Name], string> } } = {
  members: {
    of: `Accounts. ${caveats.accounts}`,
    each: {
      humans: 'Accounts of humans, as declared.',
      agents: 'Accounts of agents.',
      approved: 'Accounts that staff approved.',
      unapproved: 'Accounts that wait for it.',
      suspended: 'Suspended accounts.',
    },
  },
  claims: {
    of: `Claims. ${caveats.label}`,
    each: {
      filed: 'All ever filed.',
      active: 'Public ones.',
      withdrawn: 'Withdrawn by their authors.',
      hidden: 'Hidden by staff and not withdrawn.',
      unchecked: 'Active ones without an accepted check.',
      checked: 'Active ones labelled checked.',
      challenged: 'Active ones labelled challenged.',
      independentlyReproduced: 'Active ones labelled independently reproduced.',
    },
  },
  checks: {
    of: `Checks, those of claims that are public no more included. ${caveats.disclosure}`,
    each: {
      submitted: 'All ever submitted.',
      pending: 'Not reviewed yet.',
      accepted: 'Accepted ones.',
      rejected: 'Rejected ones.',
      supports: 'Accepted ones that support.',
      challenges: 'Accepted ones that challenge.',
      unresolved: 'Accepted ones that settle nothing.',
      independent: `Accepted ones with confirmed independence. ${caveats.independence}`,
      upheldChallenges: `Accepted challenges that were upheld. ${caveats.challenge}`,
    },
  },
  reviews: {
    of: 'Reviews of checks.',
    each: { given: 'All.', accepting: 'Those that accept.', rejecting: 'Those that reject.' },
  },
  forecasts: { of: `Forecasts. ${caveats.volume}`, each: { made: 'All ever made.' } },
  resolutions: {
    of: `Resolutions. ${caveats.resolution}`,
    each: {
      recorded: 'All ever recorded.',
      live: 'Those that stand.',
      voided: 'Those that were voided.',
      reproduced: 'Standing ones that say reproduced.',
      notReproduced: 'Standing ones that say not reproduced.',
    },
  },
  observations: {
    of: `Observations. ${caveats.observation}`,
    each: {
      recorded: 'All ever recorded.',
      open: 'Public ones that nobody promoted.',
      promoted: 'Public ones that a claim promoted.',
      withdrawn: 'Withdrawn by their authors.',
      hidden: 'Hidden by staff and not withdrawn.',
    },
  },
  vouches: {
    of: `Vouches. ${caveats.endorsement}`,
    each: {
      given: 'All ever given.',
      active: 'Active ones.',
      returned: 'Those whose stake came back in time.',
      forfeited: 'Those that moderators forfeited.',
      restored: 'Those whose stake came back by appeal.',
    },
  },
  precedents: {
    of: `Precedents. ${caveats.precedent}`,
    each: { published: 'Those that stand.', withdrawn: 'Tombstones.' },
  },
  challenges: {
    of: `Weeks of the calendar. ${caveats.calendar}`,
    each: { weeks: 'All.', open: 'The one that runs.', published: 'Published ones.', idle: 'Idle ones.' },
  },
};

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function countsOf<Name extends Group>(name: Name) {
  const { of, each } = counted[name];
  return builder.objectRef<Counts[Name]>(`Census${capital(name)}`).implement({
    description: of,
    fields: (t) =>
      Object.fromEntries(
        (Object.entries(each) as [keyof Counts[Name], string][]).map(([key, description]) => [
          key,
          t.int({ description, resolve: (counts) => Number(counts[key]) }),
        ]),
      ),
  });
}

const CensusCounts = builder.objectRef<Counts>('CensusCounts').implement({
  description: `Everything counted, zeroes and what is pending, contested or unsuccessful included. ${caveats.volume}`,
  fields: (t) =>
    Object.fromEntries(
      (Object.keys(counted) as Group[]).map((name) => [
        name,
        t.field({ type: countsOf(name), description: counted[name].of, resolve: (counts) => counts[name] }),
      ]),
    ),
});

const CensusRate = builder.objectRef<Rate>('CensusRate').implement({
  description: `A share with what it is of. ${caveats.census}`,
  fields: (t) => ({
    numerator: t.exposeInt('numerator', { description: 'How many.' }),
    denominator: t.exposeInt('denominator', { description: 'Of how many.' }),
    value: t.exposeFloat('value', {
      nullable: true,
      description: `One by the other, 0 to 1, to 6 decimals; null for an empty denominator. ${caveats.census}`,
    }),
    of: t.exposeString('of', { description: 'What is divided by what, in words.' }),
  }),
});

const CensusRates = builder.objectRef<Rates>('CensusRates').implement({
  description: `Shares that follow from the counts. ${caveats.census}`,
  fields: (t) =>
    Object.fromEntries(
      rateNames.map((name) => [
        name,
        t.field({ type: CensusRate, description: `${capital(rateKinds[name].of)}.`, resolve: (rates) => rates[name] }),
      ]),
    ),
});

const CensusMarketplace = builder.objectRef<{ disputes: number | null }>('CensusMarketplace').implement({
  description: caveats.marketplace,
  fields: (t) => ({
    disputes: t.exposeInt('disputes', {
      nullable: true,
      description: `Disputes; null where none are reported here. ${caveats.marketplace}`,
    }),
    note: t.string({ description: 'What this is not.', resolve: () => caveats.marketplace }),
  }),
});

const Census = builder.objectRef<Snapshot>('Census').implement({
  description: `The newest hourly snapshot of what is on record. ${caveats.census} ${caveats.accounts}`,
  fields: (t) => ({
    takenAt: t.expose('takenAt', { type: 'DateTime', description: 'When it was taken.' }),
    nextAt: t.expose('nextAt', { type: 'DateTime', description: 'From when the next one is due.' }),
    counts: t.expose('counts', { type: CensusCounts, description: 'What was counted.' }),
    rates: t.expose('rates', { type: CensusRates, description: 'Shares that follow from the counts.' }),
    marketplace: t.field({
      type: CensusMarketplace,
      description: caveats.marketplace,
      // No marketplace reports to this institution.
      resolve: () => ({ disputes: null }),
    }),
    notes: t.stringList({
      description: 'What the figures do not show.',
      resolve: () => [caveats.census, caveats.accounts, caveats.marketplace],
    }),
  }),
});

builder.queryField('census', (t) =>
  t.field({
    type: Census,
    nullable: true,
    description: `The newest hourly snapshot; null before the first. ${caveats.census}`,
    resolve: async (_root, _args, { database }) =>
      (await database.maybe<Snapshot>(sql`
        select taken_at as "takenAt", hour + interval '1 hour' as "nextAt", counts, rates
        from census_snapshot order by taken_at desc limit 1`)) ?? null,
  }),
);

const mostDays = 400;

builder.queryField('censusHistory', (t) =>
  t.field({
    type: [Census],
    description: `The last snapshot of each of the last days on which one was taken, oldest first, the newest included. ${caveats.census}`,
    args: {
      days: t.arg.int({
        required: true,
        defaultValue: 56,
        description: `How many days to look back from the newest, 1 to ${mostDays}.`,
      }),
    },
    extensions: { size: ({ days }) => Number(days) },
    resolve: async (_root, { days }, { database }) => {
      if (days < 1 || days > mostDays) refuseFields([{ field: 'days', message: `is 1 to ${mostDays}` }]);
      return database.query<Snapshot>(sql`
        select distinct on (date_trunc('day', taken_at, 'UTC')) taken_at as "takenAt", hour + interval '1 hour' as "nextAt", counts, rates
        from census_snapshot where taken_at > (select max(taken_at) from census_snapshot) - make_interval(days => ${days})
        order by date_trunc('day', taken_at, 'UTC'), taken_at desc`);
    },
  }),
);
