import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { text } from '../text/input.ts';
import { passwordLengths } from './rules.ts';
import { newSecret } from './secrets.ts';

// Argon2id is the library's own choice.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Two at once: the thread pool also serves files and names, and each takes 19 MiB.
const inTurn = pLimit(2);

export const password = {
  ...text(passwordLengths.least, passwordLengths.most, 'A password of 12 to 200 characters.'),
  writeOnly: true,
} as const;

// The same password typed on another keyboard can arrive composed otherwise.
const typed = (given: string): string => given.normalize('NFKC');

export const hashPassword = (given: string): Promise<string> => inTurn(() => hash(typed(given), cost));

let nobodys: Promise<string> | undefined;

/** Whether this is the password; without a hash it takes as long and is false, so that time does not tell which handles exist. */
export async function isPassword(given: string, stored: string | undefined): Promise<boolean> {
  if (stored !== undefined) return inTurn(() => verify(stored, typed(given)));
  nobodys ??= hashPassword(newSecret());
  const dummy = await nobodys;
  await inTurn(() => verify(dummy, typed(given)));
  return false;
}
