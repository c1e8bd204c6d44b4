-- AlterTable
ALTER TABLE "publication_head" ADD COLUMN "root" TEXT NOT NULL DEFAULT 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

-- CreateTable
CREATE TABLE "publication_page" (
    "dataset" "dataset" NOT NULL,
    "page" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "publication_page_pkey" PRIMARY KEY ("dataset","page")
);

-- CreateTable
CREATE TABLE "publication_block" (
    "dataset" "dataset" NOT NULL,
    "block" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "publication_block_pkey" PRIMARY KEY ("dataset","block")
);

-- What the manifest says (8.3) follows from publication, whoever writes it and however: pages of 100 ordinals, blocks of 100 pages, one root.

create function hash_pages(p_dataset dataset, p_pages bigint[], p_version bigint) returns void language sql as $$
  insert into publication_page as kept (dataset, page, count, version, sha256)
    select p_dataset, g.page, count(p.body), p_version,
      encode(sha256(convert_to('[' || coalesce(string_agg(p.body, ',' order by p.ordinal), '') || ']', 'UTF8')), 'hex')
    from unnest(p_pages) as g (page)
      join publication p on p.dataset = p_dataset and p.ordinal > g.page * 100 and p.ordinal <= g.page * 100 + 100
    group by g.page
    on conflict (dataset, page) do update set count = excluded.count, version = excluded.version, sha256 = excluded.sha256
$$;

create function hash_blocks(p_dataset dataset, p_blocks bigint[]) returns void language sql as $$
  insert into publication_block as kept (dataset, block, sha256)
    select p_dataset, g.block, encode(sha256(convert_to(string_agg(p.sha256 || E'\n', '' order by p.page), 'UTF8')), 'hex')
    from unnest(p_blocks) as g (block)
      join publication_page p on p.dataset = p_dataset and p.page >= g.block * 100 and p.page < g.block * 100 + 100
    group by g.block
    on conflict (dataset, block) do update set sha256 = excluded.sha256
$$;

create function root_of(p_dataset dataset) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(sha256 || E'\n', '' order by block), ''), 'UTF8')), 'hex')
  from publication_block where dataset = p_dataset
$$;

create function keep_manifest() returns trigger language plpgsql as $$
declare changed record; head publication_head; before bigint; after bigint;
begin
  for changed in
    select f.dataset, array_agg(distinct (f.ordinal - 1) / 100) as pages, array_agg(distinct (f.ordinal - 1) / 10000) as blocks,
      max(f.ordinal) as ordinal, count(*) as records
    from fresh f group by f.dataset order by f.dataset::text collate "C"
  loop
    select * into head from publication_head h where h.dataset = changed.dataset for update;
    -- Statements of their own from here: their snapshots are younger than the lock.
    if tg_op = 'INSERT' and changed.ordinal <> head.last + changed.records then
      raise exception 'ordinals of % go on from %', changed.dataset, head.last using errcode = 'check_violation';
    end if;
    select coalesce(sum(p.count), 0) into before from publication_page p where p.dataset = changed.dataset and p.page = any (changed.pages);
    perform hash_pages(changed.dataset, changed.pages, head.version + 1);
    perform hash_blocks(changed.dataset, changed.blocks);
    select coalesce(sum(p.count), 0) into after from publication_page p where p.dataset = changed.dataset and p.page = any (changed.pages);
    update publication_head h
      set last = greatest(h.last, changed.ordinal), live = h.live + after - before, version = h.version + 1,
        changed_at = institution_now(), root = root_of(changed.dataset)
      where h.dataset = changed.dataset;
  end loop;
  return null;
end $$;
create trigger z_manifest_born after insert on publication referencing new table as fresh for each statement execute function keep_manifest();
create trigger z_manifest_changed after update on publication referencing new table as fresh for each statement execute function keep_manifest();

-- As it was, but that the counters and versions of the head now follow by themselves.
create or replace function publish(p_dataset dataset, p_ids text[], p_bodies text[])
returns void language plpgsql as $$
declare head publication_head; moment timestamptz; born int;
begin
  select * into head from publication_head where dataset = p_dataset for update;
  -- Statements of their own from here: their snapshots are younger than the lock.
  moment := institution_now();

  update publication p set body = g.body, gone_at = case when g.body is null then moment end
    from unnest(p_ids, p_bodies) as g (id, body)
    where p.record_id = g.id and p.dataset = p_dataset and p.body is distinct from g.body;

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
end $$;

-- What was published before.
do $$
declare head publication_head;
begin
  for head in select * from publication_head loop
    perform hash_pages(head.dataset, array(select generate_series(0, (head.last - 1) / 100)), head.version) where head.last > 0;
    perform hash_blocks(head.dataset, array(select generate_series(0, (head.last - 1) / 10000))) where head.last > 0;
    update publication_head set root = root_of(head.dataset) where dataset = head.dataset;
  end loop;
end $$;

-- Hashes are written by the trigger and by nothing else.
create function keep_derived() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    perform refuse('record.frozen');
  end if;
  return new;
end $$;
create trigger a_kept before insert or update or delete on publication_page for each row execute function keep_derived();
create trigger a_kept before insert or update or delete on publication_block for each row execute function keep_derived();
create trigger a_truncate before truncate on publication_page for each statement execute function keep_row();
create trigger a_truncate before truncate on publication_block for each statement execute function keep_row();

grant select on publication_page, publication_block to public;
revoke all on all functions in schema public from public;
