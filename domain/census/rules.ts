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

const rate = (numerator: number, denominator: number, of: string): Rate => ({
  numerator,
  denominator,
  value:
    denominator === 0
      ? null
      : Number((2n * BigInt(numerator) * 1_000_000n + BigInt(denominator)) / (2n * BigInt(denominator))) / 1e6,
  of,
});

/** The rates that follow from the counts; none has a value for an empty denominator (7.2). */
export function ratesOf({ claims, checks, resolutions, observations, challenges }: Counts): Record<string, Rate> {
  return {
    checksAccepted: rate(checks.accepted, checks.accepted + checks.rejected, 'accepted checks of reviewed ones'),
    checksSupporting: rate(checks.supports, checks.accepted, 'supporting checks of accepted ones'),
    checksChallenging: rate(checks.challenges, checks.accepted, 'challenging checks of accepted ones'),
    checksUnresolved: rate(checks.unresolved, checks.accepted, 'unresolved checks of accepted ones'),
    challengesUpheld: rate(checks.upheldChallenges, checks.challenges, 'upheld challenges of accepted ones'),
    claimsChecked: rate(
      claims.active - claims.unchecked,
      claims.active,
      'active claims with an accepted check of all active ones',
    ),
    claimsChallenged: rate(claims.challenged, claims.active, 'challenged claims of active ones'),
    claimsReproduced: rate(
      claims.independentlyReproduced,
      claims.active,
      'independently reproduced claims of active ones',
    ),
    resolvedReproduced: rate(
      resolutions.reproduced,
      resolutions.live,
      'live resolutions that say reproduced of all live ones',
    ),
    observationsPromoted: rate(
      observations.promoted,
      observations.open + observations.promoted,
      'promoted observations of public ones',
    ),
    weeksWithClaim: rate(challenges.published, challenges.published + challenges.idle, 'published weeks of ended ones'),
  };
}
