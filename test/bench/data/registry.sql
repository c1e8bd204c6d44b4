-- Claims, checks, reviews and what follows from them. Narrow tables first, so that labels are known before a row is written.

create temp table a_claim on commit drop as
select n, pg_temp.id('clm', at, n) as id, at, c.g, o.members[1 + pg_temp.pick(n, 2, cardinality(o.members))] as author_id,
  case when n % 97 = 50 then at + interval '25 days' end as withdrawn_at, case when n % 211 = 60 then at + interval '26 days' end as hidden_at
from (select n, pg_temp.moment(n) as at, pg_temp.pick(n, 1, groups) as g from bound, generate_series(1, pg_temp.claims()) as n) as c
join operator o using (g);
analyze a_claim;

-- Three checks a claim in the mean, from none to nine, each by another group and none by the claim's own.
create temp table a_check on commit drop as
select k.*, pg_temp.id('chk', k.at, k.x) as id, o.members[1 + pg_temp.pick(x, 12, cardinality(o.members))] as author_id,
  k.state = 'accepted' and result = 'challenges' and not legacy and pg_temp.pick(x, 19, 10) < 6 as upheld,
  k.state = 'accepted' and not legacy and not conflicted and pg_temp.pick(x, 18, 4) > 0 as confirmed
from (
  select c.n as claim, c.n * 16 + j as x, c.at + interval '1 hour' + j * interval '8 hours' + pg_temp.pick(c.n * 16 + j, 11, 28800) * interval '1 second' as at,
    (c.g + 1 + (pg_temp.pick(c.n, 4, groups - 1) + j * ((groups - 1) / 16)) % (groups - 1)) % groups as g,
    pg_temp.pick(c.n * 16 + j, 13, 50) = 0 as legacy,
    (array['supports', 'supports', 'supports', 'supports', 'supports', 'supports', 'supports', 'supports', 'supports', 'unresolved', 'unresolved', 'challenges'])
      [1 + pg_temp.pick(c.n * 16 + j, 14, 12)]::check_result as result,
    case when pg_temp.pick(c.n * 16 + j, 13, 50) = 0 then 'accepted' when pg_temp.pick(c.n * 16 + j, 15, 25) = 0 then 'pending'
      when pg_temp.pick(c.n * 16 + j, 15, 25) = 1 then 'rejected' else 'accepted' end::check_state as state,
    pg_temp.pick(c.n * 16 + j, 16, 20) = 0 as conflicted,
    pg_temp.pick(c.n * 16 + j, 17, 7) as model, pg_temp.pick(c.n * 16 + j, 20, 5) as runtime
  from a_claim c cross join bound,
    lateral generate_series(0, (array[0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 9])[1 + c.n % 20] - 1) as j
) as k join operator o using (g);
analyze a_check;

-- The first review accepts or rejects; a second one, of some, upholds a challenge or takes independence back.
create temp table a_review on commit drop as
select v.*, pg_temp.id('rev', v.at, v.x * 2 + v.n) as id, r.id as reviewer_id, r.handle as reviewer
from (
  select k.x, k.claim, n, k.id as check_id, k.at + n * interval '1 day' + pg_temp.pick(k.x, 30 + n, 36000) * interval '1 second' as at,
    k.state::text::review_state as state, n = 2 and k.upheld as challenge_upheld,
    k.confirmed and (n = 1 or k.upheld) as independence_confirmed, pg_temp.pick(k.x, 32 + n, reviewers) as r
  from a_check k cross join bound,
    lateral generate_series(1, case when k.upheld or k.state = 'accepted' and pg_temp.pick(k.x, 35, 33) = 0 then 2 else 1 end) as n
  where k.state <> 'pending' and not k.legacy
) as v join reviewer r using (r);
analyze a_review;

create temp table reviewed on commit drop as
select k.x, k.claim, k.id, k.at as submitted_at, row_number() over (order by k.at, k.x) as seq, k.state, k.result, k.legacy, k.upheld, k.author_id, k.conflicted, k.model, k.runtime,
  case when k.state <> 'accepted' then null when k.legacy then k.at else first.at end as accepted_at,
  coalesce(newest.independence_confirmed, false) as independent,
  greatest(k.at, first.at, newest.at) as changed_at
from a_check k
left join a_review first on first.x = k.x and first.n = 1
left join lateral (select v.at, v.independence_confirmed from a_review v where v.x = k.x and v.n = 2) second on true
left join lateral (select coalesce(second.at, first.at) as at, coalesce(second.independence_confirmed, first.independence_confirmed) as independence_confirmed) newest on true;
create index on reviewed (claim);
analyze reviewed;

create temp table placed on commit drop as
select x, row_number() over (order by accepted_at, seq) as ordinal from reviewed where state = 'accepted';
create unique index on placed (x);

-- Checks that are half of a diverse pair (3.7); the groups of two checks always differ here.
create temp table paired on commit drop as
select distinct a.claim, a.id
from reviewed a join reviewed b on b.claim = a.claim and b.model <> a.model and b.runtime <> a.runtime
where a.state = 'accepted' and b.state = 'accepted' and a.result = 'supports' and b.result = 'supports' and a.independent and b.independent;

create temp table counted on commit drop as
select claim, count(*) as accepted, count(*) filter (where result = 'supports') as supports, count(*) filter (where result = 'challenges') as challenges,
  count(*) filter (where result = 'unresolved') as unresolved, max(changed_at) as changed_at, min(id) filter (where result = 'challenges' and upheld) as upheld_id
from reviewed where state = 'accepted' group by claim;

create temp table labelled on commit drop as
select c.n, coalesce(k.accepted, 0) as accepted, coalesce(k.supports, 0) as supports, coalesce(k.challenges, 0) as challenges, coalesce(k.unresolved, 0) as unresolved,
  case when k.challenges > 0 then 'challenged' when p.id is not null then 'independently_reproduced' when k.accepted > 0 then 'checked' else 'unchecked' end::evidence_label as evidence,
  greatest(c.at, k.changed_at) as changed_at, p.id as pair_id, k.upheld_id
from a_claim c left join counted k on k.claim = c.n left join (select claim, min(id) as id from paired group by claim) p on p.claim = c.n;

-- Every tenth claim a note before it, half of them promoted by a claim.
insert into observation (id, ordinal, author_id, title, body, created_at, withdrawn_at, changed_at)
select pg_temp.id('obs', o.at, o.n), o.n, g.members[1], pg_temp.subject(o.n) || ' in observation ' || o.n, pg_temp.words(o.n, 60), o.at, o.withdrawn_at,
  greatest(o.at, case when o.n % 2 = 0 then coalesce(c.withdrawn_at, c.hidden_at, c.at) end)
from (select n, pg_temp.moment(n * 10) - interval '2 days' as at, case when n % 101 = 7 then pg_temp.moment(n * 10) + interval '5 days' end as withdrawn_at,
        pg_temp.pick(n, 61, groups) as g
      from bound, generate_series(1, pg_temp.claims() / 10) as n) as o
join operator g using (g) join a_claim c on c.n = o.n * 10 order by o.n;

insert into claim (id, ordinal, author_id, title, claim, method, environment, artifact_url, artifact_sha256, created_at, withdrawn_at, hidden_at,
  evidence, accepted_checks, supports_checks, challenges_checks, unresolved_checks, changed_at, observation_id)
select c.id, c.n, c.author_id, pg_temp.subject(pg_temp.pick(c.n, 40, 16)) || ' changes the result of experiment ' || c.n, pg_temp.words(c.n, 41), pg_temp.words(c.n, 43),
  'Linux, ' || 4 + c.n % 60 || ' cores, Python 3.11, release ' || c.n % 9 || '.' || c.n % 13, 'https://evidence.example.org/claims/' || c.n || '.tar.gz', pg_temp.digest(c.n, 1),
  c.at, c.withdrawn_at, c.hidden_at, l.evidence, l.accepted, l.supports, l.challenges, l.unresolved, l.changed_at,
  case when c.n % 20 = 0 then o.id end
from a_claim c join labelled l using (n) left join observation o on o.ordinal * 10 = c.n and c.n % 20 = 0 order by c.n;

insert into registry_check (id, seq, ordinal, claim_id, author_id, method, environment, artifact_url, artifact_sha256, result, notes, submitted_at, legacy,
  model_key, model_family, runtime_key, runtime_family, interests, conflicted, disclosed_at, state, accepted_at, independent, challenge_upheld, changed_at)
select k.id, k.seq, p.ordinal, c.id, k.author_id, pg_temp.words(k.x, 51), 'Debian, ' || 2 + k.x % 30 || ' cores, driver ' || k.x % 17, 'https://evidence.example.org/checks/' || k.seq || '.tar.gz',
  pg_temp.digest(k.x, 2), k.result, case when k.x % 3 = 0 then pg_temp.sentence(k.x) else '' end, k.submitted_at, k.legacy,
  case when not k.legacy then 'Model ' || chr(65 + k.model::int) end, case when not k.legacy then 'model' || chr(97 + k.model::int) end,
  case when not k.legacy then 'Runtime-' || chr(65 + k.runtime::int) end, case when not k.legacy then 'runtime' || chr(97 + k.runtime::int) end,
  case when k.legacy then null when k.conflicted then 'Sells what the claim is about.' else 'No interest in the outcome.' end,
  case when not k.legacy then k.conflicted end, case when not k.legacy then k.submitted_at end, k.state, k.accepted_at, k.independent, k.upheld, k.changed_at
from reviewed k join a_claim c on c.n = k.claim left join placed p using (x) order by k.seq;

insert into review (id, check_id, n, reviewer_id, state, reason, independence_confirmed, challenge_upheld, reviewed_at)
select id, check_id, n, reviewer_id, state, case when challenge_upheld then 'The evidence bears the challenge out: ' else 'Read in full: ' end || pg_temp.sentence(x), independence_confirmed, challenge_upheld, at
from a_review order by at, x, n;

-- Half as many relationships as claims, to claims that are older and not far back. What went has none.
insert into relationship (id, source_id, target_id, kind, n, created_at)
select pg_temp.id('rel', s.at, r.x), s.id, t.id, r.kind, row_number() over (partition by r.n order by r.x), s.at
from (
  select n, n * 4 + j as x, n - 1 - pg_temp.pick(n * 4 + j, 70, least(n - 1, 1000)) as target,
    (array['supersedes', 'narrows', 'contradicts', 'derives-from'])[1 + (pg_temp.pick(n, 71, 4) + j) % 4]::relationship_kind as kind
  from generate_series(2, pg_temp.claims()) as n, lateral generate_series(0, (array[0, 2, 0, 1, 0, 0, 1, 0])[1 + n % 8] - 1) as j
) as r
join a_claim s on s.n = r.n join a_claim t on t.n = r.target
where num_nonnulls(s.withdrawn_at, s.hidden_at, t.withdrawn_at, t.hidden_at) = 0 order by r.x;

-- Some claims are concluded, on evidence that 5.2 admits; some conclusions were voided and came again.
insert into resolution (id, claim_id, reproduced, reason, evidence_check_id, resolver_id, resolved_at, voided_at, void_reason, voider_id, changed_at)
select pg_temp.id('res', r.at, r.x), r.claim_id, r.evidence = 'independently_reproduced', 'Concluded on the evidence named: ' || pg_temp.sentence(r.x),
  case r.evidence when 'challenged' then r.upheld_id else r.pair_id end, p.id, r.at, r.voided_at,
  case when r.voided_at is not null then 'The wrong evidence was named at first.' end, case when r.voided_at is not null then p.id end, coalesce(r.voided_at, r.at)
from (
  select c.n * 2 + again as x, c.id as claim_id, l.*, c.at + (10 + again * 2) * interval '1 day' as at,
    case when again < agains then c.at + interval '11 days' end as voided_at, pg_temp.pick(c.n, 80, reviewers) as r
  from a_claim c join labelled l using (n) cross join bound, lateral (select case when c.n % 49 = 3 then 1 else 0 end as agains) v, lateral generate_series(0, agains) as again
  where c.n % 7 = 3 and c.withdrawn_at is null and c.hidden_at is null and (l.evidence = 'independently_reproduced' or l.evidence = 'challenged' and l.upheld_id is not null)
) as r join reviewer p using (r) order by r.at, r.x;

-- Forecasts, two or three a claim, each by another group, before the first check.
insert into forecast (id, claim_id, author_id, millionths, created_at)
select pg_temp.id('fct', f.at, f.x), f.id, o.members[1 + pg_temp.pick(f.x, 91, cardinality(o.members))],
  case when f.x % 2 = 0 then pg_temp.pick(f.x, 92, 101) * 10000 else pg_temp.pick(f.x, 92, 1000001) end, f.at
from (
  select c.id, c.n * 4 + j as x, c.at + (1 + j) * interval '10 minutes' as at, (pg_temp.pick(c.n, 90, groups) + j * (groups / 8)) % groups as g
  from a_claim c cross join bound, lateral generate_series(0, c.n % 4) as j
) as f join operator o using (g) order by f.at, f.x;

-- The first acceptance of a check earned its author ten credits; imported ones never do (3.5, 3.8).
insert into ledger_entry (id, seq, member_id, amount, kind, check_id, at)
select pg_temp.id('crd', accepted_at, x), row_number() over (order by accepted_at, seq), author_id, 10, 'check_accepted', id, accepted_at
from reviewed where state = 'accepted' and not legacy order by accepted_at, seq;
insert into credit_balance (member_id, balance) select member_id, sum(amount) from ledger_entry group by member_id;

insert into list_head (list, last)
values ('members', (select count(*) from member)), ('tokens', (select count(*) from token)), ('operator_records', (select count(*) from operator_record)),
  ('checks', (select count(*) from registry_check)), ('ledger', (select count(*) from ledger_entry));
