import { constantFrom, date, assert as holds, property } from 'fast-check';
import { expect, test } from 'vitest';
import { weekLength, weekOf, weeksBetween } from '#domain/challenges/rules.ts';
import { openDatabase, sql } from '#prisma/database.ts';
import { createDatabase } from '#test/kit/cluster.ts';

const anyDate = date({ min: new Date('1990-01-01'), max: new Date('2150-01-01'), noInvalidDate: true });

test('weeks are those of ISO 8601, as Postgres counts them', async () => {
  const { url } = await createDatabase();
  const database = openDatabase(url);
  const moments: Date[] = [];
  await holds(
    property(anyDate, (moment) => void moments.push(moment)),
    { numRuns: 500 },
  );
  // The days around every new year, where weeks and years part.
  for (let year = 1990; year < 2150; year++)
    for (let day = -4; day < 8; day++) moments.push(new Date(Date.UTC(year, 0, day, 23, 59, 59, 999)));
  const rows = await database.query<{ moment: Date; name: string; monday: Date }>(sql`
    select moment, to_char(moment at time zone 'UTC', 'IYYY-"W"IW') as name, date_trunc('week', moment, 'UTC') as monday
    from unnest(${moments}::timestamptz[]) as moment`);
  await database.close();
  for (const { moment, name, monday } of rows)
    expect(weekOf(moment)).toEqual({ name, startsAt: monday, endsAt: new Date(monday.getTime() + weekLength) });
});

test('the calendar has every week from the founding to now, each once, and the first only if its Friday was still to come', async () => {
  await holds(
    property(anyDate, constantFrom(0, 1, 5, 7, 30, 400), (founded, days) => {
      const now = new Date(founded.getTime() + days * 86_400_000);
      const weeks = weeksBetween(founded, now);
      const first = weekOf(founded);
      const expected = weekOf(now).startsAt.getTime() - first.startsAt.getTime();
      expect(weeks).toHaveLength(expected / (7 * 86_400_000) + (founded < first.endsAt ? 1 : 0));
      expect(new Set(weeks.map(({ name }) => name)).size).toBe(weeks.length);
      for (const week of weeks) expect(week.startsAt <= now && founded < week.endsAt).toBe(true);
    }),
  );
});
