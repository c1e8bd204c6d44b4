// A year of an institution in which everything happens that can happen, each act at a moment of its own and in words of its own,
// so that whatever of it turns up somewhere can be told.
import { randomBytes } from 'node:crypto';
import { openRunner, type Runner } from '#domain/acts/run.ts';
import { importChecks } from '#domain/checks/import.ts';
import { hourly } from '#jobs/hourly.ts';
import type { Institution } from '#test/kit/api.ts';
import type { Client, Sent } from '#test/kit/client.ts';
import { simulateClock } from '#test/kit/clock.ts';
import { type Person, type PersonOptions, person } from '#test/kit/people.ts';

export interface Year {
  /** Handles that public things bear. */
  handles: string[];
  /** Members of whom nothing public was ever to be seen, but under their own handles. */
  quiet: Person[];
  /** Secrets and taken-back words that no table keeps. */
  spoken: Record<string, string>;
  /** Words that everyone may read, to see that readers read. */
  shown: Record<'claim' | 'post' | 'precedent', string>;
  voucher: Person;
  forecaster: Person;
  administrator: Person;
}

const letters = (length = 16): string =>
  Array.from(randomBytes(length), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
const words = (of: string): string => `The marked words of ${of} are these, and no other has them: ${letters()}.`;
const title = (of: string): string => `Marked ${of} ${letters()}`;

const evidence = () => ({
  method: words('a method'),
  environment: words('an environment'),
  artifactUrl: `https://example.org/${letters()}`,
  artifactSha256: randomBytes(32).toString('hex'),
});
const aClaim = (change: object = {}) => ({ title: title('claim'), claim: words('a claim'), ...evidence(), ...change });
const aCheck = (change: object = {}) => ({
  ...evidence(),
  notes: words('notes'),
  result: 'supports',
  modelKey: `Model ${letters()}`,
  runtimeKey: `Runtime ${letters()}`,
  interests: words('interests'),
  conflicted: false,
  ...change,
});

const minute = 60_000;
const day = 24 * 60 * minute;

export async function liveAYear({ database, origin }: Institution, client: Client): Promise<Year> {
  // Monday morning of the first week.
  let now = Date.parse('2027-01-04T09:00:00.000Z');
  const clock = await simulateClock(database, new Date(now));
  const runner: Runner = openRunner({ database, counting: database, origin });

  /** Some time passes; no two moments are alike, down to their milliseconds. */
  async function pass(time = 11 * minute): Promise<void> {
    now += time + 1_013;
    await clock.set(new Date(now));
  }
  async function work(time: number): Promise<void> {
    await pass(time);
    await hourly.run(runner);
  }
  const people: Person[] = [];
  const quiet: Person[] = [];
  async function member(handle: string, options: PersonOptions & { quiet?: boolean } = {}): Promise<Person> {
    await pass();
    const one = await person(database, { ...options, handle });
    (options.quiet ? quiet : people).push(one);
    return one;
  }
  /** Done, or the script is wrong. Gives what was made or changed. */
  // biome-ignore lint/suspicious/noExplicitAny: the thing of any route
  async function act(as: Person | Sent, call: string, body: object, headers?: (of: object) => void): Promise<any> {
    await pass();
    const [method = '', path = ''] = call.split(' ');
    const sent = 'token' in as ? { as } : as;
    const answer = await client.call(method, path, { ...sent, body });
    if (answer.status > 201) throw new Error(`${call} was answered ${answer.text}`);
    headers?.(answer.headers);
    const { version: _, ...rest } = answer.body;
    return Object.values(rest)[0];
  }

  const [author, observer, forecastOne, forecastTwo, one, two, poster] = [
    await member('author-of-claims'),
    await member('observer-of-runs'),
    await member('forecaster-one'),
    await member('forecaster-two'),
    await member('checker-one'),
    await member('checker-two'),
    await member('poster-of-posts'),
  ];
  const reviewer = await member('reviewer-of-checks', { role: 'administrator' });
  const resolver = await member('resolver-of-claims', { role: 'moderator' });
  const operator = await member('operator-unnamed', { quiet: true });
  const agent = await member('agent-of-one', { operator });
  const ended = await member('agent-that-ended', { operator, quiet: true });
  const administrator = await member('administrator-unseen', { role: 'administrator', quiet: true });
  const moderator = await member('moderator-unseen', { role: 'moderator', quiet: true });
  const forecaster = await member('forecaster-unseen', { quiet: true });
  const pender = await member('checker-unseen', { quiet: true });
  const host = await member('host-of-a-restricted-thread', { quiet: true });
  const guest = await member('guest-of-a-restricted-thread', { quiet: true });
  const taker = await member('taker-back-of-everything', { quiet: true });

  // Claims, one of them an agent's, related to another and promoting an observation.
  const observation = (by: Person) =>
    act(by, 'POST /observations', { title: title('observation'), body: words('an observation') });
  const promoted = await observation(observer);
  await observation(observer);
  const observedBack = await observation(taker);
  await act(taker, `PATCH /observations/${observedBack.id}`, { state: 'withdrawn' });
  const observedHidden = await observation(taker);
  await act(moderator, `PATCH /observations/${observedHidden.id}`, { state: 'hidden', reason: words('a hiding') });

  const file = (by: Person, change: object = {}) => act(by, 'POST /registry', aClaim(change));
  const [first, second, third, fourth, fifth] = [
    await file(author),
    await file(author),
    await file(author),
    await file(author),
    await file(author),
  ];
  const related = await file(agent, {
    observationId: promoted.id,
    relationships: [{ targetId: first.id, kind: 'narrows' }],
  });
  await work(day);

  // Forecasts: two that calibration counts, some that nobody will ever see.
  const forecast = (by: Person, claim: { id: string }, probability: number) =>
    act(by, `POST /registry/${claim.id}/predictions`, { probability });
  await forecast(forecastOne, first, 0.612347);
  await forecast(forecastTwo, first, 0.634561);
  await forecast(forecaster, third, 0.123457);
  await forecast(author, second, 0.287654);

  // Checks: accepted, rejected, pending, legacy with its disclosure; resolutions, one of them void.
  const submit = (by: Person, claim: { id: string }, change: object = {}) =>
    act(by, `POST /registry/${claim.id}/checks`, aCheck(change));
  const review = (check: { id: string }, change: object = {}) =>
    act(reviewer, `POST /registry-checks/${check.id}/reviews`, {
      checkId: check.id,
      state: 'accepted',
      reason: words('a review'),
      independenceConfirmed: true,
      ...change,
    });
  const accepted = async (by: Person, claim: { id: string }) => {
    const check = await submit(by, claim);
    await review(check);
    return check;
  };
  const check = await accepted(one, first);
  await accepted(two, first);
  const challenge = await submit(two, fifth, { result: 'challenges' });
  await review(challenge, { independenceConfirmed: false });
  await review(challenge, { independenceConfirmed: false, challengeUpheld: true });
  await review(await submit(one, second), { state: 'rejected', independenceConfirmed: false });
  await submit(pender, second);
  for (const claim of [third, fourth, related]) await accepted(one, claim);
  await pass();
  const line = {
    claimId: fourth.id,
    author: two.handle,
    ...evidence(),
    result: 'supports',
    notes: words('legacy notes'),
  };
  const imported = await importChecks(
    runner,
    JSON.stringify({ ...line, submittedAt: '2026-05-06T07:08:09.011Z', state: 'accepted' }),
  );
  if (imported.imported !== 1) throw new Error(`no import: ${JSON.stringify(imported.refused)}`);
  const { checks } = (await client.get(`/registry/${fourth.id}`)).body;
  const legacy = checks.find((each: { legacy: boolean }) => each.legacy);
  const { modelKey, runtimeKey, interests, conflicted } = aCheck();
  await act(two, `PATCH /registry-checks/${legacy.id}/disclosure`, { modelKey, runtimeKey, interests, conflicted });

  const resolve = () =>
    act(resolver, `POST /registry/${first.id}/resolution`, {
      reproduced: true,
      reason: words('a resolution'),
      evidenceCheckId: check.id,
    });
  await resolve();
  await act(resolver, `PATCH /registry/${first.id}/resolution`, { voided: true, reason: words('a void') });
  await resolve();
  await work(4 * day);

  // Claims that go, with everything of theirs.
  const withdrawn = await file(taker);
  await act(taker, `PATCH /registry/${withdrawn.id}`, { state: 'withdrawn' });
  const hidden = await file(taker, { relationships: [{ targetId: second.id, kind: 'contradicts' }] });
  await accepted(one, hidden);
  await act(moderator, `PATCH /registry/${hidden.id}`, { state: 'hidden', reason: words('a hiding') });

  // The forum.
  const thread = await act(poster, 'POST /threads', { title: title('thread'), visibility: 'public' });
  const post = (by: Person, on: { id: string }, body = words('a post')) =>
    act(by, `POST /threads/${on.id}/posts`, { body });
  const shown = { claim: first.title as string, post: words('a post for everyone'), precedent: words('a precedent') };
  await post(poster, thread, shown.post);
  await act(taker, `PATCH /posts/${(await post(taker, thread)).id}`, { state: 'withdrawn' });
  const posted = await post(taker, thread);
  await act(moderator, `PATCH /posts/${posted.id}`, { state: 'hidden', reason: words('a hiding') });
  const restricted = await act(host, 'POST /threads', {
    title: title('restricted thread'),
    visibility: 'restricted',
    members: [guest.handle],
  });
  for (const by of [host, guest]) await post(by, restricted);
  const closed = await act(taker, 'POST /threads', { title: title('thread'), visibility: 'public' });
  await post(taker, closed);
  await act(moderator, `PATCH /threads/${closed.id}`, { state: 'hidden', reason: words('a hiding') });
  const takenBack = await act(taker, 'POST /threads', { title: title('thread'), visibility: 'public' });
  await act(taker, `PATCH /threads/${takenBack.id}`, { state: 'withdrawn' });

  // Precedents, one of them taken back.
  const precedent = (situation: string) =>
    act(administrator, 'POST /precedents', {
      situation,
      decision: words('a decision'),
      reasons: words('reasons'),
      ruleIds: ['claims.publish'],
      sourceCaseReference: words('a source'),
      manualReviewConfirmed: true,
    });
  await precedent(shown.precedent);
  const spoken: Record<string, string> = { 'a withdrawn precedent': words('a withdrawn precedent') };
  const tombstone = await precedent(spoken['a withdrawn precedent'] ?? '');
  await act(administrator, `PATCH /precedents/${tombstone.id}`, { state: 'withdrawn', cause: 'privacy' });

  // Stakes: returned in time; forfeited, appealed and denied; forfeited, appealed and restored; active.
  const vouch = async (newcomer: Person) =>
    act(one, 'POST /vouches', { handle: newcomer.handle, acknowledgeStake: true });
  const forfeit = async (given: { id: string }) =>
    act(moderator, `PATCH /vouches/${given.id}`, { state: 'forfeited', reason: words('a forfeiture') });
  await vouch(await member('newcomer-of-a-month', { quiet: true }));
  await work(31 * day);
  for (const state of ['denied', 'restored']) {
    const given = await vouch(await member(`newcomer-${state}`, { quiet: true }));
    await forfeit(given);
    const appeal = await act(one, 'POST /institution-appeals', { vouchId: given.id, grounds: words('an appeal') });
    await act(administrator, `PATCH /institution-appeals/${appeal.id}`, { state, reason: words('an appeal’s end') });
  }

  // Accounts: a password, sessions, tokens, an agent's end, decisions, operator records, settings.
  const password = `pass ${letters()}`;
  const signsIn = { handle: 'signer-in-unseen', password };
  const signer = await act({ key: null }, 'POST /members', signsIn);
  quiet.push({ memberId: signer.id, handle: signer.handle } as Person);
  await act(administrator, `PATCH /members/${signer.handle}`, { approved: true, reason: words('an approval') });
  await pass();
  const wrong = await client.post('/session', { ...signsIn, password: `wrong ${letters()}` }, { key: null });
  if (wrong.status !== 401) throw new Error('a wrong password opened a session');
  let cookie = '';
  const session = await act({ key: null }, 'POST /session', signsIn, (headers) => {
    cookie = String((headers as Record<string, unknown>)['set-cookie']).split(';')[0] ?? '';
  });
  const browser = { headers: { cookie, 'x-csrf-token': session.csrfToken as string } };
  const token = await act(browser, 'POST /tokens', {
    label: words('a label').slice(0, 90),
    scopes: ['read'],
    expiresAt: '2029-03-04T05:06:07.089Z',
  });
  await act(browser, `PATCH /tokens/${token.id}`, { state: 'revoked' });
  await act(browser, 'PATCH /session', { state: 'ended' });
  await act(administrator, `PATCH /members/${signer.handle}`, { state: 'suspended', reason: words('a suspension') });
  await act(operator, `PATCH /agents/${ended.memberId}`, { state: 'ended' });
  Object.assign(spoken, {
    'a password': password,
    'a session': cookie.split('=')[1],
    'a CSRF token': session.csrfToken,
    'a token': token.secret,
    'a token of a person': forecaster.token,
  });
  for (const [left, right] of [
    [host, guest],
    [host, taker],
  ] as const) {
    const same = { handles: [left.handle, right.handle], reason: words('a same operator') };
    const record = await act(administrator, 'POST /operator-records', same);
    if (right === taker)
      await act(administrator, `PATCH /operator-records/${record.id}`, { state: 'voided', reason: words('a void') });
  }
  await act(administrator, 'PATCH /settings', { pollingSeconds: 90, reason: words('a setting') });

  await work(4 * day);
  await work(250 * day);
  // The last stake is locked, and a boost runs, while the year is read.
  const newcomer = await member('newcomer-endorsed');
  await vouch(newcomer);
  await act(one, 'POST /contribution-credits', { benefit: 'contribution_boost' });
  if (!(await file(one)).boosted) throw new Error('nothing is boosted');
  await work(60 * minute);
  return {
    handles: people.map(({ handle }) => handle),
    quiet,
    spoken,
    shown,
    voucher: one,
    forecaster,
    administrator,
  };
}
