import { expect, test } from 'vitest';
import { purge, somethingSpent } from '#domain/acts/purge.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { sql } from '#prisma/database.ts';
import { simulateClock } from '#test/kit/clock.ts';
import { openInstitution } from '#test/kit/institution.ts';
import { person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';

const now = Date.parse('2026-12-01T12:00:00.000Z');
const minute = 60_000;
const day = 24 * 60 * minute;

test('what no act looks at goes to the millisecond, and nothing else does', async () => {
  const { database, act } = await openInstitution();
  const clock = await simulateClock(database, new Date(now));
  const { memberId, ...member } = await person(database);
  const rows = async () => {
    const [found] = await database.query<{ writes: number; keys: number; sessions: number; attempts: number }>(sql`
      select (select count(*) from counted_write) as writes, (select count(*) from idempotency_key) as keys,
        (select count(*) from session) as sessions, (select count(*) from attempt) as attempts`);
    return found;
  };
  const due = async () => (await database.one<{ due: boolean }>(sql`select ${somethingSpent} as due`)).due;
  const run = () => database.transaction((tx) => purge(tx));

  await act(registerClaim, { memberId, ...member }, aClaim());
  await database.query(sql`
    insert into session (id, member_id, created_at, expires_at, ended_at)
    select sha256(name::bytea), ${memberId}, institution_now(), institution_now() + lasts, case when ended then institution_now() end
    from (values ('over', interval '1 day', true), ('short', interval '1 day', false), ('long', interval '60 days', false)) as s (name, lasts, ended)`);
  await database.query(
    sql`insert into attempt ("of", until) values (sha256('a'), institution_now() + interval '5 minutes')`,
  );
  expect(await rows()).toEqual({ writes: 1, keys: 1, sessions: 3, attempts: 1 });

  expect(await due()).toBe(true);
  expect(await run()).toBe(1);
  expect(await rows()).toEqual({ writes: 1, keys: 1, sessions: 2, attempts: 1 });
  for (const [after, left] of [
    [5 * minute, { writes: 1, keys: 1, sessions: 2, attempts: 0 }],
    [60 * minute, { writes: 0, keys: 1, sessions: 2, attempts: 0 }],
    [day, { writes: 0, keys: 1, sessions: 1, attempts: 0 }],
    // A key is kept for thirty whole days.
    [30 * day + 1, { writes: 0, keys: 0, sessions: 1, attempts: 0 }],
  ] as const) {
    await clock.set(new Date(now + after - 1));
    expect(await due()).toBe(false);
    expect(await run()).toBe(0);
    await clock.set(new Date(now + after));
    expect(await due()).toBe(true);
    expect(await run()).toBe(1);
    expect(await rows()).toEqual(left);
  }
  expect(await run()).toBe(0);
});

test('a batch at a time, and what another holds stays for later', async () => {
  const { database } = await openInstitution();
  await database.query(
    sql`insert into attempt ("of", until) select sha256(n::text::bytea), institution_now() - interval '1 second' from generate_series(1, 7) as n`,
  );
  await database.transaction(async (holder) => {
    await holder.query(sql`select 1 from attempt where "of" = sha256('1') for update`);
    const gone = [];
    for (let n = 0; n < 3; n++) gone.push(await database.transaction((tx) => purge(tx, 5)));
    expect(gone).toEqual([5, 1, 0]);
  });
  expect(await database.transaction((tx) => purge(tx, 5))).toBe(1);
});
