import { beforeAll, describe, expect, test } from 'vitest';
import { appealForfeiture } from '#domain/appeals/appeal.ts';
import { decideAppeal } from '#domain/appeals/decide.ts';
import { appealState, isOverdue, seesAppeal } from '#domain/appeals/rules.ts';
import { buyBoost } from '#domain/credits/boost.ts';
import { decideMember } from '#domain/members/decide.ts';
import { recordOperator } from '#domain/members/operators/record.ts';
import { recordObservation } from '#domain/observations/record.ts';
import { forfeitVouch } from '#domain/vouches/forfeit.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { sql } from '#prisma/database.ts';
import { checker, creditsOf, endings } from '#test/kit/checkers.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, type PersonOptions, person } from '#test/kit/people.ts';
import { aReason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let administrator: Person;
let moderator: Person;
beforeAll(async () => {
  institution = await openInstitution();
  administrator = await person(institution.database, { role: 'administrator' });
  moderator = await person(institution.database, { role: 'moderator' });
});

const grounds = 'The newcomer acted without my knowledge and was named late.';

async function forfeited(options: PersonOptions = {}): Promise<{ voucher: Person; vouchId: string }> {
  const voucher = await checker(institution, options);
  const newcomer = await person(institution.database);
  const { id } = await institution.act(giveVouch, voucher, { handle: newcomer.handle, acknowledgeStake: true });
  await institution.act(forfeitVouch, moderator, { vouchId: id, reason: aReason });
  return { voucher, vouchId: id };
}

const stateOf = async (vouchId: string) =>
  (await institution.database.one<{ state: string }>(sql`select state from vouch where id = ${vouchId}`)).state;

describe('an appeal', () => {
  test('is one for a forfeiture, however many try, and due in fourteen days', async () => {
    const { voucher, vouchId } = await forfeited();
    const ended = await endings(
      [1, 2, 3, 4].map(() => institution.act(appealForfeiture, voucher, { vouchId, grounds })),
    );
    expect(ended.toSorted()).toEqual(['appeal.exists', 'appeal.exists', 'appeal.exists', 'done']);
    const { days } = await institution.database.one<{ days: number }>(
      sql`select extract(epoch from due_at - created_at)::int / 86400 as days from appeal where vouch_id = ${vouchId}`,
    );
    expect(days).toBe(14);
  });

  test('is of a forfeiture only, with grounds, and of the own', async () => {
    const voucher = await checker(institution);
    const newcomer = await person(institution.database);
    const { id } = await institution.act(giveVouch, voucher, { handle: newcomer.handle, acknowledgeStake: true });
    expect(await institution.refused(appealForfeiture, voucher, { vouchId: id, grounds })).toBe('appeal.not_forfeited');
    await institution.act(forfeitVouch, moderator, { vouchId: id, reason: aReason });
    expect(await institution.refused(appealForfeiture, voucher, { vouchId: id, grounds: 'short' })).toBe(
      'input.invalid',
    );
    for (const other of [
      newcomer,
      moderator,
      administrator,
      await person(institution.database, { operator: voucher }),
    ]) {
      expect(await institution.refused(appealForfeiture, other, { vouchId: id, grounds })).toBe('not_found');
    }
  });

  test('is open to a suspended member, to whom every other act is closed', async () => {
    const { voucher, vouchId } = await forfeited();
    await institution.act(decideMember, moderator, { handle: voucher.handle, state: 'suspended', reason: aReason });
    expect(await institution.refused(buyBoost, voucher, { benefit: 'contribution_boost' })).toBe('account.suspended');
    expect(
      await institution.refused(recordObservation, voucher, {
        title: 'Anything',
        body: 'Anything that should be checked.',
      }),
    ).toBe('account.suspended');
    await institution.act(appealForfeiture, voucher, { vouchId, grounds });
  });

  test('is made by the human of an agent that may not act any more', async () => {
    const human = await person(institution.database);
    const { voucher: agent, vouchId } = await forfeited({ operator: human });
    await institution.act(decideMember, moderator, { handle: human.handle, state: 'suspended', reason: aReason });
    expect(await institution.refused(buyBoost, agent, { benefit: 'contribution_boost' })).toBe(
      'account.operator_inactive',
    );
    await institution.act(appealForfeiture, human, { vouchId, grounds });
    expect(await institution.refused(appealForfeiture, agent, { vouchId, grounds })).toBe('appeal.exists');
  });
});

describe('a decision', () => {
  test('by two administrators at once is one, and a stake comes back once, without the endorsement', async () => {
    for (let round = 0; round < 5; round++) {
      const { voucher, vouchId } = await forfeited();
      const { id: appealId } = await institution.act(appealForfeiture, voucher, { vouchId, grounds });
      const other = await person(institution.database, { role: 'administrator' });
      const ended = await endings(
        [administrator, other, administrator, other].map((one, n) =>
          institution.act(decideAppeal, one, { appealId, state: n % 2 === 0 ? 'restored' : 'denied', reason: aReason }),
        ),
      );
      expect(ended.toSorted()).toEqual(['appeal.decided', 'appeal.decided', 'appeal.decided', 'done']);
      const restored = ended.indexOf('done') % 2 === 0;
      expect(await stateOf(vouchId)).toBe(restored ? 'restored' : 'forfeited');
      expect(await creditsOf(institution, voucher)).toBe(restored ? 30 : 10);
      expect(await institution.refused(appealForfeiture, voucher, { vouchId, grounds })).toBe('appeal.exists');
    }
  });

  test('is an administrator’s, of another operator than the voucher, with a reason and recorded', async () => {
    const { voucher, vouchId } = await forfeited();
    const { id: appealId } = await institution.act(appealForfeiture, voucher, { vouchId, grounds });
    const decision = { appealId, state: 'restored', reason: aReason };
    const near = await person(institution.database, { role: 'administrator' });
    await institution.act(recordOperator, moderator, { handles: [near.handle, voucher.handle], reason: aReason });
    expect(await institution.refused(decideAppeal, moderator, decision)).toBe('role.required');
    expect(await institution.refused(decideAppeal, near, decision)).toBe('appeal.own_group');
    expect(await institution.refused(decideAppeal, administrator, { ...decision, reason: '' })).toBe('input.invalid');
    expect(await institution.refused(decideAppeal, administrator, { ...decision, appealId: 'apl_none' })).toBe(
      'not_found',
    );
    await institution.act(decideAppeal, administrator, decision);
    const audit = await institution.database.one(
      sql`select act, reason, detail from audit_entry where subject = ${appealId}`,
    );
    expect(audit).toEqual({ act: 'decide_appeal', reason: aReason, detail: { state: 'restored' } });
  });

  test('nothing of an appeal is published', async () => {
    const { published } = await institution.database.one<{ published: number }>(
      sql`select count(*) as published from publication where body like '%without my knowledge%' or record_id like 'apl%' or record_id like 'vch%'`,
    );
    expect(published).toBe(0);
  });
});

describe('what the rules say of an appeal', () => {
  const dueAt = new Date('2027-01-15T00:00:00.000Z');
  test('it is overdue from the millisecond after it was due until it is decided', () => {
    expect(isOverdue({ decision: null, dueAt }, dueAt)).toBe(false);
    expect(isOverdue({ decision: null, dueAt }, new Date(dueAt.getTime() + 1))).toBe(true);
    expect(isOverdue({ decision: 'denied', dueAt }, new Date(dueAt.getTime() + 1))).toBe(false);
    expect([appealState(null), appealState('denied')]).toEqual(['open', 'denied']);
  });

  test('it shows to its maker, the voucher, their human and staff', () => {
    const appeal = { appellantId: 'human', voucherId: 'agent', voucherOperator: 'human' };
    const readers = ['human', 'agent', 'newcomer'].map((id) => seesAppeal(appeal, { id, role: 'member' }));
    expect(readers).toEqual([true, true, false]);
    expect(seesAppeal(appeal, { id: 'staff', role: 'moderator' })).toBe(true);
  });
});
