-- What must never break, kept by the database itself. A guard refuses with SQLSTATE MK000 and the refusal's code as its message.

create function refuse(code text) returns void language plpgsql as $$
begin
  raise exception using errcode = 'MK000', message = code;
end $$;

-- Simulated time is a setting of the session or the database; else the real clock, cut to milliseconds.
create function institution_now() returns timestamptz language sql volatile as $$
  select date_trunc('milliseconds', coalesce(nullif(current_setting('institution.now', true), '')::timestamptz, clock_timestamp()))
$$;

-- Lists: a place is drawn under the list's lock, so that whoever follows the tail misses no late commit.

create function draw_place() returns trigger language plpgsql as $$
begin
  insert into list_head as head (list, last) values (tg_argv[0], 1)
    on conflict (list) do update set last = head.last + 1
    returning last into new.seq;
  return new;
end $$;

create trigger b_place before insert on member for each row execute function draw_place('members');
create trigger b_place before insert on token for each row execute function draw_place('tokens');
create trigger b_place before insert on operator_record for each row execute function draw_place('operator_records');
create trigger b_place before insert on registry_check for each row execute function draw_place('checks');
create trigger b_place before insert on ledger_entry for each row execute function draw_place('ledger');
create trigger b_place before insert on audit_entry for each row execute function draw_place('audit');

-- Frozen rows: the arguments name the only columns that may ever change.

create function keep_frozen() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv then
    perform refuse('record.frozen');
  end if;
  return new;
end $$;

create function keep_row() returns trigger language plpgsql as $$
begin
  perform refuse('record.frozen');
end $$;

create trigger a_frozen before update on member for each row execute function
  keep_frozen('role', 'approved_at', 'suspended_at', 'effective_group', 'link_ended_at');
create trigger a_frozen before update on token for each row execute function keep_frozen('revoked_at');
create trigger a_frozen before update on operator_record for each row execute function keep_frozen('voided_at', 'voided_by', 'void_reason');
create trigger a_frozen before update on claim for each row execute function
  keep_frozen('ordinal', 'withdrawn_at', 'hidden_at', 'evidence', 'accepted_checks', 'supports_checks', 'challenges_checks', 'unresolved_checks', 'changed_at');
create trigger a_frozen before update on registry_check for each row execute function
  keep_frozen('ordinal', 'state', 'accepted_at', 'independent', 'challenge_upheld', 'changed_at',
              'model_key', 'model_family', 'runtime_key', 'runtime_family', 'interests', 'conflicted', 'disclosed_at');
create trigger a_frozen before update on resolution for each row execute function
  keep_frozen('voided_at', 'void_reason', 'voider_id', 'changed_at');
create trigger a_frozen before update on publication for each row execute function keep_frozen('body', 'gone_at');

do $$
declare kept text;
begin
  foreach kept in array array['review', 'relationship', 'forecast', 'ledger_entry', 'audit_entry', 'operator_record_group'] loop
    execute format('create trigger a_kept before update or delete on %I for each row execute function keep_row()', kept);
  end loop;
  foreach kept in array array['member', 'token', 'operator_record', 'claim', 'registry_check', 'resolution', 'publication', 'publication_head'] loop
    execute format('create trigger a_kept before delete on %I for each row execute function keep_row()', kept);
  end loop;
  foreach kept in array array['review', 'relationship', 'forecast', 'ledger_entry', 'audit_entry', 'operator_record_group',
                              'member', 'token', 'operator_record', 'claim', 'registry_check', 'resolution', 'publication', 'publication_head', 'credit_balance'] loop
    execute format('create trigger a_truncate before truncate on %I for each statement execute function keep_row()', kept);
  end loop;
end $$;

-- Members: a handle is plain, an agent belongs to one human for good, an ended link stays ended.

alter table member
  add constraint member_handle_form check (handle ~ '^[a-z0-9_-]{3,32}$'),
  add constraint member_link_of_agents check (kind = 'agent' or link_ended_at is null),
  add constraint member_group_of_humans check ((kind = 'human') = (operator_group = id));

create function keep_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.kind = 'agent' and not exists (select from member where id = new.operator_group and kind = 'human') then
      perform refuse('agent.operator_not_human');
    end if;
  elsif old.link_ended_at is not null and new.link_ended_at is distinct from old.link_ended_at then
    perform refuse('record.frozen');
  end if;
  return new;
end $$;
create trigger c_link before insert or update on member for each row execute function keep_link();

create function keep_end() returns trigger language plpgsql as $$
declare ended text := tg_argv[0];
begin
  if to_jsonb(old) -> ended <> 'null' and to_jsonb(new) is distinct from to_jsonb(old) then
    perform refuse('record.frozen');
  end if;
  return new;
end $$;
create trigger c_end before update on token for each row execute function keep_end('revoked_at');
create trigger c_end before update on operator_record for each row execute function keep_end('voided_at');
create trigger c_end before update on resolution for each row execute function keep_end('voided_at');

alter table token
  add constraint token_scopes check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
  add constraint token_hash_is_sha256 check (octet_length(hash) = 32);

-- Claims: withdrawing is final, a place once drawn stays.

alter table claim
  add constraint claim_sha256_form check (artifact_sha256 ~ '^[0-9a-f]{64}$'),
  add constraint claim_address_https check (artifact_url like 'https://%');

create function keep_claim() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at
     or old.ordinal is not null and new.ordinal is distinct from old.ordinal then
    perform refuse('record.frozen');
  end if;
  if new.evidence is distinct from old.evidence then
    new.changed_at := institution_now();
  end if;
  return new;
end $$;
create trigger c_claim before update on claim for each row execute function keep_claim();

create index claim_active on claim (ordinal) where withdrawn_at is null and hidden_at is null;
create index claim_active_by_evidence on claim (evidence, ordinal) where withdrawn_at is null and hidden_at is null;
create index claim_text on claim using gin (to_tsvector('english', title || ' ' || claim));

-- Relationships point from a claim in the making to an older active one (4.1).

alter table relationship add constraint relationship_ten_at_most check (n between 1 and 10);

create function admit_relationship() returns trigger language plpgsql as $$
declare target claim;
begin
  select * into target from claim where id = new.target_id for share;
  if not found or target.withdrawn_at is not null or target.hidden_at is not null then
    perform refuse('relationship.target_not_active');
  end if;
  if target.ordinal is null or exists (select from claim where id = new.source_id and ordinal is not null) then
    perform refuse('relationship.target_not_older');
  end if;
  return new;
end $$;
create trigger c_admit before insert on relationship for each row execute function admit_relationship();

-- Checks: one a group and one an author, never of the own claim, evidence and disclosures frozen (3.3, 3.5).

alter table registry_check
  add constraint check_sha256_form check (artifact_sha256 ~ '^[0-9a-f]{64}$'),
  add constraint check_address_https check (artifact_url like 'https://%'),
  add constraint check_disclosure_whole check (num_nulls(model_key, model_family, runtime_key, runtime_family, interests, conflicted, disclosed_at) in (0, 7)),
  add constraint check_disclosed_or_legacy check (legacy or disclosed_at is not null),
  add constraint check_accepted_was_accepted check (state <> 'accepted' or accepted_at is not null);

create function admit_check() returns trigger language plpgsql as $$
declare subject record; own text;
begin
  -- The lock that forecasts and checks of one claim share, so that no forecast commits after a check (5.1).
  select c.withdrawn_at, c.hidden_at, c.author_id into subject from claim c where c.id = new.claim_id for no key update;
  if subject.withdrawn_at is not null or subject.hidden_at is not null then
    perform refuse('claim.not_active');
  end if;
  select effective_group into own from member where id = new.author_id;
  if own = (select effective_group from member where id = subject.author_id) then
    perform refuse('claim.self_check');
  end if;
  if exists (select from registry_check k join member m on m.id = k.author_id
             where k.claim_id = new.claim_id and (k.author_id = new.author_id or m.effective_group = own)) then
    perform refuse('check.already_submitted');
  end if;
  if not new.legacy then
    new.submitted_at := institution_now();
    new.disclosed_at := new.submitted_at;
  end if;
  return new;
end $$;
create trigger a_admit before insert on registry_check for each row execute function admit_check();

create function keep_check() returns trigger language plpgsql as $$
begin
  if old.ordinal is not null and new.ordinal is distinct from old.ordinal
     or old.accepted_at is not null and new.accepted_at is distinct from old.accepted_at then
    perform refuse('record.frozen');
  end if;
  if (new.model_key, new.model_family, new.runtime_key, new.runtime_family, new.interests, new.conflicted, new.disclosed_at)
     is distinct from (old.model_key, old.model_family, old.runtime_key, old.runtime_family, old.interests, old.conflicted, old.disclosed_at)
     and (not old.legacy or old.disclosed_at is not null) then
    perform refuse('check.disclosure_frozen');
  end if;
  if (new.accepted_at, new.independent, new.challenge_upheld, new.disclosed_at)
     is distinct from (old.accepted_at, old.independent, old.challenge_upheld, old.disclosed_at) then
    new.changed_at := institution_now();
  end if;
  return new;
end $$;
create trigger c_check before update on registry_check for each row execute function keep_check();

create index check_pending on registry_check (seq) where state = 'pending';
create index check_accepted on registry_check (claim_id, accepted_at) where state = 'accepted';

-- Forecasts: none once any check exists, one a group and one an author (5.1).

alter table forecast add constraint forecast_is_probability check (millionths between 0 and 1000000);

create function admit_forecast() returns trigger language plpgsql as $$
declare subject record; own text;
begin
  select c.withdrawn_at, c.hidden_at into subject from claim c where c.id = new.claim_id for no key update;
  if subject.withdrawn_at is not null or subject.hidden_at is not null then
    perform refuse('claim.not_active');
  end if;
  -- A statement of its own: its snapshot is younger than the lock.
  if exists (select from registry_check where claim_id = new.claim_id) then
    perform refuse('forecast.closed_by_check');
  end if;
  if exists (select from resolution where claim_id = new.claim_id and voided_at is null) then
    perform refuse('forecast.closed_by_resolution');
  end if;
  select effective_group into own from member where id = new.author_id;
  if exists (select from forecast f join member m on m.id = f.author_id
             where f.claim_id = new.claim_id and (f.author_id = new.author_id or m.effective_group = own)) then
    perform refuse('forecast.already_made');
  end if;
  new.created_at := institution_now();
  return new;
end $$;
create trigger c_admit before insert on forecast for each row execute function admit_forecast();

-- Resolutions: one live a claim.

create unique index resolution_live on resolution (claim_id) where voided_at is null;

create function keep_resolution() returns trigger language plpgsql as $$
begin
  if new.voided_at is distinct from old.voided_at then
    new.changed_at := institution_now();
  end if;
  return new;
end $$;
create trigger d_resolution before update on resolution for each row execute function keep_resolution();

-- Credits: the balance follows the ledger and nothing else, and is never negative (6.1).

create unique index ledger_check_once on ledger_entry (check_id) where kind = 'check_accepted';
alter table credit_balance add constraint balance_not_negative check (balance >= 0);

create function keep_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    perform refuse('record.frozen');
  end if;
  return new;
end $$;
create trigger a_kept before insert or update or delete on credit_balance for each row execute function keep_balance();

create function count_entry() returns trigger language plpgsql as $$
begin
  insert into credit_balance as b (member_id, balance) values (new.member_id, new.amount)
    on conflict (member_id) do update set balance = b.balance + new.amount;
  return null;
end $$;
create trigger c_balance after insert on ledger_entry for each row execute function count_entry();

-- Idempotency (1.6): the twin waits up to three seconds for the first to end, then 55P03.

create function claim_idempotency_key(p_member text, p_key text, p_act text, p_hash bytea)
returns table (won boolean, act text, input_hash bytea, made_id text)
language plpgsql set lock_timeout = '3s' as $$
begin
  delete from idempotency_key k where k.member_id = p_member and k.key = p_key and k.created_at < institution_now() - interval '30 days';
  insert into idempotency_key (member_id, key, act, input_hash, created_at)
    values (p_member, p_key, p_act, p_hash, institution_now()) on conflict do nothing;
  if found then
    return query select true, p_act, p_hash, null::text;
  else
    return query select false, k.act, k.input_hash, k.made_id from idempotency_key k where k.member_id = p_member and k.key = p_key;
  end if;
end $$;

-- The rolling limit (1.7): lock first, then count, so that it is exact across processes.

create function write_quota(p_member text) returns int language sql stable as $$ select 300 $$;

create function count_write(p_member text)
returns table (admitted boolean, quota int, remaining int, reset_seconds int)
language plpgsql as $$
declare moment timestamptz; counted int; oldest timestamptz; allowed int;
begin
  perform pg_advisory_xact_lock(hashtextextended('counted_write:' || p_member, 0));
  moment := institution_now();
  allowed := write_quota(p_member);
  select count(*), min(w.at) into counted, oldest from counted_write w where w.member_id = p_member and w.at > moment - interval '1 hour';
  if counted >= allowed then
    -- Room comes back when enough of the oldest have left the window.
    select w.at into oldest from counted_write w where w.member_id = p_member and w.at > moment - interval '1 hour'
      order by w.at, w.id offset counted - allowed limit 1;
  else
    insert into counted_write (member_id, at) values (p_member, moment);
    counted := counted + 1;
    admitted := true;
  end if;
  admitted := coalesce(admitted, false);
  quota := allowed;
  remaining := greatest(allowed - counted, 0);
  reset_seconds := greatest(ceil(extract(epoch from coalesce(oldest, moment) + interval '1 hour' - moment))::int, 1);
  return next;
end $$;

-- Publication (8.2): the dataset's lock, then places for the new, then corrections; a body goes in the transaction that takes it away.

insert into publication_head (dataset) select unnest(enum_range(null::dataset));

alter table publication add constraint publication_body_or_gone check ((body is null) = (gone_at is not null));

create function publish(p_dataset dataset, p_ids text[], p_bodies text[])
returns void language plpgsql as $$
declare head publication_head; moment timestamptz; born int; changed int; balance int;
begin
  select * into head from publication_head where dataset = p_dataset for update;
  -- Statements of their own from here: their snapshots are younger than the lock.
  moment := institution_now();

  with given as (select id, body from unnest(p_ids, p_bodies) as g (id, body)),
  corrected as (
    update publication p set body = g.body, gone_at = case when g.body is null then moment end
    from given g, publication old
    where p.record_id = g.id and old.record_id = g.id and p.dataset = p_dataset and p.body is distinct from g.body
    returning (p.body is not null)::int - (old.body is not null)::int as delta
  )
  select count(*), coalesce(sum(delta), 0) into changed, balance from corrected;

  insert into publication (dataset, ordinal, record_id, body)
    select p_dataset, head.last + row_number() over (order by g.place), g.id, g.body
    from unnest(p_ids, p_bodies) with ordinality as g (id, body, place)
    where g.body is not null and not exists (select from publication p where p.record_id = g.id);
  get diagnostics born = row_count;

  if born > 0 and p_dataset = 'claims' then
    update claim c set ordinal = p.ordinal from publication p where p.record_id = any (p_ids) and c.id = p.record_id and c.ordinal is null;
  elsif born > 0 and p_dataset = 'checks' then
    update registry_check k set ordinal = p.ordinal from publication p where p.record_id = any (p_ids) and k.id = p.record_id and k.ordinal is null;
  end if;

  if born + changed > 0 then
    update publication_head set last = last + born, live = live + born + balance, version = version + 1, changed_at = moment
      where dataset = p_dataset;
  end if;
end $$;

-- The archive's login is created by set-up; what it may read, everyone who may connect may read (8.4).
grant select on publication, publication_head, public_setting to public;
revoke all on all functions in schema public from public;
