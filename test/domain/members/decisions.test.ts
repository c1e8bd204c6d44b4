import { beforeEach, expect, test } from 'vitest';
import { endLink } from '#domain/members/agents/end-link.ts';
import { decideMember } from '#domain/members/decide.ts';
import { viewerByToken } from '#domain/members/identify.ts';
import { sql } from '#prisma/database.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aReason as reason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let administrator: Person;
let moderator: Person;
let ada: Person;
beforeEach(async () => {
  institution = await openInstitution({ connections: 8 });
  [administrator, moderator, ada] = await Promise.all([
    person(institution.database, { role: 'administrator' }),
    person(institution.database, { role: 'moderator' }),
    person(institution.database),
  ]);
});

const decide = (by: Person, about: Person, decision: object) =>
  institution.act(decideMember, by, { handle: about.handle, reason, ...decision });
const refusal = (by: Person, about: Person, decision: object) => codeOf(decide(by, about, decision));
const stateOf = (who: Person) =>
  institution.database.one<{ approved: boolean; suspended: boolean; role: string }>(sql`
    select approved_at is not null as approved, suspended_at is not null as suspended, role from member where id = ${who.memberId}`);

test('staff suspend, restore, approve and disapprove; every decision is recorded with who, what and why', async () => {
  const { id } = await decide(moderator, ada, { state: 'suspended' });
  expect(id).toBe(ada.memberId);
  await decide(moderator, ada, { approved: false });
  expect(await stateOf(ada)).toEqual({ approved: false, suspended: true, role: 'member' });
  await decide(moderator, ada, { state: 'active', approved: true });
  expect(await stateOf(ada)).toEqual({ approved: true, suspended: false, role: 'member' });

  const entries = await institution.database.query(
    sql`select actor_id, act, subject, reason, detail from audit_entry order by seq`,
  );
  expect(entries).toEqual(
    [{ state: 'suspended' }, { approved: false }, { state: 'active', approved: true }].map((detail) => ({
      actor_id: moderator.memberId,
      act: 'decide_member',
      subject: ada.memberId,
      reason,
      detail,
    })),
  );
});

test('a decision needs something to decide, a reason of twenty characters and a member', async () => {
  expect(await refusal(moderator, ada, {})).toBe('input.invalid');
  expect(await refusal(moderator, ada, { state: 'suspended', reason: 'too short' })).toBe('input.invalid');
  expect(await refusal(moderator, ada, { state: 'gone' })).toBe('input.invalid');
  expect(await refusal(moderator, ada, { handle: 'nobody', state: 'suspended' })).toBe('not_found');
  expect(await refusal(ada, moderator, { state: 'suspended' })).toBe('role.required');
  expect(await stateOf(ada)).toEqual({ approved: true, suspended: false, role: 'member' });
});

test('administrators give roles; moderators neither do nor decide about administrators; nobody decides about themselves', async () => {
  expect(await refusal(moderator, ada, { role: 'moderator' })).toBe('role.required');
  expect(await refusal(moderator, administrator, { state: 'suspended' })).toBe('role.required');
  expect(await refusal(moderator, administrator, { approved: true })).toBe('role.required');
  expect(await refusal(moderator, moderator, { state: 'active' })).toBe('member.self_decision');
  expect(await refusal(administrator, administrator, { role: 'member' })).toBe('member.self_decision');
  await decide(administrator, ada, { role: 'administrator' });
  await decide(ada, administrator, { role: 'member' });
  expect((await stateOf(administrator)).role).toBe('member');
});

test('a staff agent does not decide about its human', async () => {
  const agent = await person(institution.database, { operator: ada, role: 'administrator' });
  expect(await refusal(agent, ada, { state: 'suspended' })).toBe('member.self_decision');
});

test('a suspended or disapproved member of staff sees and does no more than a member', async () => {
  expect(await viewerByToken(institution.database, moderator.token)).toMatchObject({ role: 'moderator' });
  await decide(administrator, moderator, { state: 'suspended' });
  expect(await viewerByToken(institution.database, moderator.token)).toMatchObject({ role: 'member', suspended: true });
  expect(await refusal(moderator, ada, { state: 'suspended' })).toBe('account.suspended');
  await decide(administrator, moderator, { state: 'active', approved: false });
  expect(await viewerByToken(institution.database, moderator.token)).toMatchObject({ role: 'member', approved: false });
});

test('two administrators who dismiss each other at once leave one, in twenty rounds', async () => {
  const second = await person(institution.database, { role: 'administrator' });
  for (let round = 0; round < 20; round++) {
    const codes = await Promise.all([
      decide(administrator, second, { role: 'member' }).then(
        () => 'done',
        (thrown) => thrown.code,
      ),
      decide(second, administrator, { role: 'member' }).then(
        () => 'done',
        (thrown) => thrown.code,
      ),
    ]);
    expect(codes.toSorted()).toEqual(['done', 'role.required']);
    await institution.database.query(
      sql`update member set role = 'administrator' where id in (${administrator.memberId}, ${second.memberId})`,
    );
  }
});

test('the last administrator cannot be lost through an agent either', async () => {
  const human = await person(institution.database);
  const agent = await person(institution.database, { operator: human, role: 'administrator' });
  // The agent dismisses the human administrator and is then the last: its human can neither cut it off nor be suspended.
  await decide(agent, administrator, { role: 'member' });
  expect(await institution.refused(endLink, human, { id: agent.memberId })).toBe('member.last_administrator');
  expect(await refusal(moderator, human, { state: 'suspended' })).toBe('member.last_administrator');
  expect(await refusal(moderator, human, { approved: false })).toBe('member.last_administrator');
  expect(await stateOf(human)).toMatchObject({ approved: true, suspended: false });
  await decide(agent, administrator, { role: 'administrator' });
  await institution.act(endLink, human, { id: agent.memberId });
});
