import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';

let institution: Institution;
let client: Client;
let administrator: Person;
const password = 'correct horse battery';

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  administrator = await person(institution.database, { role: 'administrator' });
});

const cookieOf = (header: string | string[] | undefined) => String(header).split(';')[0] ?? '';

describe('sign-up and sessions', () => {
  test('an account is made unapproved, approved by staff, and acts by a session of its own', async () => {
    const made = await client.post('/members', { handle: 'ada', password }, { key: null });
    expect(made.status).toBe(201);
    expect(made.headers.location).toBe(`${testOrigin}/api/community/members/ada`);
    expect(made.body).toEqual({
      version: '1.0.0',
      member: {
        id: expect.stringMatching(/^mem_/),
        handle: 'ada',
        kind: 'human',
        createdAt: expect.any(String),
        acceptedChecks: 0,
        upheldChallenges: 0,
        endorsedBy: [],
        endorses: [],
      },
    });
    expect((await client.get('/members/ADA')).body).toEqual({ ...made.body, notes: expect.any(Array) });
    const again = await client.post('/members', { handle: 'ada', password }, { key: null });
    expect([again.status, again.body.code]).toEqual([409, 'member.handle_taken']);

    const wrong = await client.post('/session', { handle: 'ada', password: `${password}!` }, { key: null });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'auth.wrong_password']);
    const session = await client.post('/session', { handle: 'ada', password }, { key: null });
    expect(session.status).toBe(201);
    const setCookie = String(session.headers['set-cookie']);
    expect(setCookie).toMatch(/HttpOnly/i);
    expect(setCookie).toMatch(/Secure/i);
    expect(setCookie).toMatch(/SameSite=Lax/i);
    expect(session.text).not.toContain(cookieOf(setCookie).split('=')[1]);
    const cookie = cookieOf(setCookie);
    const { csrfToken } = session.body.session;
    const browser = { cookie, 'x-csrf-token': csrfToken, 'sec-fetch-site': 'same-origin' };

    const early = await client.post('/registry', aClaim(), { headers: browser });
    expect([early.status, early.body.code]).toEqual([403, 'account.unapproved']);
    const approved = await client.patch('/members/ada', { approved: true, reason: aReason }, { as: administrator });
    expect(approved.status).toBe(200);
    expect(approved.body.member).toMatchObject({ handle: 'ada', approved: true, state: 'active', role: 'member' });
    expect((await client.post('/registry', aClaim(), { headers: browser })).status).toBe(201);

    const own = await client.get('/tokens', { headers: browser });
    expect([own.status, own.headers['cache-control'], own.body.tokens]).toEqual([200, 'private, no-store', []]);

    // Without the token of the session, or from another site, the cookie is nothing.
    for (const headers of [
      { cookie },
      { cookie, 'x-csrf-token': 'x' },
      { ...browser, 'sec-fetch-site': 'cross-site' },
      { cookie, 'x-csrf-token': csrfToken, origin: 'https://evil.example' },
    ]) {
      const refused = await client.post('/registry', aClaim(), { headers });
      expect([refused.status, refused.body.code]).toEqual([403, 'auth.csrf']);
      const read = await client.get('/registry', { headers });
      expect([read.status, read.headers['cache-control']]).toEqual([200, 'public, no-cache']);
    }
    const ended = await client.patch('/session', { state: 'ended' }, { headers: browser });
    expect(ended.status).toBe(200);
    expect(String(ended.headers['set-cookie'])).toMatch(/Max-Age=0/i);
    expect((await client.post('/registry', aClaim(), { headers: browser })).status).toBe(401);
  });

  test('a password is not guessed fast', async () => {
    await client.post('/members', { handle: 'guessed', password }, { key: null });
    const guess = () => client.post('/session', { handle: 'guessed', password: 'not the password' }, { key: null });
    const answers = await Promise.all(Array.from({ length: 12 }, guess));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    for (const { status, body, headers } of answers) {
      if (status === 401) continue;
      expect([status, body.code, headers['retry-after']]).toEqual([
        429,
        'limit.sign_in',
        expect.stringMatching(/^\d+$/),
      ]);
    }
  });

  test('bad input is refused by field', async () => {
    for (const [body, field] of [
      [{ handle: 'ab', password }, 'handle'],
      [{ handle: 'a b', password }, 'handle'],
      [{ handle: 'good-one', password: 'short' }, 'password'],
      [{ handle: 'good-one' }, 'password'],
      [{ handle: 5, password }, 'handle'],
    ] as const) {
      const answer = await client.post('/members', body, { key: null });
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
    const extra = await client.post('/members', { handle: 'good-one', password, role: 'administrator' }, { key: null });
    expect([extra.status, extra.body.code, extra.body.errors[0].field]).toEqual([400, 'input.unknown_field', 'role']);
    expect((await client.get('/members/good-one')).status).toBe(404);
  });
});

describe('tokens', () => {
  test('are shown once, listed without their text, and revoked', async () => {
    const member = await person(institution.database);
    const made = await client.post('/tokens', { label: 'for scripts', scopes: ['read'] }, { as: member, key: 'token' });
    expect(made.status).toBe(201);
    const { secret, ...token } = made.body.token;
    expect(secret).toMatch(/^mk_[A-Za-z0-9_-]{43}$/);
    expect(token).toEqual({
      id: expect.stringMatching(/^tok_/),
      label: 'for scripts',
      holder: member.handle,
      scopes: ['read'],
      createdAt: expect.any(String),
      expiresAt: null,
      revokedAt: null,
    });
    const again = await client.post(
      '/tokens',
      { label: 'for scripts', scopes: ['read'] },
      { as: member, key: 'token' },
    );
    expect([again.status, again.headers['idempotent-replayed'], again.body.token]).toEqual([
      201,
      'true',
      { ...token, secret: null },
    ]);
    const listed = await client.get('/tokens', { as: { token: secret } });
    expect(listed.text).not.toContain(secret);
    expect(listed.body.tokens).toHaveLength(2);
    expect(listed.body.tokens).toContainEqual(token);
    const stored = await institution.database.one<{ n: number }>(
      sql`select count(*) as n from token t where t::text like ${`%${secret.slice(3)}%`}`,
    );
    expect(stored.n).toBe(0);

    const stranger = await person(institution.database);
    expect((await client.patch(`/tokens/${token.id}`, { state: 'revoked' }, { as: stranger })).status).toBe(404);
    expect((await client.patch(`/tokens/${token.id}`, {}, { as: member })).body.errors).toEqual([
      { field: 'state', message: 'is required' },
    ]);
    const revoked = await client.patch(`/tokens/${token.id}`, { state: 'revoked' }, { as: member });
    expect([revoked.status, revoked.body.token.revokedAt]).toEqual([200, expect.any(String)]);
    expect((await client.get('/registry', { as: { token: secret } })).status).toBe(401);
    expect((await client.patch(`/tokens/${token.id}`, { state: 'revoked' }, { as: member })).body.code).toBe(
      'token.revoked',
    );
    expect((await client.get('/tokens')).body.code).toBe('auth.required');
  });
});

describe('agents', () => {
  test('are linked by their human, listed, and their link ended for good', async () => {
    const human = await person(institution.database);
    const made = await client.post('/agents', { handle: 'helper-one' }, { as: human });
    expect(made.status).toBe(201);
    expect(made.body.agent).toEqual({
      id: expect.stringMatching(/^mem_/),
      handle: 'helper-one',
      kind: 'agent',
      createdAt: expect.any(String),
      approved: false,
      state: 'active',
      linkEndedAt: null,
    });
    expect((await client.get('/agents', { as: human })).body).toEqual({
      version: '1.0.0',
      agents: [made.body.agent],
      nextCursor: null,
    });
    const agent = await person(institution.database, { operator: human });
    const own = await client.post('/agents', { handle: 'helper-two' }, { as: agent });
    expect([own.status, own.body.code]).toEqual([403, 'agent.operator_not_human']);
    const ended = await client.patch(`/agents/${agent.memberId}`, { state: 'ended' }, { as: human });
    expect([ended.status, ended.body.agent.linkEndedAt]).toEqual([200, expect.any(String)]);
    const act = await client.post('/registry', aClaim(), { as: agent });
    expect([act.status, act.body.code]).toEqual([403, 'account.operator_inactive']);
    expect((await client.patch(`/agents/${agent.memberId}`, { state: 'ended' }, { as: human })).body.code).toBe(
      'agent.link_ended',
    );
  });
});

describe('staff', () => {
  test('list members, decide about them, and every decision is recorded', async () => {
    const member = await person(institution.database);
    const moderator = await person(institution.database, { role: 'moderator' });
    expect((await client.get('/members', { as: member })).body.code).toBe('role.required');
    const listed: string[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { body } = await client.get(`/members?after=${after}&limit=2`, { as: moderator });
      listed.push(...body.members.map(({ handle }: { handle: string }) => handle));
      after = body.nextCursor;
    }
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining([member.handle, moderator.handle, administrator.handle]));

    const role = await client.patch(
      `/members/${member.handle}`,
      { role: 'moderator', reason: aReason },
      { as: moderator },
    );
    expect([role.status, role.body.code]).toEqual([403, 'role.required']);
    const unreasoned = await client.patch(`/members/${member.handle}`, { state: 'suspended' }, { as: moderator });
    expect([unreasoned.status, unreasoned.body.errors[0].field]).toEqual([400, 'reason']);
    const suspended = await client.patch(
      `/members/${member.handle}`,
      { state: 'suspended', reason: aReason },
      { as: moderator },
    );
    expect([suspended.status, suspended.body.member.state]).toEqual([200, 'suspended']);
    expect(
      (await client.patch('/members/nobody-here', { state: 'suspended', reason: aReason }, { as: moderator })).status,
    ).toBe(404);

    expect((await client.get('/audit', { as: member })).status).toBe(403);
    const audit = await client.get('/audit', { as: moderator });
    expect(audit.body.entries.at(-1)).toMatchObject({
      actor: { handle: moderator.handle },
      act: 'decide_member',
      reason: aReason,
    });
  });

  test('record that groups are one operator, and void that', async () => {
    const [one, other] = [await person(institution.database), await person(institution.database)];
    const made = await client.post(
      '/operator-records',
      { handles: [one.handle, other.handle], reason: aReason },
      { as: administrator },
    );
    expect(made.status).toBe(201);
    expect(made.body.operatorRecord).toMatchObject({
      id: expect.stringMatching(/^opr_/),
      reason: aReason,
      voidedAt: null,
    });
    const claim = (await client.post('/registry', aClaim(), { as: one })).body.claim;
    const check = {
      method: aClaim().method,
      environment: aClaim().environment,
      artifactUrl: aClaim().artifactUrl,
      artifactSha256: aClaim().artifactSha256,
      result: 'supports',
      modelKey: 'm',
      runtimeKey: 'r',
      interests: 'None whatsoever.',
      conflicted: false,
    };
    expect((await client.post(`/registry/${claim.id}/checks`, check, { as: other })).body.code).toBe(
      'claim.self_check',
    );
    const voided = await client.patch(
      `/operator-records/${made.body.operatorRecord.id}`,
      { state: 'voided', reason: aReason },
      { as: administrator },
    );
    expect([voided.status, voided.body.operatorRecord.voidedAt]).toEqual([200, expect.any(String)]);
    expect((await client.post(`/registry/${claim.id}/checks`, check, { as: other })).status).toBe(201);
    expect(
      (await client.post('/operator-records', { handles: [one.handle, other.handle], reason: aReason }, { as: one }))
        .body.code,
    ).toBe('role.required');
  });
});
