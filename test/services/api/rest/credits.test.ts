// What checks earn and what it is spent on: checkers, profiles, credits, boosts, vouches and appeals (4.3, 6).
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#domain/text/ids.ts';
import { sql } from '#prisma/database.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, type PersonOptions, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';
import { refusedAlike } from '../doors.ts';
import { type Act, acting } from '../graphql/act.ts';

let institution: Institution;
let client: Client;
let act: Act;
let author: Person;
let moderator: Person;
let administrator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  act = acting(client);
  author = await member();
  moderator = await member({ role: 'moderator' });
  administrator = await member({ role: 'administrator' });
});

const member = (options: PersonOptions = {}) => person(institution.database, options);
const file = async () => (await client.post('/registry', aClaim(), { as: author })).body.claim.id as string;

/** An accepted check of a new claim. */
async function check(by: Person, result = 'supports'): Promise<string> {
  const { claimId, ...rest } = aCheck(await file());
  const made = await client.post(`/registry/${claimId}/checks`, { ...rest, result }, { as: by });
  const { id } = made.body.check;
  await client.post(`/registry-checks/${id}/reviews`, aReview(id), { as: administrator });
  return id;
}

/** A member with so many accepted checks, ten credits each. */
async function checker(checks: number, options: PersonOptions = {}): Promise<Person> {
  const one = await member(options);
  for (let n = 0; n < checks; n++) await check(one);
  return one;
}

const credits = async (as: Person) => (await client.get('/contribution-credits', { as })).body;
const vouchFor = (newcomer: Person) => ({ handle: newcomer.handle, acknowledgeStake: true });
const give = async (voucher: Person, newcomer: Person) =>
  (await client.post('/vouches', vouchFor(newcomer), { as: voucher })).body.vouch;
const forfeit = (id: string, as = moderator) =>
  client.patch(`/vouches/${id}`, { state: 'forfeited', reason: aReason }, { as });

describe('checkers', () => {
  test('rank by accepted checks, then upheld challenges, then handle; the profile has the same totals', async () => {
    const [first, second, third] = [
      await checker(2, { handle: 'zoe' }),
      await checker(1, { handle: 'bea' }),
      await checker(1, { handle: 'abe' }),
    ];
    const upheld = await check(second, 'challenges');
    await client.post(`/registry-checks/${upheld}/reviews`, aReview(upheld, { challengeUpheld: true }), {
      as: administrator,
    });
    const { status, body } = await client.get('/checkers');
    expect(status).toBe(200);
    const row = (handle: string, acceptedChecks: number, upheldChallenges: number, rank: number) => ({
      handle,
      kind: 'human',
      acceptedChecks,
      upheldChallenges,
      rank,
    });
    expect(body).toEqual({
      version: '1.0.0',
      checkers: [row('bea', 2, 1, 1), row('zoe', 2, 0, 2), row('abe', 1, 0, 3)],
      nextCursor: null,
      notes: [expect.stringContaining('not expertise'), expect.any(String), expect.stringContaining('not people')],
    });
    const page = await client.get('/checkers?after=1&limit=1');
    expect([page.body.checkers, page.body.nextCursor]).toEqual([[row('zoe', 2, 0, 2)], 2]);
    expect((await client.get('/checkers?after=99')).body).toMatchObject({ checkers: [], nextCursor: null });
    expect((await client.get('/checkers?after=x')).body.code).toBe('cursor.invalid');

    const profile = await client.get('/members/BEA');
    expect(profile.body).toEqual({
      version: '1.0.0',
      member: {
        id: second.memberId,
        handle: 'bea',
        kind: 'human',
        createdAt: expect.any(String),
        acceptedChecks: 2,
        upheldChallenges: 1,
        endorsedBy: [],
        endorses: [],
      },
      notes: expect.any(Array),
    });
    expect((await client.get(`/members/${third.handle}`)).body.member).toMatchObject({ acceptedChecks: 1 });
    expect((await client.get('/members/nobody-here')).body.code).toBe('not_found');

    // A claim that goes takes its checks out of the count.
    const { body: shown } = await client.get(`/registry-checks/${upheld}`);
    await client.patch(`/registry/${shown.check.claimId}`, { state: 'withdrawn' }, { as: author });
    expect((await client.get('/checkers')).body.checkers[0]).toEqual(row('zoe', 2, 0, 1));
    expect((await credits(first)).balance).toBe(20);
  });
});

describe('credits and boosts', () => {
  test('the ledger tells what came and went; the desk opens with three accepted checks', async () => {
    const one = await checker(2);
    expect(await credits(one)).toMatchObject({ balance: 20, boost: null, desk: null, nextCursor: null });
    await check(one);
    const open = await file();
    const shown = await credits(one);
    expect(shown).toEqual({
      version: '1.0.0',
      balance: 30,
      ledger: Array.from({ length: 3 }, () => ({
        id: expect.stringMatching(/^crd_/),
        amount: 10,
        kind: 'check_accepted',
        about: expect.stringMatching(/^chk_/),
        at: expect.any(String),
      })),
      boost: null,
      desk: { claims: expect.any(Array) },
      nextCursor: null,
      notes: expect.any(Array),
    });
    const recommended = shown.desk.claims.map(({ id }: { id: string }) => id);
    expect(recommended).toContain(open);
    const own = await credits(await checker(3));
    expect(own.desk.claims.map(({ id }: { id: string }) => id)).toContain(open);

    const page = await client.get('/contribution-credits?limit=2', { as: one });
    expect([page.body.ledger, page.body.balance]).toEqual([shown.ledger.slice(0, 2), 30]);
    const rest = await client.get(`/contribution-credits?limit=2&after=${page.body.nextCursor}`, { as: one });
    expect([rest.body.ledger, rest.body.nextCursor]).toEqual([shown.ledger.slice(2), null]);
  });

  test('are the caller’s own, and nobody’s without the read scope', async () => {
    expect((await client.get('/contribution-credits')).body.code).toBe('auth.required');
    const { secret } = (await client.post('/tokens', { label: 'acts only', scopes: ['write'] }, { as: author })).body
      .token;
    for (const path of ['/contribution-credits', '/vouches', '/institution-appeals', '/my-export'])
      expect((await client.get(path, { as: { token: secret } })).body.code, path).toBe('scope.missing');
  });

  test('a boost is bought once at a time, labels the member’s claims and raises the limit', async () => {
    const one = await checker(3);
    const claim = (await client.post('/registry', aClaim(), { as: one })).body.claim;
    expect(claim.boosted).toBe(false);
    const benefit = { benefit: 'contribution_boost' };
    const buy = () => client.post('/contribution-credits', benefit, { as: one, key: 'boost' });
    const bought = await buy();
    expect(bought.status).toBe(201);
    expect(bought.body).toEqual({
      version: '1.0.0',
      boost: { startedAt: expect.any(String), expiresAt: expect.any(String) },
    });
    const { startedAt, expiresAt } = bought.body.boost;
    expect(Date.parse(expiresAt) - Date.parse(startedAt)).toBe(24 * 3600_000);
    const again = await buy();
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', bought.body]);
    expect(again.headers['ratelimit-policy']).toBe('"writes";q=600;w=3600');
    expect(
      refusedAlike(
        await client.post('/contribution-credits', benefit, { as: one }),
        await act('buyBoost', 'replayed', one, undefined, randomUUID()),
      ),
    ).toMatchObject({ status: 409, code: 'boost.active' });
    expect(await credits(one)).toMatchObject({ balance: 20, boost: bought.body.boost });
    expect((await credits(one)).ledger.at(-1)).toMatchObject({ amount: -10, kind: 'contribution_boost', about: null });
    expect((await client.get(`/registry/${claim.id}`)).body.claim.boosted).toBe(true);

    expect(
      refusedAlike(
        await client.post('/contribution-credits', benefit, { as: author }),
        await act('buyBoost', 'replayed', author, undefined, randomUUID()),
      ),
    ).toMatchObject({ status: 409, code: 'credits.insufficient' });
    for (const body of [{}, { benefit: 'badge' }]) {
      const refused = await client.post('/contribution-credits', body, { as: one });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'benefit']);
    }
  });

  test('spent on everything at once, a balance covers no more than it holds', async () => {
    const one = await checker(3);
    const [a, b] = [await member(), await member()];
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        client.post('/contribution-credits', { benefit: 'contribution_boost' }, { as: one }),
      ),
      client.post('/vouches', vouchFor(a), { as: one }),
      client.post('/vouches', vouchFor(b), { as: one }),
    ]);
    for (const { status, body } of answers)
      if (status !== 201) expect(['boost.active', 'credits.insufficient']).toContain(body.code);
    const { balance, ledger } = await credits(one);
    expect(balance).toBe(ledger.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0));
    expect(balance).toBeGreaterThanOrEqual(0);
  });
});

describe('vouches', () => {
  test('stake twenty credits on a newcomer, whose profile shows it while it is active', async () => {
    const [voucher, newcomer] = [await checker(3), await member()];
    const made = await client.post('/vouches', vouchFor(newcomer), { as: voucher, key: 'vouch' });
    expect(made.status).toBe(201);
    const { vouch } = made.body;
    expect(made.body).toEqual({
      version: '1.0.0',
      vouch: {
        id: expect.stringMatching(/^vch_/),
        voucher: { handle: voucher.handle, kind: 'human' },
        newcomer: { handle: newcomer.handle, kind: 'human' },
        stake: 20,
        state: 'active',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        forfeitReason: null,
      },
    });
    expect(Date.parse(vouch.expiresAt) - Date.parse(vouch.createdAt)).toBe(30 * 24 * 3600_000);
    const again = await client.post('/vouches', vouchFor(newcomer), { as: voucher, key: 'vouch' });
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', made.body]);
    expect(await credits(voucher)).toMatchObject({ balance: 10 });

    const term = { since: vouch.createdAt, until: vouch.expiresAt };
    const profile = async (one: Person) => (await client.get(`/members/${one.handle}`)).body.member;
    expect(await profile(newcomer)).toMatchObject({
      endorsedBy: [{ mentor: { handle: voucher.handle, kind: 'human' }, ...term }],
      endorses: [],
    });
    expect(await profile(voucher)).toMatchObject({
      endorsedBy: [],
      endorses: [{ newcomer: { handle: newcomer.handle, kind: 'human' }, ...term }],
    });
    for (const as of [voucher, newcomer])
      expect((await client.get('/vouches', { as })).body).toMatchObject({ vouches: [vouch], nextCursor: null });
    expect((await client.get('/vouches', { as: author })).body.vouches).toEqual([]);
    expect((await client.get('/vouches')).body.code).toBe('auth.required');

    const forfeited = await forfeit(vouch.id);
    expect([forfeited.status, forfeited.body.vouch]).toEqual([
      200,
      { ...vouch, state: 'forfeited', forfeitReason: aReason },
    ]);
    expect([(await profile(newcomer)).endorsedBy, (await profile(voucher)).endorses]).toEqual([[], []]);
    expect((await client.get('/vouches', { as: newcomer })).body.vouches[0].forfeitReason).toBe(aReason);
  });

  test('are refused with the rule that refuses, alike in both doors', async () => {
    const [voucher, newcomer, unknown] = [await checker(4), await member(), 'nobody-here'];
    await institution.database.query(sql`
      insert into member (id, handle, kind, approved_at, operator_group, effective_group, created_at)
      select id, 'registered-long-ago', 'human', at, id, id, at from (select ${newId('mem')} as id, institution_now() - interval '31 days' as at) m`);
    const refused = async (as: Person, handle: string) => {
      const input = { handle, acknowledgeStake: true };
      return refusedAlike(
        await client.post('/vouches', input, { as }),
        await act('giveVouch', 'replayed', as, input, randomUUID()),
      );
    };
    expect(await refused(voucher, unknown)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await refused(author, newcomer.handle)).toMatchObject({ status: 403, code: 'vouch.checks_missing' });
    expect(await refused(voucher, 'registered-long-ago')).toMatchObject({ status: 409, code: 'vouch.not_newcomer' });
    expect(await refused(voucher, voucher.handle)).toMatchObject({ status: 403, code: 'vouch.same_operator' });
    for (const acknowledgeStake of [undefined, false]) {
      const answer = await client.post('/vouches', { handle: newcomer.handle, acknowledgeStake }, { as: voucher });
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'acknowledgeStake']);
    }
    const { id } = await give(voucher, newcomer);
    expect(await refused(voucher, newcomer.handle)).toMatchObject({ status: 409, code: 'vouch.exists' });
    const second = await member();
    expect((await client.post('/vouches', vouchFor(second), { as: voucher })).status).toBe(201);
    expect(await refused(voucher, (await member()).handle)).toMatchObject({
      status: 409,
      code: 'credits.insufficient',
    });

    const ending = async (as: Person, vouchId = id) =>
      refusedAlike(
        await forfeit(vouchId, as),
        await act('forfeitVouch', 'vouch { id }', as, { vouchId, reason: aReason }),
      );
    expect(await ending(author)).toMatchObject({ status: 403, code: 'role.required' });
    expect(await ending(moderator, 'vch_00000000000000000000000000')).toMatchObject({ status: 404, code: 'not_found' });
    await institution.database.query(sql`update member set role = 'moderator' where id = ${newcomer.memberId}`);
    expect(await ending(newcomer)).toMatchObject({ status: 403, code: 'vouch.own_group' });
    for (const [body, field] of [
      [{ state: 'forfeited' }, 'reason'],
      [{ reason: aReason }, 'state'],
      [{ state: 'returned', reason: aReason }, 'state'],
    ] as const)
      expect((await client.patch(`/vouches/${id}`, body, { as: moderator })).body.errors[0].field).toBe(field);
    await forfeit(id);
    expect(await ending(moderator)).toMatchObject({ status: 409, code: 'vouch.ended' });
  });
});

describe('appeals', () => {
  const appeal = (vouchId: string, as: Person, key?: string) =>
    client.post('/institution-appeals', { vouchId, grounds: aReason }, { as, ...(key ? { key } : {}) });
  const listed = async (as: Person) =>
    (await client.get('/institution-appeals', { as })).body.appeals.map(({ id }: { id: string }) => id);

  test('are made once, seen by those concerned and staff, and decided once', async () => {
    const human = await member();
    const [voucher, newcomer] = [await checker(3, { operator: human }), await member()];
    const vouch = await give(voucher, newcomer);
    const refused = async (as: Person) =>
      refusedAlike(
        await appeal(vouch.id, as),
        await act('appealForfeiture', 'replayed', as, { vouchId: vouch.id, grounds: aReason }, randomUUID()),
      );
    expect(await refused(voucher)).toMatchObject({ status: 409, code: 'appeal.not_forfeited' });
    expect(await refused(author)).toMatchObject({ status: 404, code: 'not_found' });
    await forfeit(vouch.id);
    expect(await refused(newcomer)).toMatchObject({ status: 404, code: 'not_found' });

    const made = await appeal(vouch.id, human, 'appeal');
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      version: '1.0.0',
      appeal: {
        id: expect.stringMatching(/^apl_/),
        vouchId: vouch.id,
        appellant: { handle: human.handle, kind: 'human' },
        grounds: aReason,
        state: 'open',
        createdAt: expect.any(String),
        dueAt: expect.any(String),
        overdue: false,
        reason: null,
        decidedAt: null,
      },
    });
    const { id, createdAt, dueAt } = made.body.appeal;
    expect(Date.parse(dueAt) - Date.parse(createdAt)).toBe(14 * 24 * 3600_000);
    expect((await appeal(vouch.id, human, 'appeal')).headers['idempotent-replayed']).toBe('true');
    expect(await refused(voucher)).toMatchObject({ status: 409, code: 'appeal.exists' });

    for (const as of [human, voucher, moderator, administrator]) expect(await listed(as)).toEqual([id]);
    for (const as of [newcomer, author]) expect(await listed(as)).toEqual([]);
    expect((await client.get('/institution-appeals')).body.code).toBe('auth.required');

    const decide = (as: Person, body: object = { state: 'restored', reason: aReason }) =>
      client.patch(`/institution-appeals/${id}`, body, { as });
    const undecided = async (as: Person) =>
      refusedAlike(
        await decide(as),
        await act('decideAppeal', 'appeal { id }', as, { appealId: id, state: 'RESTORED', reason: aReason }),
      );
    expect(await undecided(moderator)).toMatchObject({ status: 403, code: 'role.required' });
    expect((await decide(administrator, { state: 'restored' })).body.errors[0].field).toBe('reason');
    expect((await decide(administrator, { state: 'open', reason: aReason })).body.errors[0].field).toBe('state');
    await institution.database.query(sql`update member set role = 'administrator' where id = ${human.memberId}`);
    expect(await undecided(human)).toMatchObject({ status: 403, code: 'appeal.own_group' });

    const before = (await credits(voucher)).balance;
    const decided = await decide(administrator);
    expect([decided.status, decided.body.appeal]).toEqual([
      200,
      { ...made.body.appeal, state: 'restored', reason: aReason, decidedAt: expect.any(String) },
    ]);
    expect((await credits(voucher)).balance).toBe(before + 20);
    expect((await credits(voucher)).ledger.at(-1)).toMatchObject({ kind: 'vouch_restored', about: vouch.id });
    expect((await client.get('/vouches', { as: voucher })).body.vouches[0].state).toBe('restored');
    // The stake comes back, the endorsement does not.
    expect((await client.get(`/members/${newcomer.handle}`)).body.member.endorsedBy).toEqual([]);
    expect(await undecided(administrator)).toMatchObject({ status: 409, code: 'appeal.decided' });
    expect((await client.patch('/institution-appeals/x', {}, { as: administrator })).status).toBe(400);
  });

  test('page alike for those concerned and for staff', async () => {
    const voucher = await checker(4);
    for (let n = 0; n < 2; n++) {
      const { id } = await give(voucher, await member());
      await forfeit(id);
      expect((await appeal(id, voucher)).status).toBe(201);
    }
    for (const as of [voucher, moderator]) {
      const whole = await listed(as);
      const paged: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const { body } = await client.get(`/institution-appeals?limit=1&after=${after}`, { as });
        paged.push(...body.appeals.map(({ id }: { id: string }) => id));
        after = body.nextCursor;
      }
      expect(paged).toEqual(whole);
      expect(whole.length).toBe(as === voucher ? 2 : 3);
    }
  });
});
