import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Act } from '#domain/acts/act.ts';
import { openRunner } from '#domain/acts/run.ts';
import { Refusal } from '#domain/refusals/refusal.ts';
import { openDatabase, sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { gate, type Note, noted, noting } from './acts.ts';

let institution: TestInstitution;
let ada: Person;
beforeAll(async () => {
  institution = await openInstitution();
  ada = await person(institution.database);
});

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** Another process, as far as the database can tell. */
function anotherProcess() {
  const database = openDatabase(institution.url, { max: 8 });
  const counting = openDatabase(institution.url, { max: 2 });
  opened.push(database, counting);
  return openRunner({ database, counting, origin: institution.origin });
}

test('twenty twins at once, on two processes, make one thing and replay it nineteen times', async () => {
  const runners = [institution.runner, anotherProcess()];
  const call = { caller: ada, key: randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (runners[n % 2] ?? institution.runner).act(noting(), { note: 'twins' }, call)),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.filter(({ replayed }) => replayed)).toHaveLength(19);
  expect(await noted(institution.database, 'twins')).toBe(1);
});

test('the same key with another input or act is a mismatch that tells nothing of the first; a corrected spelling is no other input', async () => {
  const call = { caller: ada, key: randomUUID() };
  const first = await institution.runner.act(noting(), { note: 'one' }, call);
  expect(await institution.runner.act(noting(), { note: '  one\r\n' }, call)).toEqual({ id: first.id, replayed: true });
  const others: [Act<Note>, unknown][] = [
    [noting(), { note: 'two' }],
    [noting({ action: 'submit_check' }), { note: 'one' }],
  ];
  for (const [act, input] of others) {
    const thrown = await institution.runner.act(act, input, call).catch((refusal: unknown) => refusal);
    expect(thrown).toBeInstanceOf(Refusal);
    expect((thrown as Refusal).code).toBe('idempotency.mismatch');
    expect(JSON.stringify(thrown) + (thrown as Refusal).message).not.toContain(first.id);
  }
  expect(await codeOf(institution.runner.act(noting(), { unknown: true }, call))).toBe('input.unknown_field');
});

test('two inputs at once under one key: one is made, the other is a mismatch', async () => {
  const call = { caller: ada, key: randomUUID() };
  const outcomes = await Promise.allSettled(
    ['left', 'right'].map((note) => institution.runner.act(noting(), { note }, call)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'idempotency.mismatch' });
});

test('another member’s key is another key', async () => {
  const bob = await person(institution.database);
  const key = randomUUID();
  const one = await institution.runner.act(noting(), { note: 'shared' }, { caller: ada, key });
  const other = await institution.runner.act(noting(), { note: 'other' }, { caller: bob, key });
  expect(other).toMatchObject({ replayed: false });
  expect(other.id).not.toBe(one.id);
});

test('a refused call stores nothing under its key, so it can be corrected and sent again', async () => {
  const call = { caller: ada, key: randomUUID() };
  expect(await codeOf(institution.runner.act(noting(), { note: '' }, call))).toBe('input.invalid');
  expect(await codeOf(institution.runner.act(noting(), { note: 'n', extra: 1 }, call))).toBe('input.unknown_field');
  const failing = noting({}, () => Promise.reject(new Refusal('claim.not_active')));
  expect(await codeOf(institution.runner.act(failing, { note: 'later' }, call))).toBe('claim.not_active');
  expect(await institution.runner.act(noting(), { note: 'corrected' }, call)).toMatchObject({ replayed: false });
});

test('a missing or malformed key is refused, and by other codes', async () => {
  const act = (key?: string) => codeOf(institution.runner.act(noting(), { note: 'keyless' }, { caller: ada, key }));
  expect(await act()).toBe('idempotency.missing');
  expect(await act('')).toBe('idempotency.missing');
  for (const key of ['a b', 'ä', 'x'.repeat(201), 'tab\t']) expect(await act(key)).toBe('input.invalid');
  expect(await noted(institution.database, 'keyless')).toBe(0);
});

test('a first caller whose connection dies leaves nothing: the twin that waited makes the thing', async () => {
  const call = { caller: ada, key: randomUUID() };
  const hold = gate();
  let pid = 0;
  const dying = noting({}, async (tx) => {
    const row = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    pid = row.pid;
    await hold.wait();
  });
  const first = codeOf(institution.runner.act(dying, { note: 'killed' }, call));
  await hold.reached;
  const twin = anotherProcess().act(noting(), { note: 'killed' }, call);
  await waitingOn(pid);
  await institution.database.query(sql`select pg_terminate_backend(${pid}, 10000)`);
  hold.open();
  expect(await first).toBe('unavailable');
  expect(await twin).toMatchObject({ replayed: false });
  expect(await noted(institution.database, 'killed')).toBe(1);
});

test('a twin that has waited three seconds is told that the first still runs, and when to come back', async () => {
  const call = { caller: ada, key: randomUUID() };
  const hold = gate();
  const first = institution.runner.act(noting({}, hold.wait), { note: 'slow' }, call);
  await hold.reached;
  await expect(anotherProcess().act(noting(), { note: 'slow' }, call)).rejects.toMatchObject({
    code: 'idempotency.in_progress',
    retryAfter: 1,
  });
  hold.open();
  expect(await first).toMatchObject({ replayed: false });
  expect(await institution.runner.act(noting(), { note: 'slow' }, call)).toMatchObject({ replayed: true });
});

test('a key is free again after thirty days', async () => {
  const call = { caller: ada, key: randomUUID() };
  const first = await institution.runner.act(noting(), { note: 'old' }, call);
  await institution.database.query(
    sql`update idempotency_key set created_at = created_at - interval '30 days 1 second' where key = ${call.key}`,
  );
  const second = await institution.runner.act(noting(), { note: 'new' }, call);
  expect(second).toMatchObject({ replayed: false });
  expect(second.id).not.toBe(first.id);
});

/** Resolves once some connection waits for a lock that this one holds. */
async function waitingOn(pid: number): Promise<void> {
  for (;;) {
    const found = await institution.database.maybe(
      sql`select from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid))`,
    );
    if (found) return;
  }
}
