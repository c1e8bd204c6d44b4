// Each job by itself: what is due, done once, and never by two at once.
import { describe, expect, test } from 'vitest';
import { hourly } from '#jobs/hourly.ts';
import { type Job, runJob } from '#jobs/job.ts';
import { purge } from '#jobs/purge.ts';
import { weekly } from '#jobs/weekly.ts';
import { openSimulated } from './simulated.ts';

const monday = '2026-11-30T00:00:00.000Z';

describe('a job', () => {
  test('is never run by two at once, and the one that waited finds it done', async () => {
    const institution = await openSimulated(new Date(monday));
    let running = 0;
    let most = 0;
    const counted: Job = {
      ...hourly,
      async run(runner) {
        most = Math.max(most, ++running);
        await hourly.run(runner);
        running--;
      },
    };
    const ran = await Promise.all(Array.from({ length: 6 }, () => runJob(counted, institution, { ifDue: true })));
    expect(ran.filter(Boolean)).toHaveLength(1);
    await Promise.all(Array.from({ length: 6 }, () => runJob(counted, institution)));
    expect(most).toBe(1);
  });

  test.each([hourly, weekly, purge])('$name that fails leaves its lock to the next', async (job) => {
    const institution = await openSimulated(new Date(monday));
    const failing: Job = { ...job, run: () => Promise.reject(new Error('killed')) };
    await expect(runJob(failing, institution)).rejects.toThrow('killed');
    expect(await runJob(job, institution)).toBe(true);
  });
});

test('an hour is due until it has its snapshot, a week until it has its entry', async () => {
  const institution = await openSimulated(new Date('2026-12-03T12:59:59.999Z'));
  const asks = async (job: Job, at: string) => {
    await institution.clock.set(at);
    return [await runJob(job, institution, { ifDue: true }), await runJob(job, institution, { ifDue: true })];
  };
  expect(await asks(weekly, '2026-12-03T12:59:59.999Z')).toEqual([true, false]);
  expect(await asks(weekly, '2026-12-06T23:59:59.999Z')).toEqual([false, false]);
  expect(await asks(weekly, '2026-12-07T00:00:00.000Z')).toEqual([true, false]);
  expect(await asks(hourly, '2026-12-07T00:00:00.000Z')).toEqual([true, false]);
  expect(await asks(hourly, '2026-12-07T00:59:59.999Z')).toEqual([false, false]);
  expect(await asks(hourly, '2026-12-07T01:00:00.000Z')).toEqual([true, false]);
});

test('a week that is to have no entry is not due', async () => {
  const institution = await openSimulated(new Date('2026-12-04T18:00:00.000Z'));
  expect(await runJob(weekly, institution, { ifDue: true })).toBe(false);
});
