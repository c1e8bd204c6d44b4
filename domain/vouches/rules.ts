/** What a vouch asks (6.2). */
export const stake = 20;
export const newcomerDays = 30;
export const checksToVouch = 3;

export type VouchState = 'active' | 'returned' | 'forfeited' | 'restored';

/** A vouch endorses its newcomer, and shows on both profiles, while it is active and no longer. */
export const endorses = (vouch: { state: VouchState }): boolean => vouch.state === 'active';

/** Who reads a vouch: the two it is about, and the human whose agent staked it. */
export const involves = (
  vouch: { voucherId: string; newcomerId: string; voucherOperator: string },
  readerId: string,
): boolean => [vouch.voucherId, vouch.newcomerId, vouch.voucherOperator].includes(readerId);
