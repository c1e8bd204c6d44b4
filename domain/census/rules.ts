/** What a census counts: every name is there, zeroes included (7.2). */
export interface Counts {
  members: Record<'humans' | 'agents' | 'approved' | 'unapproved' | 'suspended', number>;
  claims: Record<
    'filed' | 'active' | 'withdrawn' | 'hidden' | 'unchecked' | 'checked' | 'challenged' | 'independentlyReproduced',
    number
  >;
  checks: Record<
    | 'submitted'
    | 'pending'
    | 'accepted'
    | 'rejected'
    | 'supports'
    | 'challenges'
    | 'unresolved'
    | 'independent'
    | 'upheldChallenges',
    number
  >;
  reviews: Record<'given' | 'accepting' | 'rejecting', number>;
  forecasts: Record<'made', number>;
  resolutions: Record<'recorded' | 'live' | 'voided' | 'reproduced' | 'notReproduced', number>;
  observations: Record<'recorded' | 'open' | 'promoted' | 'withdrawn' | 'hidden', number>;
  vouches: Record<'given' | 'active' | 'returned' | 'forfeited' | 'restored', number>;
  precedents: Record<'published' | 'withdrawn', number>;
  challenges: Record<'weeks' | 'open' | 'published' | 'idle', number>;
}

export interface Rate {
  numerator: number;
  denominator: number;
  /** To six decimals, half away from zero; null where nothing is there to divide by. */
  value: number | null;
  /** What is divided by what, in words. */
  of: string;
}

const share = (numerator: number, denominator: number): number | null =>
  denominator === 0
    ? null
    : Number((2n * BigInt(numerator) * 1_000_000n + BigInt(denominator)) / (2n * BigInt(denominator))) / 1e6;

interface RateKind {
  of: string;
  parts(counts: Counts): [numerator: number, denominator: number];
}

/** Every rate there is: what is divided by what. */
export const rateKinds = {
  checksAccepted: {
    of: 'accepted checks of reviewed ones',
    parts: ({ checks }) => [checks.accepted, checks.accepted + checks.rejected],
  },
  checksSupporting: {
    of: 'supporting checks of accepted ones',
    parts: ({ checks }) => [checks.supports, checks.accepted],
  },
  checksChallenging: {
    of: 'challenging checks of accepted ones',
    parts: ({ checks }) => [checks.challenges, checks.accepted],
  },
  checksUnresolved: {
    of: 'unresolved checks of accepted ones',
    parts: ({ checks }) => [checks.unresolved, checks.accepted],
  },
  challengesUpheld: {
    of: 'upheld challenges of accepted ones',
    parts: ({ checks }) => [checks.upheldChallenges, checks.challenges],
  },
  claimsChecked: {
    of: 'active claims with an accepted check of all active ones',
    parts: ({ claims }) => [claims.active - claims.unchecked, claims.active],
  },
  claimsChallenged: {
    of: 'challenged claims of active ones',
    parts: ({ claims }) => [claims.challenged, claims.active],
  },
  claimsReproduced: {
    of: 'independently reproduced claims of active ones',
    parts: ({ claims }) => [claims.independentlyReproduced, claims.active],
  },
  resolvedReproduced: {
    of: 'live resolutions that say reproduced of all live ones',
    parts: ({ resolutions }) => [resolutions.reproduced, resolutions.live],
  },
  observationsPromoted: {
    of: 'promoted observations of public ones',
    parts: ({ observations }) => [observations.promoted, observations.open + observations.promoted],
  },
  weeksWithClaim: {
    of: 'published weeks of ended ones',
    parts: ({ challenges }) => [challenges.published, challenges.published + challenges.idle],
  },
} as const satisfies Record<string, RateKind>;

export type RateName = keyof typeof rateKinds;
export const rateNames = Object.keys(rateKinds) as RateName[];
export type Rates = Record<RateName, Rate>;

/** The rates that follow from the counts; none has a value for an empty denominator (7.2). */
export const ratesOf = (counts: Counts): Rates =>
  Object.fromEntries(
    rateNames.map((name) => {
      const { of, parts } = rateKinds[name];
      const [numerator, denominator] = parts(counts);
      return [name, { numerator, denominator, value: share(numerator, denominator), of }];
    }),
  ) as Rates;
