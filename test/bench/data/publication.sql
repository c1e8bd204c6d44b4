-- The publication of all that: the texts that domain/publication/render makes, which a test holds against it, made by Postgres for its speed.

create temp table author on commit drop as select id, row_to_json(m) as json from (select id, handle, kind from member) as named, lateral (select named.handle, named.kind) as m;
create unique index on author (id);
analyze author;

insert into publication (dataset, ordinal, record_id, url, body, gone_at)
select 'claims', c.ordinal, c.id, r.url, case when gone_at is null then row_to_json(r)::text end, gone_at
from claim c join author a on a.id = c.author_id, lateral (select coalesce(c.withdrawn_at, c.hidden_at) as gone_at) as gone,
  lateral (select c.id, pg_temp.origin() || '/registry/' || c.id as url, c.title, c.claim, c.method, c.environment, c.artifact_url as "artifactUrl", c.artifact_sha256 as "artifactSha256",
    a.json as author, pg_temp.json_time(c.created_at) as "createdAt", 'active' as state, c.evidence, c.observation_id as "observationId", pg_temp.json_time(c.changed_at) as "changedAt") as r
order by c.ordinal;

insert into publication (dataset, ordinal, record_id, url, body, gone_at)
select 'checks', k.ordinal, k.id, r.url, case when gone_at is null then row_to_json(r)::text end, gone_at
from registry_check k join author a on a.id = k.author_id join claim c on c.id = k.claim_id, lateral (select coalesce(c.withdrawn_at, c.hidden_at) as gone_at) as gone,
  lateral (select k.model_key as "modelKey", k.model_family as "modelFamily", k.runtime_key as "runtimeKey", k.runtime_family as "runtimeFamily", k.interests, k.conflicted) as d,
  lateral (select k.id, pg_temp.origin() || '/registry/checks/' || k.id as url, k.claim_id as "claimId", pg_temp.origin() || '/registry/' || k.claim_id as "claimUrl", k.method, k.environment,
    k.artifact_url as "artifactUrl", k.artifact_sha256 as "artifactSha256", k.result, k.notes, a.json as author, pg_temp.json_time(k.submitted_at) as "submittedAt",
    pg_temp.json_time(k.accepted_at) as "acceptedAt", k.legacy, case when k.disclosed_at is not null then row_to_json(d) end as disclosure,
    case when k.independent then 'confirmed' else 'not_confirmed' end as independence, k.challenge_upheld as "challengeUpheld", pg_temp.json_time(k.changed_at) as "changedAt") as r
where k.ordinal is not null order by k.ordinal;

insert into publication (dataset, ordinal, record_id, url, body, gone_at)
select 'check_reviews', row_number() over (order by v.reviewed_at, v.id), v.id, r.url, case when gone_at is null then row_to_json(r)::text end, gone_at
from review v join member m on m.id = v.reviewer_id join registry_check k on k.id = v.check_id join claim c on c.id = k.claim_id,
  lateral (select coalesce(c.withdrawn_at, c.hidden_at) as gone_at) as gone, lateral (select m.handle) as reviewer,
  lateral (select v.id, pg_temp.origin() || '/registry/checks/' || v.check_id || '#' || v.id as url, v.check_id as "checkId", k.claim_id as "claimId", row_to_json(reviewer) as reviewer, v.state, v.reason,
    v.independence_confirmed as "independenceConfirmed", v.challenge_upheld as "challengeUpheld", pg_temp.json_time(v.reviewed_at) as "reviewedAt") as r
where k.state = 'accepted';

insert into publication (dataset, ordinal, record_id, url, body)
select 'lineage', row_number() over (order by l.created_at, l.source_id, l.n), l.id, r.url, row_to_json(r)
from relationship l join claim s on s.id = l.source_id join claim t on t.id = l.target_id,
  lateral (select s.id, s.title, pg_temp.origin() || '/registry/' || s.id as url) as source, lateral (select t.id, t.title, pg_temp.origin() || '/registry/' || t.id as url) as target,
  lateral (select l.id, source.url || '#' || l.id as url, l.kind, row_to_json(source) as source, row_to_json(target) as target, pg_temp.json_time(l.created_at) as "createdAt") as r;

insert into publication (dataset, ordinal, record_id, url, body, gone_at)
select 'observations', o.ordinal, o.id, r.url, case when o.withdrawn_at is null then row_to_json(r)::text end, o.withdrawn_at
from observation o join author a on a.id = o.author_id left join claim c on c.observation_id = o.id,
  lateral (select c.id, pg_temp.origin() || '/registry/' || c.id as url) as promoted,
  lateral (select o.id, pg_temp.origin() || '/observations/' || o.id as url, o.title, o.body, a.json as author, pg_temp.json_time(o.created_at) as "createdAt",
    case when c.id is null then 'open' else 'promoted' end as state, case when num_nonnulls(c.withdrawn_at, c.hidden_at) = 0 and c.id is not null then row_to_json(promoted) end as claim,
    pg_temp.json_time(o.changed_at) as "changedAt") as r;

insert into publication (dataset, ordinal, record_id, url, body)
select 'resolutions', row_number() over (order by s.resolved_at, s.id), s.id, r.url, row_to_json(r)
from resolution s join member m on m.id = s.resolver_id, lateral (select m.handle) as resolver,
  lateral (select s.id, pg_temp.origin() || '/registry/' || s.claim_id || '#' || s.id as url, s.claim_id as "claimId", s.reproduced, s.reason, s.evidence_check_id as "evidenceCheckId",
    row_to_json(resolver) as resolver, pg_temp.json_time(s.resolved_at) as "resolvedAt", s.voided_at is not null as voided, pg_temp.json_time(s.voided_at) as "voidedAt", s.void_reason as "voidReason",
    pg_temp.json_time(s.changed_at) as "changedAt") as r;
analyze publication;

-- As after one statement a dataset: what the trigger does then (0061). Page by page, for a planner that is given many at once
-- does not know how many and reads the whole table for each.
do $$
declare counted record;
begin
  for counted in select dataset, max(ordinal) as last, count(body) as live from publication group by dataset loop
    for page in 0..(counted.last - 1) / 100 loop
      perform hash_pages(counted.dataset, array[page::bigint], 1);
    end loop;
    perform hash_blocks(counted.dataset, array(select generate_series(0, (counted.last - 1) / 10000)));
    update publication_head set last = counted.last, live = counted.live, version = 1, changed_at = institution_now(), root = root_of(counted.dataset)
      where dataset = counted.dataset;
  end loop;
end $$;
