import { afterAll, beforeAll, expect, test } from 'vitest';
import { countAttempt } from '#domain/acts/attempts.ts';
import { openRunner } from '#domain/acts/run.ts';
import { signIn } from '#domain/members/sign-in.ts';
import { signUp } from '#domain/members/sign-up.ts';
import { addressBlock } from '#domain/text/addresses.ts';
import { openDatabase, sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';

let institution: TestInstitution;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  institution = await openInstitution();
  await institution.runner.open(signUp, { handle: 'ada', password }, '198.51.100.1');
});
afterAll(() => Promise.all(closing.map((close) => close())));

const password = 'correct horse battery staple';
const attempt = (handle: string, given: string, address: string) =>
  institution.runner.open(signIn, { handle, password: given }, address);

function at(now: Date) {
  const database = openDatabase(institution.url, { max: 2, now });
  closing.push(() => database.close());
  return openRunner({ database, counting: database, origin: institution.origin });
}

test('of thirty wrong guesses at once from one address, on two processes, ten are looked at; the right one then waits too, elsewhere it does not', async () => {
  const other = at(new Date(Date.now() + 1000));
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      codeOf(
        (n % 2 ? other : institution.runner).open(signIn, { handle: 'ADA', password: `guess ${n}` }, '203.0.113.7'),
      ),
    ),
  );
  expect(codes.filter((code) => code === 'auth.wrong_password')).toHaveLength(10);
  expect(codes.filter((code) => code === 'limit.sign_in')).toHaveLength(20);

  const refused = await attempt('ada', password, '203.0.113.7').catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: 'limit.sign_in' });
  expect((refused as { retryAfter: number }).retryAfter).toBeGreaterThan(800);
  expect((refused as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(901);
  await attempt('ada', password, '203.0.113.8');
  await at(new Date(Date.now() + 902_000)).open(signIn, { handle: 'ada', password }, '203.0.113.7');
});

test('who succeeds is not counted', async () => {
  for (let n = 0; n < 12; n++) await attempt('ada', password, '203.0.113.20');
});

test('one address does not get far with many handles', async () => {
  const codes = await Promise.all(
    Array.from({ length: 55 }, (_, n) => codeOf(attempt(`nobody-${n}`, 'some password', '203.0.113.30'))),
  );
  expect(codes.filter((code) => code === 'limit.sign_in')).toHaveLength(5);
});

test('an IPv6 subscriber is one address, and an IPv4 address in IPv6 clothes is itself', async () => {
  expect(addressBlock('2001:db8:1:2:3:4:5:6')).toBe(addressBlock('2001:db8:1:2::9'));
  expect(addressBlock('2001:db8:1:2::9')).not.toBe(addressBlock('2001:db8:1:3::9'));
  expect(addressBlock('::ffff:203.0.113.5')).toBe('203.0.113.5');
  expect(addressBlock('a unix socket')).toBe('a unix socket');
});

test('what no longer counts goes, and neither addresses nor handles are kept in the clear', async () => {
  const limits = [{ of: 'sign-in of somebody', most: 1, seconds: 1 }];
  await countAttempt(institution.database, limits);
  expect(await codeOf(countAttempt(institution.database, limits))).toBe('limit.sign_in');
  const tomorrow = openDatabase(institution.url, { max: 1, now: new Date(Date.now() + 24 * 3600 * 1000) });
  closing.push(() => tomorrow.close());
  await countAttempt(tomorrow, limits);
  // Each try clears away a hundred at most.
  for (const of of ['one', 'two', 'three']) await countAttempt(tomorrow, [{ of, most: 1, seconds: 1 }]);
  const left = await institution.database.query(sql`select encode("of", 'escape') as of from attempt`);
  expect(left).toHaveLength(4);
  expect(JSON.stringify(left)).not.toContain('somebody');
});
