// What the database itself refuses of observations, credits, vouches, appeals, precedents and the forum: its owner, in plain SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { explained } from '#domain/acts/guards.ts';
import { appealForfeiture } from '#domain/appeals/appeal.ts';
import { decideAppeal } from '#domain/appeals/decide.ts';
import { takeCensus } from '#domain/census/take.ts';
import { keepCalendar } from '#domain/challenges/keep-calendar.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { buyBoost } from '#domain/credits/boost.ts';
import { openThread } from '#domain/forum/open-thread.ts';
import { writePost } from '#domain/forum/post.ts';
import { withdrawPost, withdrawThread } from '#domain/forum/withdraw.ts';
import { recordObservation } from '#domain/observations/record.ts';
import { withdrawObservation } from '#domain/observations/withdraw.ts';
import { publishPrecedent } from '#domain/precedents/publish.ts';
import { withdrawPrecedent } from '#domain/precedents/withdraw.ts';
import { newId } from '#domain/text/ids.ts';
import { forfeitVouch } from '#domain/vouches/forfeit.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { raw, type Sql, sql } from '#prisma/database.ts';
import { databaseError } from '#prisma/sqlstate.ts';
import { checker } from '#test/kit/checkers.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let voucher: Person;
let author: Person;
let administrator: Person;
const ids: Record<string, string> = {};

const refusedBy = (statement: Sql) =>
  codeOf(
    institution.database.query(statement).catch((thrown: unknown) => {
      throw explained(thrown);
    }),
  );
/** The SQLSTATE of what a constraint refuses. */
const violates = (statement: Sql) =>
  institution.database.query(statement).then(
    () => 'nothing',
    (thrown: unknown) => databaseError(thrown)?.sqlstate,
  );

const vouchFor = async () => {
  const newcomer = await person(institution.database);
  return (await institution.act(giveVouch, voucher, { handle: newcomer.handle, acknowledgeStake: true })).id;
};
const forfeit = (vouchId: string) => institution.act(forfeitVouch, administrator, { vouchId, reason: aReason });
const body = 'What I have to say about the matter.';

beforeAll(async () => {
  institution = await openInstitution();
  const { database, act } = institution;
  voucher = await checker(institution, { checks: 11 });
  author = await person(database);
  administrator = await person(database, { role: 'administrator' });
  ids.observation = (await act(recordObservation, author, { title: 'Odd timings', body })).id;
  ids.goneObservation = (await act(recordObservation, author, { title: 'Odd timings', body })).id;
  await act(withdrawObservation, author, { observationId: ids.goneObservation });
  ids.thread = (await act(openThread, author, { title: 'The matter', visibility: 'public' })).id;
  ids.post = (await act(writePost, author, { threadId: ids.thread, body })).id;
  ids.gonePost = (await act(writePost, author, { threadId: ids.thread, body })).id;
  await act(withdrawPost, author, { postId: ids.gonePost });
  ids.goneThread = (await act(openThread, author, { title: 'The matter', visibility: 'public' })).id;
  await act(withdrawThread, author, { threadId: ids.goneThread });
  await act(openThread, author, { title: 'The matter', visibility: 'restricted', members: [voucher.handle] });
  await institution.runner.system('keep_calendar', keepCalendar);
  await institution.runner.system('take_census', takeCensus);
  const precedent = {
    situation: body,
    decision: body,
    reasons: body,
    ruleIds: ['checks.submit'],
    sourceCaseReference: '17',
    manualReviewConfirmed: true,
  };
  ids.precedent = (await act(publishPrecedent, administrator, precedent)).id;
  ids.gonePrecedent = (await act(publishPrecedent, administrator, precedent)).id;
  await act(withdrawPrecedent, administrator, { precedentId: ids.gonePrecedent, cause: 'privacy' });
  await act(buyBoost, voucher, { benefit: 'contribution_boost' });
  ids.active = await vouchFor();
  ids.forfeited = await vouchFor();
  await forfeit(ids.forfeited);
  ids.denied = await vouchFor();
  await forfeit(ids.denied);
  ids.appeal = (await act(appealForfeiture, voucher, { vouchId: ids.denied, grounds: aReason })).id;
  await act(decideAppeal, administrator, { appealId: ids.appeal, state: 'denied', reason: aReason });
  ids.restored = await vouchFor();
  await forfeit(ids.restored);
  const { id } = await act(appealForfeiture, voucher, { vouchId: ids.restored, grounds: aReason });
  await act(decideAppeal, administrator, { appealId: id, state: 'restored', reason: aReason });
});

describe('what was recorded stays', () => {
  test.each([
    ['observation', 'observation', 'title', `'another'`],
    ['observation', 'observation', 'body', `'another'`],
    ['observation', 'observation', 'author_id', 'null'],
    ['observation', 'observation', 'ordinal', '99'],
    ['observation', 'goneObservation', 'withdrawn_at', 'null'],
    ['thread', 'thread', 'title', `'another'`],
    ['thread', 'thread', 'visibility', `'restricted'`],
    ['thread', 'goneThread', 'withdrawn_at', 'null'],
    ['post', 'post', 'body', `'another'`],
    ['post', 'post', 'thread_id', 'null'],
    ['post', 'gonePost', 'withdrawn_at', 'null'],
    ['precedent', 'precedent', 'situation', `'another'`],
    ['precedent', 'precedent', 'reasons', `''`],
    ['precedent', 'precedent', 'rule_ids', `'{}'`],
    ['precedent', 'precedent', 'source_case_reference', `'another'`],
    ['precedent', 'gonePrecedent', 'situation', `'back'`],
    ['precedent', 'gonePrecedent', 'withdrawn_at', 'null'],
    ['precedent', 'gonePrecedent', 'cause', `'correction'`],
    ['vouch', 'active', 'stake', '1'],
    ['vouch', 'active', 'expires_at', 'now()'],
    ['vouch', 'active', 'newcomer_id', 'null'],
    ['vouch', 'forfeited', 'forfeit_reason', `'another'`],
    ['vouch', 'forfeited', 'ended_at', 'now()'],
    ['appeal', 'appeal', 'grounds', `'another'`],
    ['appeal', 'appeal', 'due_at', 'now()'],
    ['appeal', 'appeal', 'decision', `'restored'`],
    ['appeal', 'appeal', 'decision', 'null'],
  ])('%s: %s.%s', async (table, which, column, value) => {
    expect(await refusedBy(sql`update ${raw(table)} set ${raw(column)} = ${raw(value)} where id = ${ids[which]}`)).toBe(
      'record.frozen',
    );
  });

  test('a boost is never longer', async () => {
    expect(await refusedBy(sql`update boost set expires_at = expires_at + interval '1 day'`)).toBe('record.frozen');
  });

  test.each([
    'observation',
    'thread',
    'post',
    'thread_member',
    'precedent',
    'boost',
    'vouch',
    'appeal',
    'census_snapshot',
    'weekly_challenge',
  ])('no row of %s is deleted', async (table) => {
    expect(await refusedBy(sql`delete from ${raw(table)}`)).toBe('record.frozen');
    expect(await refusedBy(sql`truncate ${raw(table)} cascade`)).toBe('record.frozen');
  });
});

describe('vouches go one way', () => {
  const turn = (which: string, set: string) => refusedBy(sql`update vouch set ${raw(set)} where id = ${ids[which]}`);
  const ending = `ended_at = now(), forfeit_reason = 'why', forfeiter_id = voucher_id`;

  test.each([
    ['active', `state = 'returned', ended_at = now()`],
    ['active', `state = 'restored', ${ending}`],
    ['forfeited', `state = 'active', ended_at = null, forfeit_reason = null, forfeiter_id = null`],
    ['forfeited', `state = 'returned', forfeit_reason = null, forfeiter_id = null`],
    ['forfeited', `state = 'restored'`],
    ['denied', `state = 'restored'`],
    ['restored', `state = 'forfeited'`],
    ['restored', `state = 'active', ended_at = null, forfeit_reason = null, forfeiter_id = null`],
  ])('not from %s by %s', async (which, set) => {
    expect(await turn(which, set)).toBe('vouch.ended');
  });

  test('a forfeiture has a reason and a moderator', async () => {
    expect(await violates(sql`update vouch set state = 'forfeited', ended_at = now() where id = ${ids.active}`)).toBe(
      '23514',
    );
    expect(
      await violates(
        sql`update vouch set state = 'forfeited', ended_at = now(), forfeit_reason = 'why' where id = ${ids.active}`,
      ),
    ).toBe('23514');
  });

  test('none begins ended, or between one operator, or of another stake', async () => {
    const newcomer = await person(institution.database);
    const agent = await person(institution.database, { operator: voucher });
    const insert = (member: Person, change = '', value = '') => sql`
      insert into vouch (id, voucher_id, newcomer_id, stake, created_at, expires_at ${raw(change)})
      values (${newId('vch')}, ${voucher.memberId}, ${member.memberId}, 20, now(), now() ${raw(value)})`;
    expect(await refusedBy(insert(agent))).toBe('vouch.same_operator');
    expect(await refusedBy(insert(newcomer, ', state, ended_at', `, 'returned', now()`))).toBe('record.frozen');
    expect(
      await violates(sql`insert into vouch (id, voucher_id, newcomer_id, stake, created_at, expires_at)
      values (${newId('vch')}, ${voucher.memberId}, ${newcomer.memberId}, 1, now(), now())`),
    ).toBe('23514');
  });

  test('its lock and an appeal’s term are the clock’s, not the writer’s', async () => {
    const { lock, term } = await institution.database.one<{ lock: number; term: number }>(sql`
      select (select extract(epoch from expires_at - created_at)::int / 86400 from vouch where id = ${ids.active}) as lock,
        (select extract(epoch from due_at - created_at)::int / 86400 from appeal where id = ${ids.appeal}) as term`);
    expect([lock, term]).toEqual([30, 14]);
  });
});

describe('the ledger', () => {
  const entry = (
    member: Person,
    amount: number,
    kind: string,
    about: { check?: string; boost?: number; vouch?: string },
  ) => sql`
    insert into ledger_entry (id, member_id, amount, kind, check_id, boost_id, vouch_id, at)
    values (${newId('crd')}, ${member.memberId}, ${amount}, ${kind}::ledger_kind, ${about.check ?? null}, ${about.boost ?? null}, ${about.vouch ?? null}, now())`;

  test('books nothing twice', async () => {
    const { check, boost } = await institution.database.one<{ check: string; boost: number }>(sql`
      select (select id from registry_check where author_id = ${voucher.memberId} limit 1) as check, (select id from boost limit 1) as boost`);
    expect(await violates(entry(voucher, 10, 'check_accepted', { check }))).toBe('23505');
    expect(await violates(entry(voucher, -10, 'contribution_boost', { boost }))).toBe('23505');
    expect(await violates(entry(voucher, -20, 'vouch_stake', { vouch: ids.active ?? '' }))).toBe('23505');
    expect(await violates(entry(voucher, 20, 'vouch_restored', { vouch: ids.restored ?? '' }))).toBe('23505');
  });

  test('books nothing that did not happen, or on someone else', async () => {
    for (const [who, kind, vouch] of [
      [voucher, 'vouch_returned', ids.active],
      [voucher, 'vouch_returned', ids.forfeited],
      [voucher, 'vouch_restored', ids.denied],
      [voucher, 'vouch_returned', ids.restored],
      [author, 'vouch_restored', ids.restored],
    ] as const) {
      expect(await violates(entry(who, 20, kind, { vouch: vouch ?? '' }))).toBe('23514');
    }
    const { check } = await institution.database.one<{ check: string }>(
      sql`select id as check from registry_check limit 1`,
    );
    expect(await violates(entry(author, 10, 'check_accepted', { check }))).toBe('23514');
  });

  test('books the amounts of the protocol, about what they are for', async () => {
    expect(await violates(entry(voucher, 1000, 'check_accepted', {}))).toBe('23514');
    expect(await violates(entry(voucher, 20, 'vouch_stake', { vouch: ids.active ?? '' }))).toBe('23514');
    expect(await violates(entry(voucher, -10, 'contribution_boost', {}))).toBe('23514');
  });
});

test('a second boost, a second vouch of a newcomer, a second appeal and a second promotion are refused by the tables', async () => {
  expect(
    await refusedBy(
      sql`insert into boost (member_id, started_at, expires_at) values (${voucher.memberId}, now(), now())`,
    ),
  ).toBe('boost.active');
  const { newcomer } = await institution.database.one<{ newcomer: string }>(
    sql`select newcomer_id as newcomer from vouch where id = ${ids.active}`,
  );
  expect(
    await refusedBy(sql`insert into vouch (id, voucher_id, newcomer_id, stake, created_at, expires_at)
    values (${newId('vch')}, ${author.memberId}, ${newcomer}, 20, now(), now())`),
  ).toBe('vouch.exists');
  const appealing = (
    vouch: string | undefined,
  ) => sql`insert into appeal (id, vouch_id, appellant_id, grounds, created_at, due_at)
    values (${newId('apl')}, ${vouch}, ${voucher.memberId}, 'grounds', now(), now())`;
  expect(await refusedBy(appealing(ids.denied))).toBe('appeal.exists');
  expect(await refusedBy(appealing(ids.active))).toBe('appeal.not_forfeited');
  const claim = (await institution.act(registerClaim, author, aClaim({ observationId: ids.observation ?? '' }))).id;
  const promoting = (observation: string | undefined) => sql`
    insert into claim (id, author_id, title, claim, method, environment, artifact_url, artifact_sha256, created_at, changed_at, observation_id)
    select ${newId('clm')}, author_id, title, claim, method, environment, artifact_url, artifact_sha256, created_at, changed_at, ${observation} from claim where id = ${claim}`;
  expect(await refusedBy(promoting(ids.observation))).toBe('observation.already_promoted');
  expect(await refusedBy(promoting(ids.goneObservation))).toBe('observation.not_open');
  expect(await refusedBy(sql`update claim set observation_id = null where id = ${claim}`)).toBe('record.frozen');
});

test('no post joins a thread that went', async () => {
  expect(
    await refusedBy(sql`insert into post (id, thread_id, author_id, body, created_at)
    values (${newId('pst')}, ${ids.goneThread}, ${author.memberId}, 'late', now())`),
  ).toBe('thread.not_active');
});
