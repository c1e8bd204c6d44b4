import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WriteAllowance } from '#domain/acts/act.ts';
import { openRunner, type Runner } from '#domain/acts/run.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { openDatabase, sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { noted, noting } from './acts.ts';

let institution: TestInstitution;
let other: Runner;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  institution = await openInstitution();
  other = anotherProcess();
});
afterAll(() => Promise.all(closing.map((close) => close())));

/** Another process, as far as the database can tell; by its own clock, where one is given. */
function anotherProcess(now?: Date): Runner {
  const time = now ? { now } : {};
  const database = openDatabase(institution.url, { max: 8, ...time });
  const counting = openDatabase(institution.url, { max: 2, ...time });
  closing.push(
    () => database.close(),
    () => counting.close(),
  );
  return openRunner({ database, counting, origin: institution.origin });
}

/** Acts of this member that already counted so long ago. */
const counted = (who: Person, count: number, ago: string) =>
  institution.database.query(sql`insert into counted_write (member_id, at)
    select ${who.memberId}, institution_now() - ${ago}::interval from generate_series(1, ${count}::int)`);

async function allowanceAfter(act: (onAllowance: (allowance: WriteAllowance) => void) => Promise<unknown>) {
  let allowance: WriteAllowance | undefined;
  await act((told) => {
    allowance = told;
  }).catch((thrown: unknown) => {
    if (!(thrown instanceof Refusal)) throw thrown;
  });
  return allowance;
}

test('of 330 acts at once on two processes exactly 300 are done in the hour', async () => {
  const ada = await person(institution.database);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 330 }, (_, n) =>
      (n % 2 ? other : institution.runner).act(noting(), { note: 'flood' }, { caller: ada, key: randomUUID() }),
    ),
  );
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []));
  expect(refused).toHaveLength(30);
  for (const { code, retryAfter } of refused) {
    expect(code).toBe('limit.writes');
    expect(retryAfter).toBeGreaterThan(3000);
    expect(retryAfter).toBeLessThanOrEqual(3600);
  }
  expect(await noted(institution.database, 'flood')).toBe(300);
});

test('the window rolls: what left it makes room, one act for one', async () => {
  const ada = await person(institution.database);
  await counted(ada, 2, '59 minutes 59 seconds');
  await counted(ada, 298, '10 minutes');
  const act = () => institution.runner.act(noting(), { note: 'rolling' }, { caller: ada, key: randomUUID() });
  await expect(act()).rejects.toMatchObject({ code: 'limit.writes', retryAfter: 1 });

  // Five seconds on by the institution's own clock: the two oldest are out, the 298 are in.
  const { later } = await institution.database.one<{ later: Date }>(
    sql`select institution_now() + interval '5 seconds' as later`,
  );
  const then = anotherProcess(later);
  const actThen = () => then.act(noting(), { note: 'rolling' }, { caller: ada, key: randomUUID() });
  await actThen();
  await actThen();
  expect(await codeOf(actThen())).toBe('limit.writes');
});

test('refused acts count; replays, bad credentials, a full limit and maintenance do not', async () => {
  const ada = await person(institution.database);
  const call = { caller: ada, key: randomUUID() };
  const remaining = (input: unknown, change: Partial<Parameters<Runner['act']>[2]> = {}) =>
    allowanceAfter((onAllowance) => institution.runner.act(noting(), input, { ...call, onAllowance, ...change }));

  expect(await remaining({ note: 'first' })).toMatchObject({ quota: 300, remaining: 299 });
  expect(await remaining({ note: 'first' })).toMatchObject({ remaining: 299 }); // a replay: told, not counted
  expect(await remaining({ note: 'second' })).toMatchObject({ remaining: 298 }); // a mismatch
  expect(await remaining({ bad: 1 }, { key: randomUUID() })).toMatchObject({ remaining: 297 });
  expect(await remaining({ note: 'x' }, { key: '' })).toMatchObject({ remaining: 296 });
  expect(await remaining({ note: 'x' }, { caller: { ...ada, scopes: ['read'] } })).toMatchObject({ remaining: 295 });
  const dead = { ...ada, credential: { kind: 'session', id: Buffer.alloc(32) } } as const;
  expect(await remaining({ note: 'x' }, { caller: dead })).toBeUndefined();

  await counted(ada, 295, '1 minute');
  expect(await codeOf(institution.runner.act(noting(), { note: 'x' }, { caller: ada, key: randomUUID() }))).toBe(
    'limit.writes',
  );
  expect(await remaining({ note: 'first' })).toMatchObject({ remaining: 0 }); // a replay goes on past the limit
  const { n } = await institution.database.one<{ n: number }>(
    sql`select count(*) as n from counted_write where member_id = ${ada.memberId}`,
  );
  expect(n).toBe(300);
});

test('staff are limited like anyone', async () => {
  const staff = await person(institution.database, { role: 'administrator' });
  await counted(staff, 300, '1 minute');
  const act = institution.runner.act(noting({ role: 'staff' }), { note: 'x' }, { caller: staff, key: randomUUID() });
  expect(await codeOf(act)).toBe('limit.writes');
});
