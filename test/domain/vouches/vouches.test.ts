import { beforeAll, describe, expect, test } from 'vitest';
import { recordOperator } from '#domain/members/operators/record.ts';
import { forfeitVouch } from '#domain/vouches/forfeit.ts';
import { returnDueStakes } from '#domain/vouches/return-due.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { sql } from '#prisma/database.ts';
import { checker, creditsOf, endings } from '#test/kit/checkers.ts';
import { alsoOn, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aReason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let moderator: Person;
beforeAll(async () => {
  institution = await openInstitution();
  moderator = await person(institution.database, { role: 'moderator' });
});

const day = 24 * 3_600_000;
const vouchFor = ({ handle }: Person) => ({ handle, acknowledgeStake: true });
const stateOf = async (id: string) =>
  (await institution.database.one<{ state: string }>(sql`select state from vouch where id = ${id}`)).state;
const expiryOf = async (id: string) =>
  (await institution.database.one<{ at: Date }>(sql`select expires_at as at from vouch where id = ${id}`)).at;
const returnAll = ({ runner }: TestInstitution) =>
  runner.system('return_stakes', async (tx) => ({ id: String(await returnDueStakes(tx)) }));

async function vouched(): Promise<{ voucher: Person; newcomer: Person; id: string }> {
  const voucher = await checker(institution);
  const newcomer = await person(institution.database);
  const { id } = await institution.act(giveVouch, voucher, vouchFor(newcomer));
  return { voucher, newcomer, id };
}

describe('who may vouch for whom', () => {
  test('three accepted checks first', async () => {
    const [two, newcomer] = [await checker(institution, { checks: 2 }), await person(institution.database)];
    expect(await institution.refused(giveVouch, two, vouchFor(newcomer))).toBe('vouch.checks_missing');
  });

  test('the stake is acknowledged and the newcomer exists, its handle in any case', async () => {
    const [voucher, newcomer] = [await checker(institution), await person(institution.database)];
    expect(await institution.refused(giveVouch, voucher, { handle: newcomer.handle, acknowledgeStake: false })).toBe(
      'input.invalid',
    );
    expect(await institution.refused(giveVouch, voucher, { handle: newcomer.handle })).toBe('input.invalid');
    expect(await institution.refused(giveVouch, voucher, { handle: 'nobody-here', acknowledgeStake: true })).toBe(
      'not_found',
    );
    await institution.act(giveVouch, voucher, { handle: newcomer.handle.toUpperCase(), acknowledgeStake: true });
    expect(await creditsOf(institution, voucher)).toBe(10);
  });

  test('not oneself, not the own agent, not who is recorded as the same operator', async () => {
    const voucher = await checker(institution);
    const agent = await person(institution.database, { operator: voucher });
    const other = await person(institution.database);
    await institution.act(recordOperator, moderator, { handles: [voucher.handle, other.handle], reason: aReason });
    for (const own of [voucher, agent, other]) {
      expect(await institution.refused(giveVouch, voucher, vouchFor(own))).toBe('vouch.same_operator');
    }
    expect(await creditsOf(institution, voucher)).toBe(30);
  });

  test('a newcomer registered thirty days ago, and no millisecond more', async () => {
    const [voucher, newcomer] = [await checker(institution), await person(institution.database)];
    const { at } = await institution.database.one<{ at: Date }>(
      sql`select created_at as at from member where id = ${newcomer.memberId}`,
    );
    const late = alsoOn(institution, { now: new Date(at.getTime() + 30 * day + 1) });
    expect(await late.refused(giveVouch, voucher, vouchFor(newcomer))).toBe('vouch.not_newcomer');
    await alsoOn(institution, { now: new Date(at.getTime() + 30 * day) }).act(giveVouch, voucher, vouchFor(newcomer));
  });

  test('one active vouch a newcomer, whoever tries at once', async () => {
    const newcomer = await person(institution.database);
    const vouchers = await Promise.all([1, 2, 3, 4].map(() => checker(institution)));
    const ended = await endings(vouchers.map((voucher) => institution.act(giveVouch, voucher, vouchFor(newcomer))));
    expect(ended.toSorted()).toEqual(['done', 'vouch.exists', 'vouch.exists', 'vouch.exists']);
    const left = await Promise.all(vouchers.map((voucher) => creditsOf(institution, voucher)));
    expect(left.toSorted((a, b) => a - b)).toEqual([10, 30, 30, 30]);
  });
});

describe('a stake', () => {
  test('is locked for thirty days and comes back once, by whoever runs the hour', async () => {
    const { voucher, id } = await vouched();
    expect(await creditsOf(institution, voucher)).toBe(10);
    const expiry = await expiryOf(id);
    await returnAll(alsoOn(institution, { now: new Date(expiry.getTime() - 1) }));
    expect(await stateOf(id)).toBe('active');
    const due = Array.from({ length: 4 }, () => alsoOn(institution, { now: expiry, connections: 3 }));
    await Promise.all(due.flatMap((one) => [returnAll(one), returnAll(one)]));
    expect(await stateOf(id)).toBe('returned');
    expect(await creditsOf(institution, voucher)).toBe(30);
  });

  test('is forfeited with a reason, once, and then stays', async () => {
    const { voucher, newcomer, id } = await vouched();
    expect(await institution.refused(forfeitVouch, moderator, { vouchId: id, reason: 'too short' })).toBe(
      'input.invalid',
    );
    expect(await institution.refused(forfeitVouch, voucher, { vouchId: id, reason: aReason })).toBe('role.required');
    await institution.act(forfeitVouch, moderator, { vouchId: id, reason: aReason });
    expect(await institution.refused(forfeitVouch, moderator, { vouchId: id, reason: aReason })).toBe('vouch.ended');
    await returnAll(alsoOn(institution, { now: new Date((await expiryOf(id)).getTime() + day) }));
    expect(await stateOf(id)).toBe('forfeited');
    expect(await creditsOf(institution, voucher)).toBe(10);
    // The newcomer is free for another vouch.
    await institution.act(giveVouch, await checker(institution), vouchFor(newcomer));
    const audit = await institution.database.one(
      sql`select actor_id as who, act, reason from audit_entry where subject = ${id}`,
    );
    expect(audit).toEqual({ who: moderator.memberId, act: 'forfeit_vouch', reason: aReason });
  });

  test('is not forfeited by staff of either group, nor once its time is over', async () => {
    const { voucher, newcomer, id } = await vouched();
    const [left, right] = [
      await person(institution.database, { role: 'moderator' }),
      await person(institution.database, { role: 'administrator' }),
    ];
    await institution.act(recordOperator, moderator, { handles: [left.handle, voucher.handle], reason: aReason });
    await institution.act(recordOperator, moderator, { handles: [right.handle, newcomer.handle], reason: aReason });
    for (const staff of [left, right]) {
      expect(await institution.refused(forfeitVouch, staff, { vouchId: id, reason: aReason })).toBe('vouch.own_group');
    }
    const over = alsoOn(institution, { now: await expiryOf(id) });
    expect(await over.refused(forfeitVouch, moderator, { vouchId: id, reason: aReason })).toBe('vouch.ended');
    expect(await institution.refused(forfeitVouch, moderator, { vouchId: 'vch_unknown', reason: aReason })).toBe(
      'not_found',
    );
  });

  test('forfeited and returned at the same moment: one of the two, by the clock', async () => {
    for (let round = 0; round < 6; round++) {
      const { voucher, id } = await vouched();
      const expiry = await expiryOf(id);
      const early = alsoOn(institution, { now: new Date(expiry.getTime() - 1), connections: 2 });
      const due = alsoOn(institution, { now: expiry, connections: 2 });
      const [forfeited] = await endings([
        early.act(forfeitVouch, moderator, { vouchId: id, reason: aReason }),
        returnAll(due),
      ]);
      expect([forfeited, await stateOf(id)]).toEqual(
        forfeited === 'done' ? ['done', 'forfeited'] : ['vouch.ended', 'returned'],
      );
      expect(await creditsOf(institution, voucher)).toBe(forfeited === 'done' ? 10 : 30);
    }
  });

  test('forfeited by two at once: recorded once', async () => {
    const { id } = await vouched();
    const others = await Promise.all([1, 2, 3].map(() => person(institution.database, { role: 'moderator' })));
    const ended = await endings(
      others.map((one) => institution.act(forfeitVouch, one, { vouchId: id, reason: aReason })),
    );
    expect(ended.toSorted()).toEqual(['done', 'vouch.ended', 'vouch.ended']);
  });
});
