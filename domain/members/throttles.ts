import type { Throttle } from '../acts/act.ts';
import { addressBlock } from '../text/addresses.ts';

const quarter = 15 * 60;
const hour = 60 * 60;

/** Failed sign-ins (1.7): few for a handle from one place, more for a place, and an upper bound for a handle from anywhere. */
export const signInThrottles = (handle: string, address: string): readonly Throttle[] => [
  { of: `sign-in ${handle} from ${addressBlock(address)}`, most: 10, seconds: quarter },
  { of: `sign-in from ${addressBlock(address)}`, most: 50, seconds: quarter },
  { of: `sign-in ${handle}`, most: 100, seconds: hour },
];

/** Sign-ups: a class or a company behind one address gets through, a flood does not. */
export const signUpThrottles = (address: string): readonly Throttle[] => [
  { of: `sign-up from ${addressBlock(address)}`, most: 300, seconds: hour },
];
