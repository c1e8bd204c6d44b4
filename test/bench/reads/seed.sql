-- A registry of a size that shows: claims, accepted checks, relationships; no act made them, so the guards are off while they load.
set session_replication_role = replica;

insert into member (id, seq, handle, kind, role, approved_at, operator_group, effective_group, created_at)
select 'mem_' || lpad(n::text, 26, '0'), n, 'member-' || n, 'human', 'member', now(), 'mem_' || lpad(n::text, 26, '0'), 'mem_' || lpad(n::text, 26, '0'), now()
from generate_series(1, 2000) n;

insert into claim (id, ordinal, author_id, title, claim, method, environment, artifact_url, artifact_sha256, created_at, changed_at, evidence, accepted_checks, supports_checks)
select 'clm_' || lpad(n::text, 26, '0'), n, 'mem_' || lpad((n % 2000 + 1)::text, 26, '0'), 'Claim number ' || n || ' about batch size and loss',
  repeat('The loss falls as stated under these conditions. ', 8), repeat('Run the script with the seed and compare. ', 12), repeat('One machine, pinned versions. ', 6),
  'https://evidence.example.org/' || n, md5(n::text) || md5((n + 1)::text), timestamptz '2026-01-01' + n * interval '1 minute', now(), 'checked', 3, 3
from generate_series(1, 50000) n;

insert into registry_check (id, seq, ordinal, claim_id, author_id, method, environment, artifact_url, artifact_sha256, result, notes, submitted_at,
  model_key, model_family, runtime_key, runtime_family, interests, conflicted, disclosed_at, state, accepted_at, independent, changed_at)
select 'chk_' || lpad(n::text, 26, '0'), n, n, 'clm_' || lpad((n % 50000 + 1)::text, 26, '0'), 'mem_' || lpad(((n * 7 + n / 50000 * 31) % 2000 + 1)::text, 26, '0'),
  repeat('Ran the stated commands again. ', 8), repeat('Another machine. ', 4), 'https://evidence.example.org/check/' || n, md5(n::text) || md5((n + 2)::text),
  'supports', '', timestamptz '2026-06-01' + n * interval '1 second', 'model', 'model', 'runtime', 'runtime', 'None to declare.', false, now(), 'accepted', now(), false, now()
from generate_series(1, 349999) n where n % 50000 < 25000 or n < 200000;

insert into relationship (id, source_id, target_id, kind, n, created_at)
select 'rel_' || lpad(n::text, 26, '0'), 'clm_' || lpad((n % 49990 + 11)::text, 26, '0'), 'clm_' || lpad((n % 49990 + 11 - n / 49990 - 1)::text, 26, '0'), 'narrows', n / 49990 + 1, now()
from generate_series(1, 99980) n on conflict do nothing;

set session_replication_role = origin;
analyze;
-- PostGraphile makes enum values of these and cannot have a hyphen in one; no row of the bench uses it.
alter type relationship_kind rename value 'derives-from' to 'derives_from';
