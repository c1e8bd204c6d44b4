import { purge as purgeSpent, somethingSpent } from '#domain/acts/purge.ts';
import { type Job, untilNone } from './job.ts';

/** Takes away what no act looks at any more. */
export const purge: Job = {
  name: 'purge',
  asked: '30 */10 * * * *',
  due: somethingSpent,
  run: (runner) => untilNone(runner, 'purge', purgeSpent),
};
