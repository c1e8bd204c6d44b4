import type { WriteAllowance } from '#domain/acts/act.ts';

/** The state of a limit as the RateLimit header fields tell it (1.7). */
export type Allowance = WriteAllowance;

const windows = { writes: 3600, reads: 60 } as const;

/** `RateLimit-Policy` and `RateLimit` of a limit: quota and window in seconds, what remains and when it is whole again. */
export function allowanceHeaders(
  policy: keyof typeof windows,
  { quota, remaining, resetSeconds }: Allowance,
): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${quota};w=${windows[policy]}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}
