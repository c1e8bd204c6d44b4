import { beforeAll, expect, test } from 'vitest';
import { csrfOf } from '#domain/members/secrets.ts';
import { signIn } from '#domain/members/sign-in.ts';
import { signUp } from '#domain/members/sign-up.ts';
import { sql } from '#prisma/database.ts';
import { authenticate, bearer, pageSession } from '#services/api/authenticate.ts';
import { sessionIn, setSession } from '#services/api/session-cookie.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';

let institution: TestInstitution;
let ada: Person;
let session: string;
let bobId: string;
beforeAll(async () => {
  institution = await openInstitution();
  ada = await person(institution.database);
  const account = { handle: 'bob', password: 'correct horse battery staple' };
  const address = '203.0.113.1';
  bobId = (await institution.runner.open(signUp, account, address)).id;
  const { secret } = await institution.runner.open(signIn, account, address);
  if (secret === undefined) throw new Error('no session was opened');
  session = secret;
});

const callerOf = (headers: Parameters<typeof authenticate>[1]) =>
  authenticate(institution.database, headers, institution.origin);
const cookie = (secret = session) => `theme=dark; ${setSession(secret, institution.origin).split(';')[0]}`;
const withToken = () => ({ cookie: cookie(), 'x-csrf-token': csrfOf(session) });

test('without a credential the caller is a visitor', async () => {
  expect(await callerOf({})).toEqual({ viewer: null, missing: 'auth.required' });
  expect(await callerOf({ cookie: 'theme=dark', 'x-csrf-token': 'x' })).toEqual({
    viewer: null,
    missing: 'auth.required',
  });
});

test('a bearer token names its member, in one statement; any other Authorization is refused, never ignored', async () => {
  const statements: string[] = [];
  institution.database.onStatement = (text) => statements.push(text);
  const { viewer } = await callerOf({ authorization: `Bearer ${ada.token}` });
  institution.database.onStatement = undefined;
  expect(viewer).toMatchObject({ memberId: ada.memberId, handle: ada.handle, approved: true, suspended: false });
  expect(statements).toHaveLength(1);
  expect((await callerOf({ authorization: `bearer   ${ada.token}` })).viewer?.memberId).toBe(ada.memberId);

  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    ada.token,
    `Basic ${ada.token}`,
    `Bearer ${ada.token} x`,
    `Bearer mk_${'A'.repeat(43)}`,
    `Bearer ${session}`,
    'Bearer mk_\0',
  ]) {
    expect(await codeOf(callerOf({ authorization, ...withToken() }))).toBe('auth.invalid');
  }
});

test('a revoked or ended token is refused', async () => {
  const cleo = await person(institution.database);
  const authorization = `Bearer ${cleo.token}`;
  await callerOf({ authorization });
  await institution.database.query(sql`update token set revoked_at = now() where member_id = ${cleo.memberId}`);
  expect(await codeOf(callerOf({ authorization }))).toBe('auth.invalid');
});

test('a session counts with its CSRF token in a call of this site, or of no browser', async () => {
  for (const headers of [
    {},
    { origin: institution.origin },
    { 'sec-fetch-site': 'same-origin', origin: institution.origin },
  ]) {
    expect((await callerOf({ ...withToken(), ...headers })).viewer).toMatchObject({
      memberId: bobId,
      scopes: ['read', 'write'],
      credential: { kind: 'session' },
    });
  }
});

test('else the cookie changes nothing, and acts are told why', async () => {
  for (const headers of [
    { cookie: cookie() },
    { cookie: cookie(), 'x-csrf-token': '' },
    { cookie: cookie(), 'x-csrf-token': 'guess' },
    { cookie: cookie(), 'x-csrf-token': csrfOf('A'.repeat(43)) },
    { ...withToken(), origin: 'https://elsewhere.test' },
    { ...withToken(), origin: 'null' },
    { ...withToken(), 'sec-fetch-site': 'cross-site', origin: institution.origin },
    { ...withToken(), 'sec-fetch-site': 'same-site' },
  ]) {
    expect(await callerOf(headers)).toEqual({ viewer: null, missing: 'auth.csrf' });
  }
});

test('a session that ended is a visitor’s, so that a stale cookie locks nobody out', async () => {
  const stale = 'B'.repeat(43);
  expect(await callerOf({ cookie: cookie(stale), 'x-csrf-token': csrfOf(stale) })).toEqual({
    viewer: null,
    missing: 'auth.required',
  });
});

test('a bearer token wins over a session, and is all that counts where cookies do not', async () => {
  const headers = { authorization: `Bearer ${ada.token}`, ...withToken() };
  expect((await callerOf(headers)).viewer?.memberId).toBe(ada.memberId);
  expect((await bearer(institution.database, headers))?.memberId).toBe(ada.memberId);
  expect(await bearer(institution.database, withToken())).toBeNull();
});

test('a page is opened by the cookie alone', async () => {
  expect((await pageSession(institution.database, { cookie: cookie() }, institution.origin))?.viewer.memberId).toBe(
    bobId,
  );
  expect(await pageSession(institution.database, {}, institution.origin)).toBeNull();
});

test('the cookie is for this host and for the server’s eyes, on https for https only', () => {
  expect(setSession('s', 'https://one.test')).toBe(
    '__Host-morrowkin=s; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(setSession('s', 'http://127.0.0.1:4000')).toBe('morrowkin=s; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax');
  expect(setSession(null, 'https://one.test')).toBe(
    '__Host-morrowkin=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(sessionIn('morrowkin=plain; __Host-morrowkin=secure', 'https://one.test')).toBe('secure');
});
