import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason } from '#test/kit/samples.ts';
import { type Act, acting } from './act.ts';

let institution: Institution;
let act: Act;
let member: Person;
let other: Person;
let moderator: Person;
let administrator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  act = acting(await openClient(institution.address));
  const { database } = institution;
  [member, other] = [await person(database), await person(database)];
  moderator = await person(database, { role: 'moderator' });
  administrator = await person(database, { role: 'administrator' });
});

const text = 'The published run stops early on a machine with little memory.';
const key = () => randomUUID();
const refusedWith = (code: string) => ({ done: expect.objectContaining({ code }) });

describe('observations', () => {
  const record = async (as = member) =>
    act(
      'recordObservation',
      'replayed observation { id state }',
      as,
      { title: 'A run stops early', body: text },
      key(),
    );

  test('are recorded once a key, promoted by one claim, withdrawn by their author', async () => {
    const one = key();
    const input = { title: 'A run stops early', body: text };
    const first = await act('recordObservation', 'replayed observation { id state }', member, input, one);
    expect(first.done).toEqual({ replayed: false, observation: { id: expect.stringMatching(/^obs_/), state: 'OPEN' } });
    const again = await act('recordObservation', 'replayed observation { id state }', member, input, one);
    expect(again.done).toEqual({ ...first.done, replayed: true });

    const observationId = first.done.observation.id;
    const promote = () =>
      act('registerClaim', 'claim { observation { id state } }', other, aClaim({ observationId }), key());
    const both = await Promise.all([promote(), promote()]);
    expect(both.map(({ done }) => done.code ?? 'done').toSorted()).toEqual(['done', 'observation.already_promoted']);
    expect(both.find(({ done }) => done.claim)?.done.claim.observation).toEqual({
      id: observationId,
      state: 'PROMOTED',
    });

    expect(await act('withdrawObservation', 'observation { state }', other, { observationId })).toMatchObject(
      refusedWith('observation.not_author'),
    );
    const gone = await act('withdrawObservation', 'observation { state }', member, { observationId });
    expect(gone.done).toEqual({ observation: { state: 'WITHDRAWN' } });
  });

  test('are hidden and brought back by staff alone', async () => {
    const observationId = (await record()).done.observation.id;
    const moderate = (as: Person, state: 'HIDDEN' | 'OPEN') =>
      act('moderateObservation', 'observation { state }', as, { observationId, state, reason: aReason });
    expect((await moderate(member, 'HIDDEN')).error.extensions.code).toBe('role.required');
    expect((await moderate(moderator, 'HIDDEN')).done).toEqual({ observation: { state: 'HIDDEN' } });
    expect((await moderate(moderator, 'HIDDEN')).done).toMatchObject({ code: 'observation.state_unchanged' });
    expect((await moderate(moderator, 'OPEN')).done).toEqual({ observation: { state: 'OPEN' } });
  });
});

describe('credits, vouches and appeals', () => {
  let voucher: Person;
  let newcomer: Person;

  beforeAll(async () => {
    [voucher, newcomer] = [await person(institution.database), await person(institution.database)];
    for (let n = 0; n < 3; n++) {
      const { done } = await act('registerClaim', 'claim { id }', other, aClaim(), key());
      const { runtimeKey, modelKey, ...check } = aCheck(done.claim.id);
      const submitted = await act(
        'submitCheck',
        'check { id }',
        voucher,
        { ...check, runtimeKey, modelKey, result: 'SUPPORTS' },
        key(),
      );
      await act(
        'reviewCheck',
        'review { id }',
        administrator,
        { checkId: submitted.done.check.id, state: 'ACCEPTED', reason: aReason, independenceConfirmed: false },
        key(),
      );
    }
  });

  test('a boost is bought once at a time, and replayed', async () => {
    const one = key();
    const buy = (as: Person, under: string) =>
      act('buyBoost', 'replayed boost { startedAt expiresAt }', as, undefined, under);
    const first = await buy(voucher, one);
    expect(first.done).toMatchObject({ replayed: false, boost: { startedAt: expect.any(String) } });
    expect((await buy(voucher, one)).done).toEqual({ ...first.done, replayed: true });
    expect((await buy(voucher, key())).done).toMatchObject({ code: 'boost.active' });
    expect((await buy(member, key())).done).toMatchObject({ code: 'credits.insufficient', rule: 'credits.spend' });
    expect(first.headers['ratelimit-policy']).toContain('q=');
  });

  test('a stake is acknowledged by the caller, forfeited with a reason, appealed once and restored once', async () => {
    const vouch = (acknowledgeStake: boolean | undefined) =>
      act(
        'giveVouch',
        'vouch { id state stake newcomer { handle } }',
        voucher,
        { handle: newcomer.handle, ...(acknowledgeStake === undefined ? {} : { acknowledgeStake }) },
        key(),
      );
    // Nothing acknowledges it for the caller.
    expect((await vouch(undefined)).error.extensions.code).toBe('query.invalid');
    expect((await vouch(false)).done).toMatchObject({ code: 'input.invalid', errors: [{ field: 'acknowledgeStake' }] });
    const given = await vouch(true);
    expect(given.done.vouch).toMatchObject({ state: 'ACTIVE', stake: 20, newcomer: { handle: newcomer.handle } });
    const vouchId = given.done.vouch.id;

    const appeal = (as: Person) =>
      act('appealForfeiture', 'appeal { id state overdue }', as, { vouchId, grounds: aReason }, key());
    expect((await appeal(voucher)).done).toMatchObject({ code: 'appeal.not_forfeited' });
    const forfeited = await act('forfeitVouch', 'vouch { state forfeitReason }', moderator, {
      vouchId,
      reason: aReason,
    });
    expect(forfeited.done.vouch).toEqual({ state: 'FORFEITED', forfeitReason: aReason });

    // Suspended members appeal, and act in no other way.
    const suspend = (at: string | null) =>
      institution.database.query(
        sql`update member set suspended_at = ${at}::timestamptz where id = ${voucher.memberId}`,
      );
    await suspend(new Date().toISOString());
    const appealed = await appeal(voucher);
    expect(appealed.done.appeal).toMatchObject({ state: 'OPEN', overdue: false });
    expect(
      (await act('recordObservation', 'replayed', voucher, { title: 'A run stops', body: text }, key())).error
        .extensions.code,
    ).toBe('account.suspended');
    expect((await appeal(voucher)).done).toMatchObject({ code: 'appeal.exists' });
    await suspend(null);

    const decide = (as: Person) =>
      act('decideAppeal', 'appeal { state reason vouch { state } }', as, {
        appealId: appealed.done.appeal.id,
        state: 'RESTORED',
        reason: aReason,
      });
    expect((await decide(moderator)).error.extensions.code).toBe('role.required');
    expect((await decide(administrator)).done.appeal).toEqual({
      state: 'RESTORED',
      reason: aReason,
      vouch: { state: 'RESTORED' },
    });
    expect((await decide(administrator)).done).toMatchObject({ code: 'appeal.decided' });
  });
});

describe('precedents', () => {
  const aPrecedent = {
    situation: 'A member filed the same claim twice under two titles.',
    decision: 'The second claim was hidden and the first one kept.',
    reasons: 'One finding stands once, so that its checks are together.',
    ruleIds: ['claims.publish'],
    sourceCaseReference: 'case 7',
    manualReviewConfirmed: true,
  };
  const publish = (change: object = {}, as = administrator) =>
    act('publishPrecedent', 'precedent { id state situation }', as, { ...aPrecedent, ...change }, key());

  test('are published by administrators who looked, without identifying text, and withdrawn to a tombstone', async () => {
    expect((await publish({}, moderator)).error.extensions.code).toBe('role.required');
    expect((await publish({ manualReviewConfirmed: false })).done).toMatchObject({
      code: 'input.invalid',
      errors: [{ field: 'manualReviewConfirmed' }],
    });
    expect((await publish({ ruleIds: ['no.such_rule'] })).done).toMatchObject({
      code: 'input.invalid',
      errors: [{ field: 'ruleIds[0]' }],
    });
    expect((await publish({ reasons: `${aPrecedent.reasons} Ask @somebody about it.` })).done).toMatchObject({
      code: 'precedent.identifying',
      status: 422,
      errors: [{ field: 'reasons' }],
    });
    const { done } = await publish();
    expect(done.precedent).toMatchObject({ state: 'PUBLISHED', situation: aPrecedent.situation });
    const input = { precedentId: done.precedent.id, cause: 'PRIVACY' };
    const withdrawn = await act('withdrawPrecedent', 'precedent { id state situation }', administrator, input);
    expect(withdrawn.done.precedent).toEqual({ id: done.precedent.id, state: 'WITHDRAWN', situation: '' });
    expect((await act('withdrawPrecedent', 'precedent { id }', administrator, input)).done).toMatchObject({
      code: 'precedent.withdrawn',
    });
  });
});

describe('the forum', () => {
  test('threads and posts are opened, written, moderated and withdrawn', async () => {
    const open = (input: object) =>
      act('openThread', 'thread { id visibility state members { handle } }', member, input, key());
    expect((await open({ title: 'For nobody', visibility: 'PUBLIC', members: [other.handle] })).done).toMatchObject({
      code: 'input.invalid',
      errors: [{ field: 'members' }],
    });
    const { thread } = (await open({ title: 'Between us', visibility: 'RESTRICTED', members: [other.handle] })).done;
    expect(thread).toMatchObject({ visibility: 'RESTRICTED', state: 'ACTIVE', members: [{ handle: other.handle }] });

    const write = (as: Person) =>
      act('writePost', 'post { id state thread { id } }', as, { threadId: thread.id, body: text }, key());
    const stranger = await person(institution.database);
    expect((await write(stranger)).done).toMatchObject({ code: 'not_found' });
    const { post } = (await write(other)).done;
    expect(post).toMatchObject({ state: 'ACTIVE', thread: { id: thread.id } });

    const moderate = (name: 'moderatePost' | 'moderateThread', kind: string, input: object, state: string) =>
      act(name, `${kind} { state }`, moderator, { ...input, state, reason: aReason });
    const [postId, threadId] = [post.id, thread.id];
    expect((await moderate('moderatePost', 'post', { postId }, 'HIDDEN')).done).toEqual({ post: { state: 'HIDDEN' } });
    expect((await moderate('moderatePost', 'post', { postId }, 'ACTIVE')).done).toEqual({ post: { state: 'ACTIVE' } });
    expect((await act('withdrawPost', 'post { state }', member, { postId })).done).toMatchObject({
      code: 'post.not_author',
    });
    expect((await act('withdrawPost', 'post { state }', other, { postId })).done).toEqual({
      post: { state: 'WITHDRAWN' },
    });
    expect((await moderate('moderateThread', 'thread', { threadId }, 'HIDDEN')).done).toEqual({
      thread: { state: 'HIDDEN' },
    });
    expect((await write(other)).done).toMatchObject({ code: 'not_found' });
    expect((await write(member)).done).toMatchObject({ code: 'thread.not_active' });
    expect((await act('withdrawThread', 'thread { state }', member, { threadId })).done).toEqual({
      thread: { state: 'WITHDRAWN' },
    });
  });
});

test('settings are changed by administrators, in maintenance too, and recorded', async () => {
  const change = (as: Person, input: object) =>
    act('changeSettings', 'settings { maintenance pollingSeconds successorContacts }', as, input);
  expect((await change(moderator, { pollingSeconds: 5 })).error.extensions.code).toBe('role.required');
  expect((await change(administrator, {})).done).toMatchObject({ code: 'input.invalid' });
  expect((await change(administrator, { pollingSeconds: 0 })).done).toMatchObject({
    code: 'input.invalid',
    errors: [{ field: 'pollingSeconds' }],
  });
  const changed = await change(administrator, {
    maintenance: true,
    successorContacts: 'A foundation',
    reason: aReason,
  });
  expect(changed.done.settings).toEqual({ maintenance: true, pollingSeconds: 60, successorContacts: 'A foundation' });
  expect((await change(administrator, { maintenance: false })).done.settings).toMatchObject({ maintenance: false });
  const { detail } = await institution.database.one<{ detail: object }>(
    sql`select detail from audit_entry where subject = 'settings' order by seq limit 1`,
  );
  expect(detail).toMatchObject({ changes: { maintenance: true }, before: { maintenance: false } });
});
