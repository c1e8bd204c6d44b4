// What the database itself refuses, whoever asks: here its owner, in plain SQL, past every verb.
import { beforeAll, describe, expect, test } from 'vitest';
import { explained } from '#domain/acts/guards.ts';
import { predictClaim } from '#domain/calibration/predict.ts';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { submitCheck } from '#domain/checks/submit.ts';
import { moderateClaim } from '#domain/claims/moderate.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { withdrawClaim } from '#domain/claims/withdraw.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { newId } from '#domain/text/ids.ts';
import { raw, type Sql, sql } from '#prisma/database.ts';
import { databaseError } from '#prisma/sqlstate.ts';
import { codeOf, openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: TestInstitution;
let author: Person;
let checker: Person;
let other: Person;
let administrator: Person;
/** A claim with a relationship, a forecast, an upheld challenge and a resolution. */
let claim: string;
let older: string;
let check: string;
let review: string;
let relationship: string;
let forecast: string;
let resolution: string;

const refusedBy = (statement: Sql) =>
  codeOf(
    institution.database.query(statement).catch((thrown: unknown) => {
      throw explained(thrown);
    }),
  );

/** The SQLSTATE of what a constraint refuses. */
const violates = (statement: Sql) =>
  institution.database.query(statement).then(
    () => 'nothing',
    (thrown: unknown) => databaseError(thrown)?.sqlstate,
  );

const insertCheck = (claimId: string, authorId: string, legacy = false) => sql`
  insert into registry_check (id, claim_id, author_id, method, environment, artifact_url, artifact_sha256, result, notes, legacy,
    model_key, model_family, runtime_key, runtime_family, interests, conflicted, submitted_at, disclosed_at, changed_at)
  select ${newId('chk')}, ${claimId}, ${authorId}, 'method', 'environment', 'https://example.org/', ${'b'.repeat(64)}, 'supports', '', ${legacy},
    key, key, key, key, key, no, now(), at, now()
  from (values (case when not ${legacy} then 'a' end, case when not ${legacy} then false end, case when not ${legacy} then now() end)) as d (key, no, at)`;

const insertForecast = (claimId: string, authorId: string, millionths = 500_000) => sql`
  insert into forecast (id, claim_id, author_id, millionths, created_at) values (${newId('fct')}, ${claimId}, ${authorId}, ${millionths}, now())`;

const insertRelationship = (sourceId: string, targetId: string) => sql`
  insert into relationship (id, source_id, target_id, kind, n, created_at) values (${newId('rel')}, ${sourceId}, ${targetId}, 'narrows', 1, now())`;

const register = async (change = {}) => (await institution.act(registerClaim, author, aClaim(change))).id;

beforeAll(async () => {
  institution = await openInstitution();
  const { database, act } = institution;
  [author, checker, other] = [await person(database), await person(database), await person(database)];
  administrator = await person(database, { role: 'administrator' });
  older = await register();
  claim = await register({ relationships: [{ targetId: older, kind: 'narrows' }] });
  forecast = (await act(predictClaim, other, { claimId: claim, probability: 0.25 })).id;
  check = (await act(submitCheck, checker, aCheck(claim, { result: 'challenges' }))).id;
  review = (await act(reviewCheck, administrator, aReview(check))).id;
  await act(reviewCheck, administrator, aReview(check, { challengeUpheld: true }));
  resolution = (
    await act(resolveClaim, administrator, {
      claimId: claim,
      reproduced: false,
      reason: aReason,
      evidenceCheckId: check,
    })
  ).id;
  relationship = (await database.one<{ id: string }>(sql`select id from relationship`)).id;
});

describe('what was submitted stays', () => {
  const submitted: [table: string, column: string, value: string][] = [
    ['claim', 'title', `'another title'`],
    ['claim', 'claim', `'another claim'`],
    ['claim', 'method', `'another method'`],
    ['claim', 'environment', `'elsewhere'`],
    ['claim', 'artifact_url', `'https://example.com/'`],
    ['claim', 'artifact_sha256', `repeat('c', 64)`],
    ['claim', 'author_id', 'null'],
    ['claim', 'created_at', 'now()'],
    ['claim', 'ordinal', '99'],
    ['registry_check', 'method', `'another method'`],
    ['registry_check', 'environment', `'elsewhere'`],
    ['registry_check', 'artifact_url', `'https://example.com/'`],
    ['registry_check', 'artifact_sha256', `repeat('c', 64)`],
    ['registry_check', 'result', `'supports'`],
    ['registry_check', 'notes', `'noted'`],
    ['registry_check', 'claim_id', 'null'],
    ['registry_check', 'author_id', 'null'],
    ['registry_check', 'submitted_at', 'now()'],
    ['registry_check', 'legacy', 'true'],
    ['registry_check', 'seq', '99'],
    ['registry_check', 'ordinal', '99'],
    ['registry_check', 'accepted_at', 'null'],
    ['resolution', 'reproduced', 'true'],
    ['resolution', 'reason', `'another reason'`],
    ['resolution', 'evidence_check_id', 'null'],
    ['resolution', 'resolver_id', 'null'],
  ];
  test.each(submitted)('%s.%s', async (table, column, value) => {
    const id = { claim, registry_check: check, resolution }[table];
    expect(await refusedBy(sql`update ${raw(table)} set ${raw(column)} = ${raw(value)} where id = ${id}`)).toBe(
      'record.frozen',
    );
  });

  const disclosed: [column: string, value: string][] = [
    ['model_key', `'x'`],
    ['model_family', `'x'`],
    ['runtime_key', `'x'`],
    ['runtime_family', `'x'`],
    ['interests', `'x'`],
    ['conflicted', 'true'],
    ['disclosed_at', `now() + interval '1 day'`],
  ];
  test.each(disclosed)('registry_check.%s', async (column, value) => {
    expect(await refusedBy(sql`update registry_check set ${raw(column)} = ${raw(value)} where id = ${check}`)).toBe(
      'check.disclosure_frozen',
    );
  });

  test.each([
    ['review', 'reason', `'another reason'`],
    ['review', 'state', `'rejected'`],
    ['review', 'challenge_upheld', 'not challenge_upheld'],
    ['relationship', 'kind', `'supersedes'`],
    ['relationship', 'target_id', 'source_id'],
    ['forecast', 'millionths', '1'],
    ['ledger_entry', 'amount', '1000'],
    ['ledger_entry', 'member_id', 'null'],
    ['audit_entry', 'reason', 'null'],
    ['credit_balance', 'balance', '1000'],
  ])('every row of %s: %s', async (table, column, value) => {
    expect(await refusedBy(sql`update ${raw(table)} set ${raw(column)} = ${raw(value)}`)).toBe('record.frozen');
  });

  test.each([
    'claim',
    'registry_check',
    'review',
    'relationship',
    'forecast',
    'resolution',
    'ledger_entry',
    'credit_balance',
    'audit_entry',
    'publication',
  ])('no row of %s is deleted', async (table) => {
    expect(await refusedBy(sql`delete from ${raw(table)}`)).toBe('record.frozen');
    expect(await refusedBy(sql`truncate ${raw(table)} cascade`)).toBe('record.frozen');
  });

  test('these rows are the ones that were made', async () => {
    const kept = await institution.database.one<Record<string, boolean>>(sql`
      select exists (select from review where id = ${review}) as review, exists (select from forecast where id = ${forecast} and millionths = 250000) as forecast,
        exists (select from relationship where id = ${relationship}) as relationship, exists (select from resolution where id = ${resolution}) as resolution`);
    expect(kept).toEqual({ review: true, forecast: true, relationship: true, resolution: true });
  });
});

describe('checks', () => {
  test('one an author and one an operator group, agents included', async () => {
    const agent = await person(institution.database, { operator: checker });
    expect(await refusedBy(insertCheck(claim, checker.memberId))).toBe('check.already_submitted');
    expect(await refusedBy(insertCheck(claim, agent.memberId))).toBe('check.already_submitted');
  });

  test("none by the claim's own group", async () => {
    const agent = await person(institution.database, { operator: author });
    expect(await refusedBy(insertCheck(older, author.memberId))).toBe('claim.self_check');
    expect(await refusedBy(insertCheck(older, agent.memberId))).toBe('claim.self_check');
  });

  test('none of a claim that is hidden or withdrawn', async () => {
    const [hidden, withdrawn] = [await register(), await register()];
    await institution.act(moderateClaim, administrator, { claimId: hidden, state: 'hidden', reason: aReason });
    await institution.act(withdrawClaim, author, { claimId: withdrawn });
    expect(await refusedBy(insertCheck(hidden, checker.memberId))).toBe('claim.not_active');
    expect(await refusedBy(insertCheck(withdrawn, checker.memberId))).toBe('claim.not_active');
  });

  test("a legacy check's disclosure is completed whole and once", async () => {
    await institution.database.query(insertCheck(older, other.memberId, true));
    const only = sql`claim_id = ${older} and author_id = ${other.memberId}`;
    expect(await violates(sql`update registry_check set model_key = 'a' where ${only}`)).toBe('23514');
    const whole = sql`update registry_check set model_key = 'a', model_family = 'a', runtime_key = 'b', runtime_family = 'b',
      interests = 'none at all', conflicted = false, disclosed_at = institution_now() where ${only}`;
    await institution.database.query(whole);
    expect(await refusedBy(sql`update registry_check set interests = 'some' where ${only}`)).toBe(
      'check.disclosure_frozen',
    );
    expect(
      await refusedBy(
        sql`update registry_check set model_key = null, model_family = null, runtime_key = null, runtime_family = null,
          interests = null, conflicted = null, disclosed_at = null where ${only}`,
      ),
    ).toBe('check.disclosure_frozen');
  });
});

describe('relationships', () => {
  test('none from a claim that is published already, and none to one that is not', async () => {
    const younger = await register();
    expect(await refusedBy(insertRelationship(older, younger))).toBe('relationship.target_not_older');
    expect(await refusedBy(insertRelationship(younger, older))).toBe('relationship.target_not_older');
    expect(await refusedBy(insertRelationship(older, older))).toBe('relationship.target_not_older');
  });

  test('none to a claim that is not active', async () => {
    const gone = await register();
    await institution.act(withdrawClaim, author, { claimId: gone });
    expect(await refusedBy(insertRelationship(claim, gone))).toBe('relationship.target_not_active');
  });
});

describe('forecasts', () => {
  test('none once a check exists, even a pending one', async () => {
    const checked = await register();
    await institution.act(submitCheck, checker, aCheck(checked));
    expect(await refusedBy(insertForecast(checked, other.memberId))).toBe('forecast.closed_by_check');
  });

  test('one an author and one an operator group, and only a probability', async () => {
    const open = await register();
    const agent = await person(institution.database, { operator: other });
    expect(await violates(insertForecast(open, other.memberId, 1_000_001))).toBe('23514');
    await institution.database.query(insertForecast(open, other.memberId));
    expect(await refusedBy(insertForecast(open, other.memberId))).toBe('forecast.already_made');
    expect(await refusedBy(insertForecast(open, agent.memberId))).toBe('forecast.already_made');
  });

  test('none on a claim that is not active', async () => {
    const gone = await register();
    await institution.act(withdrawClaim, author, { claimId: gone });
    expect(await refusedBy(insertForecast(gone, other.memberId))).toBe('claim.not_active');
  });
});

test('a withdrawn claim does not come back', async () => {
  const gone = await register();
  await institution.act(withdrawClaim, author, { claimId: gone });
  expect(await refusedBy(sql`update claim set withdrawn_at = null where id = ${gone}`)).toBe('record.frozen');
});

test('a claim has one live resolution, and a void stays', async () => {
  const second = sql`insert into resolution (id, claim_id, reproduced, reason, evidence_check_id, resolver_id, resolved_at, changed_at)
    values (${newId('res')}, ${claim}, false, 'reason', ${check}, ${administrator.memberId}, now(), now())`;
  expect(await refusedBy(second)).toBe('resolution.exists');
  await institution.database.query(sql`update resolution set voided_at = now() where id = ${resolution}`);
  expect(await refusedBy(sql`update resolution set voided_at = null where id = ${resolution}`)).toBe('record.frozen');
});

test('a check is credited once, and the balance follows the ledger alone', async () => {
  const again = sql`insert into ledger_entry (id, member_id, amount, kind, check_id, at)
    values (${newId('crd')}, ${checker.memberId}, 10, 'check_accepted', ${check}, now())`;
  expect(await violates(again)).toBe('23505');
  expect(
    await refusedBy(sql`insert into credit_balance (member_id, balance) values (${administrator.memberId}, 5)`),
  ).toBe('record.frozen');
  expect(
    await institution.database.one(sql`select balance from credit_balance where member_id = ${checker.memberId}`),
  ).toEqual({ balance: 10 });
});
