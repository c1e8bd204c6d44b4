import { beforeAll, describe, expect, test } from 'vitest';
import { buyBoost } from '#domain/credits/boost.ts';
import { withdrawObservation } from '#domain/observations/withdraw.ts';
import { newId } from '#domain/text/ids.ts';
import { giveVouch } from '#domain/vouches/vouch.ts';
import { sql } from '#prisma/database.ts';
import { checker, creditsOf, endings } from '#test/kit/checkers.ts';
import { alsoOn, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, people, person } from '#test/kit/people.ts';

const hour = 3_600_000;
const boost = { benefit: 'contribution_boost' };
const vouchFor = ({ handle }: Person) => ({ handle, acknowledgeStake: true });

let institution: TestInstitution;
beforeAll(async () => {
  institution = await openInstitution();
});

/** Several processes, so that more of one member's acts run at once than one process lets. */
const processes = (now?: Date) =>
  Array.from({ length: 4 }, () => alsoOn(institution, { connections: 6, ...(now ? { now } : {}) }));

test('fifty spends of twenty credits at once, on boosts and vouches: the ledger shows what the balance allowed', async () => {
  const spender = await checker(institution);
  await institution.act(buyBoost, spender, boost);
  expect(await creditsOf(institution, spender)).toBe(20);
  const later = processes(new Date(Date.now() + 25 * hour));
  const newcomers = await people(institution.database, 25);
  const calls = newcomers.flatMap((newcomer, n) => {
    const [one, other] = [later[n % 4], later[(n + 1) % 4]];
    if (!one || !other) throw new Error('no process');
    return [one.act(buyBoost, spender, boost), other.act(giveVouch, spender, vouchFor(newcomer))];
  });
  const ended = await endings(calls);
  const boosts = ended.filter((end, n) => n % 2 === 0 && end === 'done').length;
  const vouches = ended.filter((end, n) => n % 2 === 1 && end === 'done').length;
  expect([boosts, vouches]).toEqual(boosts === 1 ? [1, 0] : [0, 1]);
  expect(await creditsOf(institution, spender)).toBe(20 - 10 * boosts - 20 * vouches);
  expect(new Set(ended)).toEqual(
    new Set(boosts === 1 ? ['done', 'boost.active', 'credits.insufficient'] : ['done', 'credits.insufficient']),
  );
  const rows = await institution.database.one<{ boosts: number; vouches: number }>(sql`
    select (select count(*) from boost where member_id = ${spender.memberId}) as boosts, (select count(*) from vouch where voucher_id = ${spender.memberId}) as vouches`);
  expect(rows).toEqual({ boosts: 1 + boosts, vouches });
});

test('forty credits stake two vouches of fifty tried at once', async () => {
  const spender = await checker(institution, { checks: 4 });
  const newcomers = await people(institution.database, 50);
  const among = processes();
  const ended = await endings(
    newcomers.map((newcomer, n) => (among[n % 4] ?? institution).act(giveVouch, spender, vouchFor(newcomer))),
  );
  expect(ended.filter((end) => end === 'done')).toHaveLength(2);
  expect(ended.filter((end) => end === 'credits.insufficient')).toHaveLength(48);
  expect(await creditsOf(institution, spender)).toBe(0);
});

describe('a boost', () => {
  test('is one at a time, ten credits and twenty-four hours to the millisecond', async () => {
    const spender = await checker(institution);
    const among = processes();
    const ended = await endings(
      Array.from({ length: 12 }, (_, n) => (among[n % 4] ?? institution).act(buyBoost, spender, boost)),
    );
    expect(ended.filter((end) => end === 'done')).toHaveLength(1);
    expect(new Set(ended)).toEqual(new Set(['done', 'boost.active']));
    const { expires, length } = await institution.database.one<{ expires: Date; length: number }>(sql`
      select expires_at as expires, extract(epoch from expires_at - started_at)::int as length from boost where member_id = ${spender.memberId}`);
    expect(length).toBe(24 * 3600);
    const before = alsoOn(institution, { now: new Date(expires.getTime() - 1) });
    expect(await before.refused(buyBoost, spender, boost)).toBe('boost.active');
    await alsoOn(institution, { now: expires }).act(buyBoost, spender, boost);
    expect(await creditsOf(institution, spender)).toBe(10);
  });

  test('costs what a balance must have', async () => {
    const poor = await person(institution.database);
    expect(await institution.refused(buyBoost, poor, boost)).toBe('credits.insufficient');
    expect(await creditsOf(institution, poor)).toBe(0);
    expect(await institution.database.query(sql`select from boost where member_id = ${poor.memberId}`)).toHaveLength(0);
  });

  test('lets six hundred acts an hour through at once in every process, and three hundred again when it is over', async () => {
    const spender = await checker(institution);
    const fill = (acts: number, at: Date) =>
      institution.database.query(sql`
      insert into counted_write (member_id, at) select ${spender.memberId}, ${at}::timestamptz - interval '1 minute' from generate_series(1, ${acts})`);
    const act = (process: TestInstitution) =>
      process.act(withdrawObservation, spender, { observationId: newId('obs') });
    const done = (ended: string[]) => ended.filter((end) => end === 'not_found').length;

    const now = new Date();
    await institution.database.query(sql`delete from counted_write where member_id = ${spender.memberId}`);
    await fill(295, now);
    expect(done(await endings(processes().flatMap((one) => [act(one), act(one), act(one)])))).toBe(5);

    const bought = new Date(Date.now() + 2 * hour);
    await alsoOn(institution, { now: bought }).act(buyBoost, spender, boost);
    await fill(589, bought); // with the boost itself, 590
    expect(done(await endings(processes(bought).flatMap((one) => [act(one), act(one), act(one), act(one)])))).toBe(10);

    const last = new Date(bought.getTime() + 24 * hour - 1);
    await fill(599, last);
    expect(await endings([act(alsoOn(institution, { now: last }))])).toEqual(['not_found']);
    const over = new Date(bought.getTime() + 24 * hour);
    expect(await endings([act(alsoOn(institution, { now: over }))])).toEqual(['limit.writes']);
    const after = new Date(over.getTime() + 2 * hour);
    await fill(295, after);
    expect(done(await endings(processes(after).flatMap((one) => [act(one), act(one), act(one)])))).toBe(5);
  });
});
