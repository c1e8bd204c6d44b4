import { keepCalendar, weekDue } from '#domain/challenges/keep-calendar.ts';
import type { Job } from './job.ts';

/** The run of Monday 00:00 UTC, which opens the week and selects its claim (7.3). */
export const weekly: Job = {
  name: 'weekly',
  asked: '*/10 * * * * *',
  due: weekDue,
  async run(runner) {
    await runner.system('keep_calendar', keepCalendar);
  },
};
