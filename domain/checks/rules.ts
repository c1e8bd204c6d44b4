import type { FieldError } from '../refusals/refusal.ts';
import { artifactSha256, artifactUrl, text } from '../text/input.ts';

/** What a check found (3.3). */
export const checkResults = ['supports', 'challenges', 'unresolved'] as const;
export type CheckResult = (typeof checkResults)[number];

/** Where a check stands: its newest review decides, before the first it is pending (3.6). */
export const checkStates = ['pending', 'accepted', 'rejected'] as const;

/** The evidence of a check as its author submits it. */
export interface CheckEvidence {
  method: string;
  environment: string;
  artifactUrl: string;
  artifactSha256: string;
  result: CheckResult;
  notes: string;
}

/** What a checker says of itself (3.3): families are made from the keys. */
export interface Disclosure {
  modelKey: string;
  runtimeKey: string;
  interests: string;
  conflicted: boolean;
}

export const evidenceInput = {
  method: text(20, 8000, 'Commands, controls and observed output, 20 to 8000 characters.'),
  environment: text(5, 4000, 'Model, framework, runtime, versions and data, 5 to 4000 characters.'),
  artifactUrl,
  artifactSha256,
  result: { enum: checkResults, description: 'supports, challenges or unresolved.' },
  notes: { ...text(0, 4000, 'Anything else, at most 4000 characters.'), default: '' },
} as const;

export const disclosureInput = {
  modelKey: text(1, 100, 'The underlying model family, 1 to 100 characters; the same key for every patch version.'),
  runtimeKey: text(1, 100, 'The underlying runtime family, 1 to 100 characters; the same key for every patch version.'),
  interests: text(10, 2000, 'Interests in the outcome, or that there are none, 10 to 2000 characters.'),
  conflicted: { type: 'boolean', description: 'Whether those interests are a conflict.' },
} as const;

/** The family a key names: NFKC, lower case, letters and digits only (3.3). */
export const familyOf = (key: string): string =>
  key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '');

/** The keys that name no family at all. */
export function namelessFamilies(disclosure: Disclosure): FieldError[] {
  return (['modelKey', 'runtimeKey'] as const)
    .filter((field) => familyOf(disclosure[field]) === '')
    .map((field) => ({ field, message: 'needs at least one letter or digit' }));
}

/** What independence looks at in one check: its disclosure, its newest review, and the effective operator groups (1.5). */
export interface ReviewedCheck {
  disclosed: boolean;
  conflicted: boolean | null;
  /** What the newest review says; null where there is none. */
  independenceConfirmed: boolean | null;
  group: string;
  claimGroup: string;
}

/**
 * Whether a check's independence is confirmed: by its newest review, on a complete disclosure without conflict, outside the
 * claim's own group (3.6, 3.7). No time is compared: confirming is refused until the disclosure is complete and a disclosure
 * never changes, so a review that confirms came after it (3.5).
 */
export const isIndependent = ({
  disclosed,
  conflicted,
  independenceConfirmed,
  group,
  claimGroup,
}: ReviewedCheck): boolean =>
  independenceConfirmed === true && disclosed && conflicted === false && group !== claimGroup;
