-- AlterTable
ALTER TABLE "publication" ADD COLUMN "url" TEXT;

-- AlterTable
ALTER TABLE "publication_page" ADD COLUMN "changed_at" TIMESTAMPTZ(3);

-- Feeds name what went by its address (8.7), which for some records cannot be told from the id once the body is deleted.
create function keep_url() returns trigger language plpgsql as $$
begin
  new.url := coalesce(new.body::json ->> 'url', new.url);
  return new;
end $$;
create trigger b_url before insert or update of body on publication for each row execute function keep_url();

-- What went last, first: the newest of it stands in the feeds.
create index publication_gone on publication (dataset, gone_at desc) where gone_at is not null;

alter table publication disable trigger user;
update publication set url = body::json ->> 'url' where body is not null;
alter table publication enable trigger user;

-- When a page last changed, so that the archived feed over it says so.
create or replace function hash_pages(p_dataset dataset, p_pages bigint[], p_version bigint) returns void language sql as $$
  insert into publication_page as kept (dataset, page, count, version, sha256, changed_at)
    select p_dataset, g.page, count(p.body), p_version,
      encode(sha256(convert_to('[' || coalesce(string_agg(p.body, ',' order by p.ordinal), '') || ']', 'UTF8')), 'hex'), institution_now()
    from unnest(p_pages) as g (page)
      join publication p on p.dataset = p_dataset and p.ordinal > g.page * 100 and p.ordinal <= g.page * 100 + 100
    group by g.page
    on conflict (dataset, page) do update
      set count = excluded.count, version = excluded.version, sha256 = excluded.sha256, changed_at = excluded.changed_at
$$;

alter table publication_page disable trigger user;
update publication_page p set changed_at = h.changed_at from publication_head h where h.dataset = p.dataset;
alter table publication_page enable trigger user;
alter table publication_page alter column changed_at set not null;

revoke all on all functions in schema public from public;
