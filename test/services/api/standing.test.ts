// Who may act at all, in every door: suspended members (1.4), maintenance (1.8), and a rule for every act there is (2).
import { beforeAll, describe, expect, test } from 'vitest';
import { ruleOf } from '#domain/refusals/rules.ts';
import { tools } from '#services/api/mcp/tools.ts';
import { type Institution, openInstitution } from '#test/kit/api.ts';
import { type Answered, type Client, openClient, type Sent } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';
import { everyMutation, everySending } from './every-act.ts';
import { openCaller } from './mcp/caller.ts';

let institution: Institution;
let client: Client;
let administrator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  administrator = await person(institution.database, { role: 'administrator' });
});

/** How each act ended that is sent by REST and by GraphQL: the two codes by the act's name. */
async function endings(sent: Sent): Promise<Map<string, string[]>> {
  const codes = new Map<string, string[]>();
  const add = (action: string, code: string) => codes.set(action, [...(codes.get(action) ?? []), code]);
  for (const { act, method, path, body } of everySending)
    add(act.action, (await client.call(method, path, { ...sent, body })).body.code);
  for (const { act, query, variables } of everyMutation) {
    const { body } = await client.graphql(query, variables, sent);
    // A typed refusal says its code only where it is asked, and none of these is one.
    add(act.action, body.errors?.[0]?.extensions.code ?? body.code ?? 'typed');
  }
  return codes;
}

/** The acts that are not refused so, in one door or in both. */
const others = (codes: Map<string, string[]>, code: string): string[] =>
  [...codes].flatMap(([action, each]) => (each.every((one) => one === code) ? [] : [action])).toSorted();

/** How every tool that acts ended, called with a token. */
async function toolEndings(token: string): Promise<string[]> {
  const caller = await openCaller(institution.address);
  const acting = tools.filter(({ annotations }) => annotations.readOnlyHint === false);
  expect(acting.length).toBeGreaterThan(5);
  const codes: string[] = [];
  for (const { name, example } of acting) codes.push((await caller.call(name, example, { as: { token } })).data.code);
  return [...new Set(codes)];
}

test('every act has both doors, and a rule that tells its conditions before', async () => {
  const actions = (acts: readonly { act: { action: string } }[]) =>
    [...new Set(acts.map(({ act }) => act.action))].sort();
  expect(actions(everySending)).toEqual(actions(everyMutation));
  for (const { act } of everyMutation) {
    const { status, body } = await client.get(`/rules?action=${act.action}`);
    expect([status, body]).toEqual([200, { version: '1.0.0', ...ruleOf(act.action) }]);
    expect(body).toMatchObject({ effect: 'conditional', ruleId: act.rule, authorised: false });
    expect(body.conditions.length, act.action).toBeGreaterThan(0);
  }
  expect((await client.get('/rules?action=launch_rockets')).body).toEqual({
    version: '1.0.0',
    action: 'launch_rockets',
    effect: 'unknown',
    ruleId: null,
    conditions: [],
    authorised: false,
  });
});

describe('a suspended member', () => {
  const password = 'correct horse battery';
  let signedIn: Sent;
  let token: string;
  let vouchId: string;

  const act = async (method: string, path: string, body: unknown, sent: Sent): Promise<Answered> => {
    const answer = await client.call(method, path, { ...sent, body });
    expect([200, 201], `${method} ${path}: ${answer.text}`).toContain(answer.status);
    return answer;
  };
  const signIn = async (): Promise<Sent> => {
    const { headers, body } = await act('POST', '/session', { handle: 'suspended-one', password }, { key: null });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    return { headers: { cookie, 'x-csrf-token': body.session.csrfToken } };
  };

  beforeAll(async () => {
    const [staff, author] = [{ as: administrator }, { as: await person(institution.database) }];
    await act('POST', '/members', { handle: 'suspended-one', password }, { key: null });
    await act('PATCH', '/members/suspended-one', { approved: true, reason: aReason }, staff);
    const before = await signIn();
    for (let n = 0; n < 3; n++) {
      const { claim } = (await act('POST', '/registry', aClaim(), author)).body;
      const { claimId, ...check } = aCheck(claim.id);
      const { id } = (await act('POST', `/registry/${claimId}/checks`, check, before)).body.check;
      await act('POST', `/registry-checks/${id}/reviews`, aReview(id), staff);
    }
    const { handle } = await person(institution.database);
    vouchId = (await act('POST', '/vouches', { handle, acknowledgeStake: true }, before)).body.vouch.id;
    await act('PATCH', `/vouches/${vouchId}`, { state: 'forfeited', reason: aReason }, staff);
    const asked = { label: 'kept', scopes: ['read', 'write'] };
    token = (await act('POST', '/tokens', asked, before)).body.token.secret;
    const thread = { title: 'Something to export', visibility: 'public' };
    const { id } = (await act('POST', '/threads', thread, before)).body.thread;
    await act('POST', `/threads/${id}/posts`, { body: 'Words that a member can take along.' }, before);
    await act('PATCH', '/members/suspended-one', { state: 'suspended', reason: aReason }, staff);
    signedIn = await signIn();
  });

  test('is refused every act but signing out and appealing, in every door', async () => {
    const codes = await endings({ as: { token } });
    expect(codes.size).toBeGreaterThan(30);
    // These two are looked at: a token is no session to end, and an x is no vouch.
    expect(others(codes, 'account.suspended')).toEqual(['appeal_forfeiture', 'sign_out']);
    expect(await toolEndings(token)).toEqual(['account.suspended']);
  });

  test('reads what is public and what is its own, exports and appeals', async () => {
    for (const path of ['/registry', '/observations', '/checkers', '/threads', '/members/suspended-one'])
      expect((await client.get(path, signedIn)).status, path).toBe(200);
    for (const path of ['/contribution-credits', '/vouches', '/institution-appeals', '/tokens', '/agents'])
      expect((await client.get(path, signedIn)).status, path).toBe(200);
    expect((await client.get('/my-export', signedIn)).body.posts).toHaveLength(1);
    const { body } = await client.graphql('{ viewer { state export { posts { nodes { body } } } } }', {}, signedIn);
    expect(body.data.viewer).toMatchObject({ state: 'SUSPENDED', export: { posts: { nodes: [{}] } } });

    const appealed = await client.post('/institution-appeals', { vouchId, grounds: aReason }, signedIn);
    expect([appealed.status, appealed.body.appeal.state]).toEqual([201, 'open']);
    expect((await client.get('/institution-appeals', signedIn)).body.appeals).toEqual([appealed.body.appeal]);
  });

  test('who is staff keeps no staff reading, and an agent of one acts no more', async () => {
    const { database } = institution;
    const moderator = await person(database, { role: 'moderator' });
    const agent = await person(database, { operator: moderator });
    const reading = ['/members', '/audit', '/registry-checks', '/settings'];
    for (const path of reading.slice(0, 3)) expect((await client.get(path, { as: moderator })).status).toBe(200);
    await client.patch(`/members/${moderator.handle}`, { state: 'suspended', reason: aReason }, { as: administrator });
    for (const path of reading)
      expect((await client.get(path, { as: moderator })).body.code, path).toBe('role.required');
    expect((await client.post('/registry', aClaim(), { as: agent })).body.code).toBe('account.operator_inactive');
  });
});

test('in maintenance acts wait, in every door; reads, sign-in and settings go on', async () => {
  const member = await person(institution.database);
  const password = 'correct horse battery';
  await client.post('/members', { handle: 'before-it', password }, { key: null });
  const settings = (body: object, as = administrator) => client.patch('/settings', body, { as });
  expect((await settings({ maintenance: true, reason: aReason })).body.settings.maintenance).toBe(true);

  expect(others(await endings({ as: member }), 'maintenance')).toEqual(['change_settings', 'sign_out']);
  expect(await toolEndings(member.token)).toEqual(['maintenance']);
  const waiting = await client.post('/observations', {}, { as: member });
  expect([waiting.status, Number(waiting.headers['retry-after'])]).toEqual([503, expect.any(Number)]);
  expect(waiting.headers.ratelimit).toBeUndefined();
  const signUp = await client.post('/members', { handle: 'too-late', password }, { key: null });
  expect([signUp.status, signUp.body.code]).toEqual([503, 'maintenance']);

  for (const path of ['/registry', '/precedents', '/challenges', '/threads', '/checkers', '/calibration', '/rules'])
    expect((await client.get(path)).status, path).toBe(200);
  expect((await client.get('/my-export', { as: member })).status).toBe(200);
  expect((await client.post('/session', { handle: 'before-it', password }, { key: null })).status).toBe(201);
  expect((await settings({ maintenance: false }, member)).body.code).toBe('role.required');
  expect((await settings({ maintenance: false })).body.settings.maintenance).toBe(false);
  expect((await client.post('/registry', aClaim(), { as: member })).status).toBe(201);
});
