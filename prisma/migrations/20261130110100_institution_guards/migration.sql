-- What must never break of observations, credits, vouches, appeals, precedents, census, calendar and forum.

create trigger b_place before insert on vouch for each row execute function draw_place('vouches');
create trigger b_place before insert on appeal for each row execute function draw_place('appeals');
create trigger b_place before insert on thread for each row execute function draw_place('threads');
create trigger b_place before insert on post for each row execute function draw_place('posts');

create trigger a_frozen before update on observation for each row execute function keep_frozen('ordinal', 'withdrawn_at', 'hidden_at', 'changed_at');
create trigger a_frozen before update on vouch for each row execute function keep_frozen('state', 'ended_at', 'forfeiter_id', 'forfeit_reason');
create trigger a_frozen before update on appeal for each row execute function keep_frozen('decision', 'reason', 'decider_id', 'decided_at');
create trigger a_frozen before update on precedent for each row execute function
  keep_frozen('ordinal', 'situation', 'decision', 'reasons', 'withdrawn_at', 'cause', 'changed_at');
create trigger a_frozen before update on weekly_challenge for each row execute function
  keep_frozen('ordinal', 'state', 'reason', 'claim_id', 'selected_at', 'submitted', 'accepted', 'supports', 'challenges', 'unresolved', 'published_at', 'changed_at');
create trigger a_frozen before update on thread for each row execute function keep_frozen('ordinal', 'withdrawn_at', 'hidden_at');
create trigger a_frozen before update on post for each row execute function keep_frozen('ordinal', 'withdrawn_at', 'hidden_at');

do $$
declare kept text;
begin
  foreach kept in array array['boost', 'census_snapshot', 'thread_member'] loop
    execute format('create trigger a_kept before update or delete on %I for each row execute function keep_row()', kept);
  end loop;
  foreach kept in array array['observation', 'vouch', 'appeal', 'precedent', 'weekly_challenge', 'thread', 'post'] loop
    execute format('create trigger a_kept before delete on %I for each row execute function keep_row()', kept);
  end loop;
  foreach kept in array array['boost', 'census_snapshot', 'thread_member', 'observation', 'vouch', 'appeal', 'precedent', 'weekly_challenge', 'thread', 'post'] loop
    execute format('create trigger a_truncate before truncate on %I for each statement execute function keep_row()', kept);
  end loop;
end $$;

-- A place once drawn stays, and a withdrawal is final.
create function keep_withdrawn() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at
     or old.ordinal is not null and new.ordinal is distinct from old.ordinal then
    perform refuse('record.frozen');
  end if;
  return new;
end $$;
create trigger c_withdrawn before update on observation for each row execute function keep_withdrawn();
create trigger c_withdrawn before update on precedent for each row execute function keep_withdrawn();
create trigger c_withdrawn before update on thread for each row execute function keep_withdrawn();
create trigger c_withdrawn before update on post for each row execute function keep_withdrawn();

-- Observations: promoted by one claim, for good (4.2). The observation's lock is taken before the claim is there.

create function admit_promotion() returns trigger language plpgsql as $$
declare found_open boolean;
begin
  if new.observation_id is not null then
    select o.withdrawn_at is null and o.hidden_at is null into found_open from observation o where o.id = new.observation_id for update;
    -- First, so that one that does not show is answered like one that never was.
    if found_open is not true then
      perform refuse('observation.not_open');
    end if;
    if exists (select from claim where observation_id = new.observation_id) then
      perform refuse('observation.already_promoted');
    end if;
  end if;
  return new;
end $$;
create trigger a_promotion before insert on claim for each row execute function admit_promotion();

-- What an observation shows of its claim changes with the claim.
create function carry_promotion() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.withdrawn_at is null and new.hidden_at is null) <> (old.withdrawn_at is null and old.hidden_at is null) then
    update observation set changed_at = institution_now() where id = new.observation_id;
    update weekly_challenge set changed_at = institution_now() where claim_id = new.id;
  end if;
  return null;
end $$;
create trigger e_promotion after insert or update of withdrawn_at, hidden_at on claim for each row execute function carry_promotion();

create index observation_shown on observation (ordinal) where withdrawn_at is null and hidden_at is null;

-- Credits: each thing is booked once; a boost follows the other (6.1).

create unique index ledger_boost_once on ledger_entry (boost_id) where boost_id is not null;
create unique index ledger_vouch_once on ledger_entry (vouch_id, kind) where vouch_id is not null;
alter table ledger_entry add constraint ledger_about check (
  case kind
    when 'check_accepted' then amount = 10 and check_id is not null and num_nonnulls(boost_id, vouch_id) = 0
    when 'contribution_boost' then amount = -10 and boost_id is not null and num_nonnulls(check_id, vouch_id) = 0
    when 'vouch_stake' then amount = -20 and vouch_id is not null and num_nonnulls(check_id, boost_id) = 0
    else amount = 20 and vouch_id is not null and num_nonnulls(check_id, boost_id) = 0
  end);

-- A stake comes back once, by expiry or by appeal.
create unique index ledger_stake_back_once on ledger_entry (vouch_id) where kind in ('vouch_returned', 'vouch_restored');

-- An entry is booked on whose it is, and only for what happened; a balance is locked before the ledger's list, by everyone.
create function admit_entry() returns trigger language plpgsql as $$
begin
  perform 1 from credit_balance where member_id = new.member_id for update;
  if not (case new.kind
    when 'check_accepted' then exists (select from registry_check where id = new.check_id and author_id = new.member_id and accepted_at is not null)
    when 'contribution_boost' then exists (select from boost where id = new.boost_id and member_id = new.member_id)
    else exists (select from vouch where id = new.vouch_id and voucher_id = new.member_id and state = case new.kind
      when 'vouch_stake' then 'active' when 'vouch_returned' then 'returned' else 'restored' end::vouch_state)
  end) then
    raise exception using errcode = '23514', message = 'a ledger entry for what did not happen', constraint = 'ledger_founded';
  end if;
  return new;
end $$;
create trigger a_admit before insert on ledger_entry for each row execute function admit_entry();

-- The row first: what would be inserted must satisfy the table's check too, and a spending alone never does.
create or replace function count_entry() returns trigger language plpgsql as $$
begin
  update credit_balance set balance = balance + new.amount where member_id = new.member_id;
  if not found then
    insert into credit_balance as b (member_id, balance) values (new.member_id, new.amount)
      on conflict (member_id) do update set balance = b.balance + new.amount;
  end if;
  return null;
end $$;

create function admit_boost() returns trigger language plpgsql as $$
begin
  perform 1 from credit_balance where member_id = new.member_id for update;
  new.started_at := institution_now();
  new.expires_at := new.started_at + interval '24 hours';
  if exists (select from boost where member_id = new.member_id and expires_at > new.started_at) then
    perform refuse('boost.active');
  end if;
  return new;
end $$;
create trigger c_admit before insert on boost for each row execute function admit_boost();

create or replace function write_quota(p_member text) returns int language sql stable as $$
  select case when exists (select from boost where member_id = p_member and expires_at > institution_now()) then 600 else 300 end
$$;

-- Vouches: one active a newcomer, between two operators; a stake ends once, a forfeited one may be restored once (6.2, 6.3).

alter table vouch
  add constraint vouch_stake_is_twenty check (stake = 20),
  add constraint vouch_forfeit_reasoned check (num_nonnulls(forfeit_reason, forfeiter_id) = case when state in ('forfeited', 'restored') then 2 else 0 end),
  add constraint vouch_end_dated check ((state = 'active') = (ended_at is null));
create unique index vouch_active on vouch (newcomer_id) where state = 'active';
create index vouch_due on vouch (expires_at) where state = 'active';

create function admit_vouch() returns trigger language plpgsql as $$
begin
  perform 1 from credit_balance where member_id = new.voucher_id for update;
  if (select v.effective_group = n.effective_group from member v, member n where v.id = new.voucher_id and n.id = new.newcomer_id) then
    perform refuse('vouch.same_operator');
  end if;
  if new.state <> 'active' then
    perform refuse('record.frozen');
  end if;
  new.created_at := institution_now();
  new.expires_at := new.created_at + interval '30 days';
  return new;
end $$;
create trigger a_admit before insert on vouch for each row execute function admit_vouch();

create function keep_vouch() returns trigger language plpgsql as $$
declare over boolean := old.expires_at <= institution_now();
begin
  if not (case
    when old.state = 'active' and new.state = 'active' then true
    -- The lock lasts to the millisecond: forfeited before it ends, returned after.
    when old.state = 'active' and new.state = 'forfeited' then not over
    when old.state = 'active' and new.state = 'returned' then over
    when old.state = 'forfeited' and new.state = 'restored' then exists (select from appeal where vouch_id = new.id and decision = 'restored')
    else new.state = old.state
  end) then
    perform refuse('vouch.ended');
  end if;
  if old.state <> 'active' and (new.ended_at, new.forfeiter_id, new.forfeit_reason) is distinct from (old.ended_at, old.forfeiter_id, old.forfeit_reason) then
    perform refuse('record.frozen');
  end if;
  return new;
end $$;
create trigger c_vouch before update on vouch for each row execute function keep_vouch();

alter table appeal add constraint appeal_decided_whole check (num_nulls(decision, reason, decider_id, decided_at) in (0, 4));
create trigger c_end before update on appeal for each row execute function keep_end('decided_at');

create function admit_appeal() returns trigger language plpgsql as $$
begin
  perform 1 from vouch where id = new.vouch_id and state = 'forfeited' for update;
  if not found then
    perform refuse('appeal.not_forfeited');
  end if;
  if new.decided_at is not null then
    perform refuse('record.frozen');
  end if;
  new.created_at := institution_now();
  new.due_at := new.created_at + interval '14 days';
  return new;
end $$;
create trigger a_admit before insert on appeal for each row execute function admit_appeal();

-- Precedents: the texts change only by going, all at once (7.1).

alter table precedent add constraint precedent_text_or_withdrawn check (
  (withdrawn_at is not null) = (situation = '' and decision = '' and reasons = '') and (withdrawn_at is null) = (cause is null));

create function keep_precedent() returns trigger language plpgsql as $$
begin
  if (new.situation, new.decision, new.reasons) is distinct from (old.situation, old.decision, old.reasons)
     and (old.withdrawn_at is not null or new.withdrawn_at is null)
     or old.withdrawn_at is not null and new.cause is distinct from old.cause then
    perform refuse('record.frozen');
  end if;
  if new.withdrawn_at is distinct from old.withdrawn_at then
    new.changed_at := institution_now();
  end if;
  return new;
end $$;
create trigger d_precedent before update on precedent for each row execute function keep_precedent();

-- The calendar: a week takes one claim and keeps it, and its counts are frozen with it (7.3).

alter table weekly_challenge
  add constraint challenge_counts_whole check (num_nulls(submitted, accepted, supports, challenges, unresolved) in (0, 5)),
  add constraint challenge_week_is_friday check (ends_at = starts_at + interval '4 days 18 hours'),
  add constraint challenge_published_dated check ((state = 'published') = (published_at is not null));

create function keep_challenge() returns trigger language plpgsql as $$
begin
  if old.claim_id is not null and new.claim_id is distinct from old.claim_id
     or old.state <> 'open' and (new.state, new.submitted, new.accepted, new.supports, new.challenges, new.unresolved, new.published_at)
        is distinct from (old.state, old.submitted, old.accepted, old.supports, old.challenges, old.unresolved, old.published_at)
     or old.ordinal is not null and new.ordinal is distinct from old.ordinal then
    perform refuse('record.frozen');
  end if;
  if (new.state, new.reason, new.claim_id) is distinct from (old.state, old.reason, old.claim_id) then
    new.changed_at := institution_now();
  end if;
  return new;
end $$;
create trigger c_challenge before update on weekly_challenge for each row execute function keep_challenge();
create index challenge_open on weekly_challenge (starts_at) where state = 'open';

-- The forum: posts join threads that still stand (7.4).

create function admit_post() returns trigger language plpgsql as $$
begin
  perform 1 from thread where id = new.thread_id and withdrawn_at is null and hidden_at is null for share;
  if not found then
    perform refuse('thread.not_active');
  end if;
  return new;
end $$;
create trigger a_admit before insert on post for each row execute function admit_post();

-- When the institution began: weeks before it have no entry (7.3).
insert into public_setting (key, value, changed_at) select 'foundedAt', to_jsonb(moment), moment from institution_now() as moment;

-- Places of the five further datasets are kept on their rows as well, where their lists are read by them.
create or replace function publish(p_dataset dataset, p_ids text[], p_bodies text[])
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

  if born > 0 and p_dataset in ('claims', 'checks', 'observations', 'precedents', 'challenges', 'threads', 'posts') then
    execute format('update %I t set ordinal = p.ordinal from publication p where p.record_id = any ($1) and t.id = p.record_id and t.ordinal is null',
      case p_dataset when 'claims' then 'claim' when 'checks' then 'registry_check' when 'observations' then 'observation' when 'precedents' then 'precedent'
        when 'challenges' then 'weekly_challenge' when 'threads' then 'thread' else 'post' end) using p_ids;
  end if;

  if born + changed > 0 then
    update publication_head set last = last + born, live = live + born + balance, version = version + 1, changed_at = moment
      where dataset = p_dataset;
  end if;
end $$;
revoke all on all functions in schema public from public;
