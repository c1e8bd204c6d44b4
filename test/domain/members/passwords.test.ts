import { beforeAll, expect, test } from 'vitest';
import { viewerBySession } from '#domain/members/identify.ts';
import { hashPassword } from '#domain/members/passwords.ts';
import { setPassword } from '#domain/members/set-password.ts';
import { signIn } from '#domain/members/sign-in.ts';
import { signOut } from '#domain/members/sign-out.ts';
import { signUp } from '#domain/members/sign-up.ts';
import { openDatabase, sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { person } from '#test/kit/people.ts';

let institution: TestInstitution;
beforeAll(async () => {
  institution = await openInstitution();
});

const password = 'correct horse battery staple';
const up = (handle: string, given = password, address = '203.0.113.1') =>
  institution.runner.open(signUp, { handle, password: given }, address);
const inAs = (handle: string, given = password, address = '203.0.113.1') =>
  institution.runner.open(signIn, { handle, password: given }, address);

async function secretOf(opening: ReturnType<typeof inAs>): Promise<string> {
  const { secret } = await opening;
  if (secret === undefined) throw new Error('no secret was given');
  return secret;
}

test('a new account is a human of its own group, unapproved', async () => {
  const { id } = await up('ada');
  expect(
    await institution.database.one(sql`select handle, kind, role, approved_at as approved, operator_group = id as own,
      effective_group = id as alone from member where id = ${id}`),
  ).toEqual({ handle: 'ada', kind: 'human', role: 'member', approved: null, own: true, alone: true });
  expect(await codeOf(up('ada'))).toBe('member.handle_taken');
});

test('of twenty who ask for one handle at once one gets it', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => up('wanted')));
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(Array(19).fill('member.handle_taken'));
});

test('handles and passwords of another form are refused by field', async () => {
  for (const handle of ['ab', 'a'.repeat(33), 'a b', 'Ada', 'ädä', 'a.b']) {
    await expect(up(handle)).rejects.toMatchObject({ code: 'input.invalid', errors: [{ field: 'handle' }] });
  }
  for (const given of ['elevenchars', 'x'.repeat(201), `nul${'\0'.repeat(12)}`]) {
    await expect(up('fine', given)).rejects.toMatchObject({ code: 'input.invalid', errors: [{ field: 'password' }] });
  }
});

test('nothing that opens an account is stored: a password only as argon2id, a session only as a hash', async () => {
  await up('hashed');
  const secret = await secretOf(inAs('hashed'));
  const { hash } = await institution.database.one<{ hash: string }>(
    sql`select p.hash from password p join member m on m.id = p.member_id where m.handle = 'hashed'`,
  );
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const { stored } = await institution.database.one<{ stored: string }>(
    sql`select jsonb_agg(to_jsonb(s))::text as stored from session s`,
  );
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
});

test('sign-in opens a session for its member, suspended and unapproved ones too, each time another', async () => {
  const { id } = await up('visitor');
  const [one, two] = [await secretOf(inAs('visitor')), await secretOf(inAs('Visitor'))];
  expect(one).not.toBe(two);
  expect(await viewerBySession(institution.database, one)).toMatchObject({ memberId: id, approved: false });
  await institution.database.query(sql`update member set suspended_at = now() where id = ${id}`);
  const three = await secretOf(inAs('visitor'));
  expect(await viewerBySession(institution.database, three)).toMatchObject({ memberId: id, suspended: true });
});

test('a wrong password, an unknown handle and an agent’s handle are refused alike', async () => {
  await up('known');
  const agent = await person(institution.database, { operator: await person(institution.database) });
  const messages = await Promise.all(
    [inAs('known', 'wrong password'), inAs('unknown'), inAs(agent.handle)].map((one) =>
      one.catch((thrown: Error) => thrown.message),
    ),
  );
  expect(new Set(messages)).toEqual(new Set(['Handle and password do not belong together']));
});

test('a password typed composed or decomposed is the same password', async () => {
  await up('composed', 'ﬁancé är häftig'.normalize('NFC'));
  await secretOf(inAs('composed', 'fiancé är häftig'.normalize('NFD')));
});

test('signing out ends that session only, and a session ends by itself after fourteen days', async () => {
  const { id } = await up('leaver');
  const [leaving, staying] = [await secretOf(inAs('leaver')), await secretOf(inAs('leaver'))];
  const viewer = await viewerBySession(institution.database, leaving);
  if (!viewer) throw new Error('the session opens nothing');
  expect(await institution.act(signOut, viewer, { state: 'ended' })).toMatchObject({ id });
  expect(await viewerBySession(institution.database, leaving)).toBeNull();
  expect(await institution.refused(signOut, viewer, {})).toBe('auth.invalid');

  expect(await viewerBySession(institution.database, staying)).not.toBeNull();
  const day = 24 * 3600 * 1000;
  const at = async (now: Date) => {
    const database = openDatabase(institution.url, { max: 1, now });
    try {
      return await viewerBySession(database, staying);
    } finally {
      await database.close();
    }
  };
  expect(await at(new Date(Date.now() + 14 * day - 60_000))).not.toBeNull();
  expect(await at(new Date(Date.now() + 14 * day + 60_000))).toBeNull();
});

test('a token is not signed out', async () => {
  const ada = await person(institution.database);
  expect(await institution.refused(signOut, ada, {})).toBe('not_found');
});

test('a password changed while a sign-in is proving the old one opens no session', async () => {
  const { id } = await up('changing');
  const proven = await signIn.prepare(institution.database, { handle: 'changing', password });
  const hash = await hashPassword('another long password');
  await institution.runner.system('set_password', (tx) => setPassword(tx, 'changing', hash));
  const opening = institution.database.transaction((tx) =>
    signIn.perform(tx, { handle: 'changing', password }, proven),
  );
  expect(await codeOf(opening)).toBe('auth.wrong_password');
  const { n } = await institution.database.one<{ n: number }>(
    sql`select count(*) as n from session where member_id = ${id} and ended_at is null`,
  );
  expect(n).toBe(0);
  await secretOf(inAs('changing', 'another long password'));
});

test('in maintenance signing in goes on, signing up does not', async () => {
  await up('early');
  await institution.database.query(
    sql`insert into public_setting (key, value, changed_at) values ('maintenance', 'true', now())`,
  );
  try {
    expect(await codeOf(up('late'))).toBe('maintenance');
    await secretOf(inAs('early'));
  } finally {
    await institution.database.query(sql`delete from public_setting where key = 'maintenance'`);
  }
});
