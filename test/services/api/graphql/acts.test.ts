import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason } from '#test/kit/samples.ts';
import { type Act, acting } from './act.ts';

let institution: Institution;
let client: Client;
let author: Person;
let checker: Person;
let administrator: Person;
let moderator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  author = await person(institution.database);
  checker = await person(institution.database);
  administrator = await person(institution.database, { role: 'administrator' });
  moderator = await person(institution.database, { role: 'moderator' });
});

const act: Act = (...call) => acting(client)(...call);

const register = (as: Person | undefined, input: object = aClaim(), key: string = randomUUID()) =>
  act('registerClaim', 'replayed claim { id title state author { handle } }', as, input, key);

const claimBy = async (as: Person): Promise<string> => (await register(as)).done.claim.id;

describe('registering a claim', () => {
  test('makes it once a key, and replays', async () => {
    const key = randomUUID();
    const first = await register(author, aClaim(), key);
    expect(first.done).toMatchObject({
      replayed: false,
      claim: { state: 'ACTIVE', author: { handle: author.handle } },
    });
    const again = await register(author, aClaim(), key);
    expect(again.done).toEqual({ ...first.done, replayed: true });
    const other = await register(author, aClaim({ title: 'Something else' }), key);
    expect(other.error.extensions).toMatchObject({
      code: 'idempotency.mismatch',
      status: 422,
      rule: 'call.idempotency',
    });
  });

  test('the same key in REST replays it', async () => {
    const key = randomUUID();
    const first = await register(author, aClaim(), key);
    const again = await client.post('/registry', aClaim(), { as: author, key });
    expect([again.status, again.headers['idempotent-replayed'], again.body.claim.id]).toEqual([
      201,
      'true',
      first.done.claim.id,
    ]);
  });

  test('is refused by field, as a typed result', async () => {
    const { done, status } = await register(author, aClaim({ title: 'x', artifactUrl: 'javascript:alert(1)' }));
    expect(status).toBe(200);
    expect(done).toMatchObject({
      __typename: 'InputInvalidRefusal',
      code: 'input.invalid',
      rule: 'call.input',
      status: 400,
    });
    expect(done.errors.map((one: { field: string }) => one.field).toSorted()).toEqual(['artifactUrl', 'title']);
  });

  test('relationships are checked one by one', async () => {
    const target = await claimBy(author);
    const twice = { targetId: target, kind: 'DERIVES_FROM' };
    const { done } = await register(author, { ...aClaim(), relationships: [twice, twice] });
    expect(done.errors).toEqual([{ field: 'relationships[1]', message: expect.any(String) }]);
    const one = await register(author, { ...aClaim(), relationships: [twice] });
    expect(one.done.claim.title).toBe(aClaim().title);
    const gone = await register(author, {
      ...aClaim(),
      relationships: [{ targetId: `clm_${'0'.repeat(26)}`, kind: 'NARROWS' }],
    });
    expect(gone.done.code).toBe('relationship.target_not_active');
  });

  test('a credential in it is not repeated', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { done, text } = await register(
      author,
      aClaim({ method: `Run the script with ${secret} in the environment.` }),
    );
    expect(done.code).toBe('submission.contains_secret');
    expect(text).not.toContain(secret);
  });

  test.each([
    ['an unknown field', { ...aClaim(), colour: 'red' }],
    ['a wrong type', { ...aClaim(), title: 3 }],
    ['a missing field', { title: 'Only a title' }],
    ['an unknown kind', { ...aClaim(), relationships: [{ targetId: 'clm_1', kind: 'REFUTES' }] }],
  ])('%s is GraphQL’s own error', async (_name, input) => {
    const { error, body } = await register(author, input);
    expect(error.extensions.code).toBe('query.invalid');
    expect(body).not.toHaveProperty('data');
  });
});

describe('refusals that any act can meet', () => {
  test('nobody is 401, and says how', async () => {
    const { status, done, error } = await register(undefined);
    expect([status, done, error.extensions.code]).toEqual([401, null, 'auth.required']);
    expect(error.extensions.rule).toBe('call.identity');
  });

  test('a suspended member is 403 in extensions', async () => {
    const suspended = await person(institution.database);
    await institution.database.query(sql`update member set suspended_at = now() where id = ${suspended.memberId}`);
    const { status, error } = await register(suspended);
    expect([status, error.extensions]).toMatchObject([200, { code: 'account.suspended', status: 403 }]);
  });

  test('a role is 403', async () => {
    const { error } = await act('moderateClaim', 'claim { id }', author, {
      claimId: await claimBy(author),
      state: 'HIDDEN',
      reason: aReason,
    });
    expect(error.extensions).toMatchObject({ code: 'role.required', status: 403 });
  });

  test('maintenance is 503 with Retry-After', async () => {
    const set = (value: string) =>
      institution.database.query(
        sql`insert into public_setting (key, value, changed_at) values ('maintenance', ${value}::jsonb, now()) on conflict (key) do update set value = excluded.value`,
      );
    await set('true');
    try {
      const { status, headers, error } = await register(author);
      expect([status, headers['retry-after'], error.extensions.code]).toEqual([503, '60', 'maintenance']);
    } finally {
      await set('false');
    }
  });

  test('each field is one act of the limit', async () => {
    const many = await person(institution.database);
    const field = (name: string) =>
      `${name}: registerClaim(idempotencyKey: "${name}", input: $input) { ... on RegisterClaimPayload { claim { id } } }`;
    const answer = await client.graphql(
      `mutation($input: RegisterClaimInput!) { ${field('a')} ${field('b')} ${field('c')} }`,
      { input: aClaim() },
      { as: many },
    );
    expect(
      new Set(Object.values(answer.body.data as Record<string, { claim: { id: string } }>).map(({ claim }) => claim.id))
        .size,
    ).toBe(3);
    expect(answer.headers['ratelimit-policy']).toBe('"writes";q=300;w=3600');
    expect(String(answer.headers.ratelimit)).toMatch(/^"writes";r=297;t=\d+$/);
  });
});

test('a claim lives through check, review, forecast and resolution', async () => {
  const claimId = await claimBy(author);
  const prediction = await act(
    'predictClaim',
    'prediction { probability claim { id } } replayed',
    moderator,
    { claimId, probability: 0.25 },
    randomUUID(),
  );
  expect(prediction.done).toEqual({ prediction: { probability: 0.25, claim: { id: claimId } }, replayed: false });

  const { result, ...check } = aCheck(claimId, { result: 'challenges' });
  const own = await act(
    'submitCheck',
    'check { id }',
    author,
    { ...check, result: result.toUpperCase() },
    randomUUID(),
  );
  expect(own.done).toMatchObject({
    __typename: 'ClaimSelfCheckRefusal',
    code: 'claim.self_check',
    status: 403,
    rule: 'checks.submit',
  });
  const submitted = await act(
    'submitCheck',
    'check { id state disclosure { modelFamily } } replayed',
    checker,
    { ...check, result: result.toUpperCase() },
    randomUUID(),
  );
  expect(submitted.done.check).toMatchObject({ state: 'PENDING', disclosure: { modelFamily: 'modela10' } });
  const checkId = submitted.done.check.id;

  const review = (change: object) =>
    act(
      'reviewCheck',
      'review { state challengeUpheld reviewer { handle } check { state } }',
      administrator,
      { checkId, state: 'ACCEPTED', reason: aReason, independenceConfirmed: true, ...change },
      randomUUID(),
    );
  expect((await review({ challengeUpheld: true })).done.code).toBe('review.challenge_not_accepted');
  expect((await review({})).done.review).toEqual({
    state: 'ACCEPTED',
    challengeUpheld: false,
    reviewer: { handle: administrator.handle },
    check: { state: 'ACCEPTED' },
  });
  expect((await review({ challengeUpheld: true })).done.review.challengeUpheld).toBe(true);

  const late = await act('predictClaim', 'replayed', administrator, { claimId, probability: 0.5 }, randomUUID());
  expect(late.done.code).toBe('forecast.closed_by_check');
  const fine = await act('predictClaim', 'replayed', administrator, { claimId, probability: 0.1234567 }, randomUUID());
  expect(fine.done.errors).toEqual([{ field: 'probability', message: 'takes at most 6 decimals' }]);

  const resolved = await act(
    'resolveClaim',
    'resolution { reproduced voided claim { evidence } evidenceCheck { id } }',
    moderator,
    { claimId, reproduced: false, reason: aReason, evidenceCheckId: checkId },
    randomUUID(),
  );
  expect(resolved.done.resolution).toEqual({
    reproduced: false,
    voided: false,
    claim: { evidence: 'CHALLENGED' },
    evidenceCheck: { id: checkId },
  });
  const { body } = await client.graphql(
    '{ calibration { site { n meanBrier } members { nodes { handle n meanBrier } } } }',
  );
  expect(body.data.calibration).toEqual({
    site: { n: 1, meanBrier: 0.0625 },
    members: { nodes: [{ handle: moderator.handle, n: 1, meanBrier: 0.0625 }] },
  });
  const voided = await act('voidResolution', 'resolution { voided voidReason }', moderator, {
    claimId,
    reason: aReason,
  });
  expect(voided.done.resolution).toEqual({ voided: true, voidReason: aReason });

  const hidden = await act('moderateClaim', 'claim { state }', moderator, {
    claimId,
    state: 'HIDDEN',
    reason: aReason,
  });
  expect(hidden.done.claim.state).toBe('HIDDEN');
  const withdrawn = await act('withdrawClaim', 'claim { state }', author, { claimId });
  expect(withdrawn.done.claim.state).toBe('WITHDRAWN');
});

test('accounts: sign up, sign in, tokens, agents, decisions, operators', async () => {
  const password = 'correct horse battery';
  const up = await act('signUp', 'member { handle kind }', undefined, { handle: 'newcomer', password });
  expect(up.done.member).toEqual({ handle: 'newcomer', kind: 'HUMAN' });
  expect((await act('signUp', 'member { id }', undefined, { handle: 'newcomer', password })).done.code).toBe(
    'member.handle_taken',
  );
  const decided = await act('decideMember', 'member { handle approved state role }', administrator, {
    handle: 'newcomer',
    approved: true,
    role: 'MODERATOR',
    reason: aReason,
  });
  expect(decided.done.member).toEqual({ handle: 'newcomer', approved: true, state: 'ACTIVE', role: 'MODERATOR' });
  expect((await act('signIn', 'member { id }', undefined, { handle: 'newcomer', password: 'wrong' })).done.code).toBe(
    'auth.wrong_password',
  );

  const signedIn = await act('signIn', 'member { handle } csrfToken', undefined, { handle: 'newcomer', password });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const session = { cookie, 'x-csrf-token': signedIn.done.csrfToken };
  const asSession = (query: string, headers: Record<string, string> = session) =>
    client.graphql(query, {}, { headers });
  expect((await asSession('{ viewer { handle role } }')).body.data.viewer).toEqual({
    handle: 'newcomer',
    role: 'MODERATOR',
  });
  expect((await asSession('{ viewer { handle } }', { cookie })).body.data.viewer).toBeNull();

  const issued = await asSession(
    'mutation { issueToken(idempotencyKey: "one", input: { label: "bench", scopes: [WRITE, READ], expiresAt: "2099-01-01T00:00:00Z" }) { ... on IssueTokenPayload { secret replayed token { id label scopes expiresAt holder } } } }',
  );
  expect(issued.body.data.issueToken).toMatchObject({
    replayed: false,
    token: { label: 'bench', scopes: ['READ', 'WRITE'], expiresAt: '2099-01-01T00:00:00.000Z', holder: 'newcomer' },
  });
  const again = await asSession(
    'mutation { issueToken(idempotencyKey: "one", input: { label: "bench", scopes: [WRITE, READ], expiresAt: "2099-01-01T00:00:00Z" }) { ... on IssueTokenPayload { secret replayed } } }',
  );
  expect(again.body.data.issueToken).toEqual({ secret: null, replayed: true });
  const { secret, token } = issued.body.data.issueToken;
  const newcomer: Person = { ...author, handle: 'newcomer', token: secret };

  const linked = await act(
    'linkAgent',
    'agent { id handle approved state linkEndedAt } replayed',
    newcomer,
    { handle: 'new-agent' },
    randomUUID(),
  );
  expect(linked.done.agent).toMatchObject({ handle: 'new-agent', approved: false, state: 'ACTIVE', linkEndedAt: null });
  const ended = await act('endAgentLink', 'agent { linkEndedAt }', newcomer, { id: linked.done.agent.id });
  expect(ended.done.agent.linkEndedAt).toMatch(/Z$/);

  const same = await act(
    'recordSameOperator',
    'operatorRecord { id handles voided } replayed',
    administrator,
    { handles: ['newcomer', author.handle], reason: aReason },
    randomUUID(),
  );
  expect(same.done.operatorRecord).toMatchObject({
    handles: expect.arrayContaining(['newcomer', author.handle]),
    voided: false,
  });
  const voided = await act('voidOperatorRecord', 'operatorRecord { voided voidReason }', administrator, {
    id: same.done.operatorRecord.id,
    reason: aReason,
  });
  expect(voided.done.operatorRecord).toEqual({ voided: true, voidReason: aReason });

  const revoked = await act('revokeToken', 'token { revokedAt }', newcomer, { id: token.id });
  expect(revoked.done.token.revokedAt).toMatch(/Z$/);
  expect((await act('revokeToken', 'token { id }', newcomer, { id: token.id })).status).toBe(401);
  const out = await asSession('mutation { signOut { ... on SignOutPayload { member { handle } } } }');
  expect(out.body.data.signOut.member.handle).toBe('newcomer');
  expect(String(out.headers['set-cookie'])).toMatch(/Max-Age=0/);
  expect((await asSession('{ viewer { handle } }')).body.data.viewer).toBeNull();
});

test('emoji, U+2028, right-to-left and combining text come back unchanged', async () => {
  const title = '🧪 e\u0301 שלום \u2028 ﷽';
  const { done } = await register(author, aClaim({ title }));
  expect(done.claim.title).toBe(title);
});
