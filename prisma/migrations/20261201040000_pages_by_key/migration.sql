-- Each page by the key, however many are given: the planner does not know the length of an array, and read the whole table for each.
create or replace function hash_pages(p_dataset dataset, p_pages bigint[], p_version bigint) returns void language sql as $$
  insert into publication_page as kept (dataset, page, count, version, sha256, changed_at)
    select p_dataset, g.page, now_there.count, p_version, now_there.sha256, institution_now()
    from unnest(p_pages) as g (page) cross join lateral (
      select count(p.body) as count, encode(sha256(convert_to('[' || coalesce(string_agg(p.body, ',' order by p.ordinal), '') || ']', 'UTF8')), 'hex') as sha256
      from publication p where p.dataset = p_dataset and p.ordinal > g.page * 100 and p.ordinal <= g.page * 100 + 100
      having count(*) > 0) now_there
    on conflict (dataset, page) do update
      set count = excluded.count, version = excluded.version, sha256 = excluded.sha256, changed_at = excluded.changed_at
$$;
