import { censusDue, takeCensus } from '#domain/census/take.ts';
import { keepCalendar } from '#domain/challenges/keep-calendar.ts';
import { returnDueStakes } from '#domain/vouches/return-due.ts';
import { type Job, untilNone } from './job.ts';

/** The run of every full hour: due stakes (6.2), the calendar (7.3) and the census (7.2). */
export const hourly: Job = {
  name: 'hourly',
  asked: '*/10 * * * * *',
  // The census is the last step, so an hour that has its snapshot is done.
  due: censusDue,
  async run(runner) {
    await untilNone(runner, 'return_stakes', returnDueStakes);
    await runner.system('keep_calendar', keepCalendar);
    await runner.system('take_census', takeCensus);
  },
};
