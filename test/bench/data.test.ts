// The institution that the benchmark measures is made by statements of its own; here it is held against the rules.
import { beforeAll, expect, test } from 'vitest';
import { submitCheck } from '#domain/checks/submit.ts';
import { registerClaim } from '#domain/claims/register.ts';
import { relabel } from '#domain/claims/relabel.ts';
import { verifyPublication } from '#domain/publication/verify.ts';
import { reviewCheck } from '#domain/reviews/review.ts';
import { sql } from '#prisma/database.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReview } from '#test/kit/samples.ts';
import { fill } from './data/fill.ts';

const claims = 400;
let institution: TestInstitution;
let guards: unknown;

const guardsOf = ({ database }: TestInstitution) =>
  database.query(sql`
    select tgrelid::regclass::text as of, tgname as name, tgenabled::text as what from pg_trigger where not tgisinternal
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) || convalidated from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    order by 1, 2, 3`);

beforeAll(async () => {
  institution = await openInstitution();
  guards = await guardsOf(institution);
  await fill(institution.url, claims, institution.origin);
});

test('has the size asked for, and every kind of thing', async () => {
  const [counts] = await institution.database.query(sql`
    select (select count(*) from claim) as claims, (select count(*) from registry_check) as checks, (select count(*) from forecast) as forecasts,
      (select count(distinct evidence) from claim) as labels, (select count(distinct state) from registry_check) as states,
      (select count(*) > 0 from claim where withdrawn_at is not null) as withdrawn, (select count(*) > 0 from claim where hidden_at is not null) as hidden,
      (select count(*) > 0 from registry_check where legacy) as legacy, (select count(*) > 0 from registry_check where challenge_upheld) as upheld,
      (select count(distinct reproduced) from resolution) as outcomes, (select count(*) > 0 from resolution where voided_at is not null) as voided,
      (select count(*) from relationship) > ${claims * 0.4}::int as related, (select count(*) > 0 from claim where observation_id is not null) as promoted,
      (select count(*) > 0 from member where effective_group <> operator_group) as joined`);
  expect(counts).toEqual({
    claims,
    checks: claims * 3,
    forecasts: claims * 2.5,
    labels: 4,
    states: 3,
    outcomes: 2,
    ...Object.fromEntries(
      ['withdrawn', 'hidden', 'legacy', 'upheld', 'voided', 'related', 'promoted', 'joined'].map((kind) => [
        kind,
        true,
      ]),
    ),
  });
});

test('publishes what acts would have published', async () => {
  const { compared, ...found } = await verifyPublication(institution.database, institution.origin);
  expect(found).toEqual({ faults: 0, named: [] });
  expect(compared.claims).toBe(claims);
});

test('has the labels, the counts and the balances that the rules give', async () => {
  const { database } = institution;
  const ids = (await database.query<{ id: string }>(sql`select id from claim`)).map(({ id }) => id);
  expect(await database.transaction((tx) => relabel(tx, ids))).toEqual({ claims: [], checks: [] });
  const unbooked = await database.query(sql`
    select k.id from registry_check k full join ledger_entry e on e.check_id = k.id and e.member_id = k.author_id and e.amount = 10
    where (k.accepted_at is not null and not k.legacy) is distinct from (e.id is not null)
    union all select b.member_id from credit_balance b where balance <> (select sum(amount) from ledger_entry e where e.member_id = b.member_id)`);
  expect(unbooked).toEqual([]);
});

test('breaks none of the rules that the guards were away for', async () => {
  const broken = await institution.database.query(sql`
    select 'own claim' as what, k.id from registry_check k join claim c on c.id = k.claim_id join member a on a.id = k.author_id join member o on o.id = c.author_id
      where a.effective_group = o.effective_group
    union all select 'a group twice', min(k.id) from registry_check k join member a on a.id = k.author_id group by k.claim_id, a.effective_group having count(*) > 1
    union all select 'a forecaster twice', min(f.id) from forecast f join member a on a.id = f.author_id group by f.claim_id, a.effective_group having count(*) > 1
    union all select 'too late', f.id from forecast f join registry_check k on k.claim_id = f.claim_id and k.submitted_at <= f.created_at
    union all select 'not older', r.id from relationship r join claim s on s.id = r.source_id join claim t on t.id = r.target_id where t.ordinal >= s.ordinal
    union all select 'out of order', l.list from list_head l where l.last <> case l.list when 'members' then (select max(seq) from member) when 'tokens' then (select max(seq) from token)
      when 'operator_records' then (select max(seq) from operator_record) when 'checks' then (select max(seq) from registry_check) else (select max(seq) from ledger_entry) end
    union all select 'groups', m.id from member m where effective_group <> coalesce((
      select min(other.operator_group collate "C") from operator_record_group own join operator_record_group other using (record_id) where own.operator_group = m.operator_group), operator_group)
    union all select 'still to come', c.id from claim c where changed_at > now()`);
  expect(broken).toEqual([]);
});

test('has every guard in its place again, and goes on', async () => {
  const { act, database, origin } = institution;
  expect(await guardsOf(institution)).toEqual(guards);
  const [author, checker, reviewer] = await Promise.all([
    person(database),
    person(database),
    person(database, { role: 'administrator' }),
  ]);
  const claim = await act(registerClaim, author, aClaim());
  const check = await act(submitCheck, checker, aCheck(claim.id));
  await act(reviewCheck, reviewer, aReview(check.id));
  expect(await verifyPublication(database, origin)).toMatchObject({ faults: 0, compared: { claims: claims + 1 } });
});
