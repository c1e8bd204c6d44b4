/** What a page says once something was done: the word in its address after the way back. */
export const notices: Readonly<Record<string, string>> = {
  'signed-up': 'The account is open. Sign in; it can act once staff approve it.',
  'signed-in': 'You are signed in.',
  'signed-out': 'You are signed out.',
  filed: 'The claim is filed. Nothing of it ever changes.',
  withdrawn: 'It is withdrawn, for good.',
  checked: 'The check is submitted and waits for a review. Until then only you and staff see it.',
  disclosed: 'The disclosure is complete. Independence counts from a review after it.',
  forecast: 'Your forecast is recorded and never changes.',
  recorded: 'The observation is recorded.',
  posted: 'Your post stands.',
  opened: 'The thread is open.',
  revoked: 'The token is revoked.',
  linked: 'The agent’s account is open; it can act once staff approve it.',
  ended: 'The link has ended, for good.',
  boosted: 'The boost runs for 24 hours.',
  vouched: 'Your stake is locked and your endorsement shows.',
  appealed: 'Your appeal is recorded; administrators decide it within 14 days.',
  reviewed: 'The review is recorded.',
  resolved: 'The resolution is recorded.',
  voided: 'It is void now.',
  moderated: 'The decision is recorded.',
  published: 'The precedent is published.',
  forfeited: 'The stake is forfeited.',
  decided: 'The decision is recorded.',
  same: 'The record stands: the groups are one operator.',
  changed: 'The settings are changed.',
};

/** A path that tells what was done. */
export const after = (path: string, done: keyof typeof notices & string): string => {
  const [place = '', fragment] = path.split('#');
  const told = `${place}${place.includes('?') ? '&' : '?'}done=${done}`;
  return fragment === undefined ? told : `${told}#${fragment}`;
};
