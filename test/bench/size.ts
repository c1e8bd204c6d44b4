const fewest = 400;

/** The number of claims that a command line asks for; fewer than these cannot show every kind of thing. */
export function claimsOf(text: string): number {
  const claims = /^[1-9][0-9]{0,7}$/.test(text) ? Number(text) : 0;
  if (claims < fewest || claims % 20 > 0)
    throw new Error(`--claims takes a multiple of 20 from ${fewest} on, not "${text}".`);
  return claims;
}
