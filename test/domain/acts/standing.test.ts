import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Act } from '#domain/acts/act.ts';
import { sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { gate, type Note, noted, noting } from './acts.ts';

let institution: TestInstitution;
beforeAll(async () => {
  institution = await openInstitution();
});

const act = (caller: Person, one: Act<Note> = noting(), key: string = randomUUID()) =>
  institution.runner.act(one, { note: 'standing' }, { caller, key });
const set = (column: 'suspended_at' | 'approved_at' | 'link_ended_at', to: 'now' | null, who: Person) =>
  institution.database.query(
    column === 'suspended_at'
      ? sql`update member set suspended_at = ${to}::timestamptz where id = ${who.memberId}`
      : column === 'approved_at'
        ? sql`update member set approved_at = ${to}::timestamptz where id = ${who.memberId}`
        : sql`update member set link_ended_at = ${to}::timestamptz where id = ${who.memberId}`,
  );
const maintain = (on: boolean) =>
  institution.database.query(sql`insert into public_setting (key, value, changed_at) values ('maintenance', ${on}::text::jsonb, now())
    on conflict (key) do update set value = excluded.value`);

test('an unapproved account acts only where good standing is enough, a suspended one only where neither is asked', async () => {
  const ada = await person(institution.database);
  await set('approved_at', null, ada);
  expect(await codeOf(act(ada))).toBe('account.unapproved');
  await act(ada, noting({ standing: 'good' }));
  await set('suspended_at', 'now', ada);
  expect(await codeOf(act(ada))).toBe('account.suspended');
  expect(await codeOf(act(ada, noting({ standing: 'good' })))).toBe('account.suspended');
  await act(ada, noting({ standing: 'any' }));
  await set('suspended_at', null, ada);
  await set('approved_at', 'now', ada);
  await act(ada);
});

test('an agent needs its own approval, its link, and its human approved and in good standing', async () => {
  const human = await person(institution.database);
  const agent = await person(institution.database, { operator: human });
  await act(agent);

  await set('suspended_at', 'now', human);
  expect(await codeOf(act(agent))).toBe('account.operator_inactive');
  expect(await codeOf(act(agent, noting({ standing: 'good' })))).toBe('account.operator_inactive');
  await set('suspended_at', null, human);
  await set('approved_at', null, human);
  expect(await codeOf(act(agent))).toBe('account.operator_inactive');
  await set('approved_at', 'now', human);
  await act(agent);
  await set('approved_at', null, agent);
  expect(await codeOf(act(agent))).toBe('account.unapproved');
  await set('approved_at', 'now', agent);

  await set('link_ended_at', 'now', agent);
  expect(await codeOf(act(agent))).toBe('account.operator_inactive');
  await act(human);
});

test('a token that was revoked or has ended, and a session that has, open nothing', async () => {
  const [ada, bob] = await Promise.all([person(institution.database), person(institution.database)]);
  const idOf = ({ credential }: Person) => (credential.kind === 'token' ? credential.id : '');
  await institution.database.query(sql`update token set revoked_at = now() where id = ${idOf(ada)}`);
  expect(await codeOf(act(ada))).toBe('auth.invalid');

  const ended = `tok_${'0'.repeat(25)}1`;
  await institution.database.query(sql`insert into token (id, member_id, hash, label, scopes, created_at, expires_at)
    values (${ended}, ${bob.memberId}, sha256('ended'), '', '{read,write}', now(), now())`);
  expect(await codeOf(act({ ...bob, credential: { kind: 'token', id: ended } }))).toBe('auth.invalid');
  expect(await codeOf(act({ ...bob, credential: { kind: 'session', id: Buffer.alloc(32) } }))).toBe('auth.invalid');
  await act(bob);
});

test('without the write scope nothing is done', async () => {
  const ada = await person(institution.database);
  expect(await codeOf(act({ ...ada, scopes: ['read'] }))).toBe('scope.missing');
});

test('a staff act needs the role, an administrator’s act that one', async () => {
  const [ada, moderator, administrator] = await Promise.all([
    person(institution.database),
    person(institution.database, { role: 'moderator' }),
    person(institution.database, { role: 'administrator' }),
  ]);
  const staff = noting({ role: 'staff' });
  const highest = noting({ role: 'administrator' });
  expect(await codeOf(act(ada, staff))).toBe('role.required');
  expect(await codeOf(act(moderator, highest))).toBe('role.required');
  await act(moderator, staff);
  await act(administrator, staff);
  await act(administrator, highest);
});

test('a suspension that commits while a call waits for its twin takes effect in that call', async () => {
  const ada = await person(institution.database);
  const [key, hold] = [randomUUID(), gate()];
  const first = act(
    ada,
    noting({}, async (tx) => {
      await hold.wait();
      await tx.query(sql`select 1 / 0`);
    }),
    key,
  );
  const failed = first.catch((thrown: unknown) => thrown);
  await hold.reached;
  const before = await noted(institution.database, 'standing');
  const twin = codeOf(act(ada, noting(), key));
  await institution.database.query(sql`update member set suspended_at = now() where id = ${ada.memberId}`);
  hold.open();
  expect(await failed).toBeInstanceOf(Error);
  expect(await twin).toBe('account.suspended');
  expect(await noted(institution.database, 'standing')).toBe(before);
});

test('refusals come in one order: credential, maintenance, standing, scope, role, replay, limit, then the rest', async () => {
  const ada = await person(institution.database);
  const key = randomUUID();
  const made = await act(ada, noting(), key);
  const attempt = (input: unknown, change: Partial<Person> = {}, one = noting({ role: 'staff' })) =>
    codeOf(institution.runner.act(one, input, { caller: { ...ada, ...change }, key }));

  // Everything is wrong at once; what comes first is put right, one after the other.
  await institution.database.query(
    sql`insert into counted_write (member_id, at) select ${ada.memberId}, now() from generate_series(1, 300)`,
  );
  await set('suspended_at', 'now', ada);
  await set('approved_at', null, ada);
  await maintain(true);
  const nobody: Partial<Person> = { credential: { kind: 'session', id: Buffer.alloc(32) }, scopes: ['read'] };
  expect(await attempt({}, nobody)).toBe('auth.invalid');
  expect(await attempt({}, { scopes: ['read'] })).toBe('maintenance');
  await maintain(false);
  expect(await attempt({}, { scopes: ['read'] })).toBe('account.suspended');
  await set('suspended_at', null, ada);
  expect(await attempt({}, { scopes: ['read'] })).toBe('account.unapproved');
  await set('approved_at', 'now', ada);
  expect(await attempt({}, { scopes: ['read'] })).toBe('scope.missing');
  expect(await attempt({})).toBe('role.required');
  expect(await act(ada, noting(), key)).toEqual({ id: made.id, replayed: true });
  expect(await attempt({}, {}, noting())).toBe('limit.writes');
  await institution.database.query(sql`delete from counted_write`);
  expect(await codeOf(institution.runner.act(noting(), {}, { caller: ada }))).toBe('idempotency.missing');
  expect(await attempt({}, {}, noting())).toBe('input.invalid');
  expect(await attempt({ note: 'another' }, {}, noting())).toBe('idempotency.mismatch');
});

test('in maintenance only what says so goes on, and the refusal tells when to come back', async () => {
  const ada = await person(institution.database);
  await maintain(true);
  try {
    await expect(act(ada)).rejects.toMatchObject({ code: 'maintenance', retryAfter: 60 });
    await act(ada, noting({ inMaintenance: true }));
  } finally {
    await maintain(false);
  }
  await act(ada);
});
