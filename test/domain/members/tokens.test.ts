import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { endLink } from '#domain/members/agents/end-link.ts';
import { linkAgent } from '#domain/members/agents/link.ts';
import { viewerByToken } from '#domain/members/identify.ts';
import { issueToken } from '#domain/members/tokens/issue.ts';
import { revokeToken } from '#domain/members/tokens/revoke.ts';
import { openDatabase, sql } from '#prisma/database.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';

let institution: TestInstitution;
let ada: Person;
beforeAll(async () => {
  institution = await openInstitution();
  ada = await person(institution.database);
});

async function issued(caller: Person, input: unknown): Promise<{ id: string; token: string }> {
  const { id, secret } = await institution.act(issueToken, caller, input);
  if (secret === undefined) throw new Error('no secret was given');
  return { id, token: secret };
}

const viewerOf = (token: string) => viewerByToken(institution.database, token);

test('a token is shown once, stored as its hash, and opens what its scopes say', async () => {
  const key = randomUUID();
  const input = { label: 'laptop', scopes: ['read'] };
  const first = await institution.runner.act(issueToken, input, { caller: ada, key });
  expect(first.secret).toMatch(/^mk_[A-Za-z0-9_-]{43}$/);
  expect(await institution.runner.act(issueToken, input, { caller: ada, key })).toEqual({
    id: first.id,
    replayed: true,
  });

  expect(await viewerOf(first.secret ?? '')).toMatchObject({
    memberId: ada.memberId,
    scopes: ['read'],
    credential: { kind: 'token', id: first.id },
  });
  const { stored } = await institution.database.one<{ stored: string }>(
    sql`select jsonb_build_array((select jsonb_agg(to_jsonb(t)) from token t), (select jsonb_agg(to_jsonb(k)) from idempotency_key k))::text as stored`,
  );
  expect(stored).not.toContain((first.secret ?? '').slice(3));
});

test('what is no token opens nothing', async () => {
  for (const text of [
    '',
    'mk_',
    `mk_${'A'.repeat(43)}`,
    ada.token.slice(0, -1),
    ada.token.toUpperCase(),
    ` ${ada.token}`,
  ]) {
    expect(await viewerOf(text)).toBeNull();
  }
});

test('a token ends at its end date, which lies in the future', async () => {
  const soon = new Date(Date.now() + 3600_000).toISOString();
  const { token } = await issued(ada, { expiresAt: soon });
  expect(await viewerOf(token)).not.toBeNull();
  const later = openDatabase(institution.url, { max: 1, now: new Date(Date.now() + 3601_000) });
  try {
    expect(await viewerByToken(later, token)).toBeNull();
  } finally {
    await later.close();
  }
  for (const expiresAt of [
    new Date(Date.now() - 1000).toISOString(),
    'tomorrow',
    '2027-02-30T00:00:00Z',
    '2027-01-01',
    '2027-01-01T24:00:00Z',
  ]) {
    await expect(institution.act(issueToken, ada, { expiresAt })).rejects.toMatchObject({
      code: 'input.invalid',
      errors: [{ field: 'expiresAt' }],
    });
  }
});

test('scopes are read and write, and no credential gives a scope that it lacks', async () => {
  for (const scopes of [[], ['admin'], ['read', 'read'], 'read']) {
    expect(await institution.refused(issueToken, ada, { scopes })).toBe('input.invalid');
  }
  const weak = { ...ada, scopes: ['write'] as const };
  expect(await institution.refused(issueToken, weak, { scopes: ['read', 'write'] })).toBe('scope.missing');
  await institution.act(issueToken, weak, { scopes: ['write'] });
});

test('a revoked token opens nothing, at once and for good; others’ tokens do not exist', async () => {
  const { id, token } = await issued(ada, {});
  const bob = await person(institution.database);
  expect(await institution.refused(revokeToken, bob, { id, state: 'revoked' })).toBe('not_found');
  expect(await institution.refused(revokeToken, ada, { id: 'tok_nonsense' })).toBe('not_found');
  await institution.act(revokeToken, ada, { id, state: 'revoked' });
  expect(await viewerOf(token)).toBeNull();
  expect(await institution.refused(revokeToken, ada, { id })).toBe('token.revoked');
});

test('of many who revoke one token at once one does', async () => {
  const { id } = await issued(ada, {});
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => institution.act(revokeToken, ada, { id })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a human links agents, gives them tokens, revokes these, and ends the link for good', async () => {
  const { id } = await institution.act(linkAgent, ada, { handle: 'ada-bot' });
  expect(
    await institution.database.one(
      sql`select handle, kind, approved_at as approved, operator_group = ${ada.memberId} as own from member where id = ${id}`,
    ),
  ).toEqual({ handle: 'ada-bot', kind: 'agent', approved: null, own: true });
  expect(await institution.refused(linkAgent, ada, { handle: 'ada-bot' })).toBe('member.handle_taken');

  const { id: tokenId, token } = await issued(ada, { agent: 'ADA-bot' });
  const bot = await viewerOf(token);
  if (!bot) throw new Error('the token opens nothing');
  expect(bot).toMatchObject({ memberId: id, kind: 'agent', operatorGroup: ada.memberId });
  expect(await institution.refused(linkAgent, bot, { handle: 'bots-bot' })).toBe('account.unapproved');
  await institution.database.query(sql`update member set approved_at = now() where id = ${id}`);
  expect(await institution.refused(linkAgent, bot, { handle: 'bots-bot' })).toBe('agent.operator_not_human');

  const bob = await person(institution.database);
  expect(await institution.refused(issueToken, bob, { agent: 'ada-bot' })).toBe('not_found');
  expect(await institution.refused(endLink, bob, { id })).toBe('not_found');
  expect(await institution.refused(endLink, ada, { id: ada.memberId })).toBe('not_found');

  await institution.act(endLink, ada, { id, state: 'ended' });
  expect(await institution.refused(issueToken, bot, {})).toBe('account.operator_inactive');
  expect(await institution.refused(issueToken, ada, { agent: 'ada-bot' })).toBe('agent.link_ended');
  expect(await institution.refused(endLink, ada, { id })).toBe('agent.link_ended');
  await institution.act(revokeToken, ada, { id: tokenId });
  expect(await viewerOf(token)).toBeNull();
  await expect(
    institution.database.query(sql`update member set link_ended_at = null where id = ${id}`),
  ).rejects.toThrow('record.frozen');
});
