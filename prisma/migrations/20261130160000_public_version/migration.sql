-- CreateTable
CREATE TABLE "public_version" (
    "slot" INTEGER NOT NULL,
    "moved" BIGINT NOT NULL,

    CONSTRAINT "public_version_pkey" PRIMARY KEY ("slot")
);

-- Whatever a visitor's answer is read from moves the version of public answers in its own transaction, so that an answer kept
-- under a version is right while the version stands. A sequence would move before the commit, and one row would make acts wait
-- for each other; the place of a connection among the server's has one transaction at a time.
create function move_version() returns trigger language plpgsql as $$
begin
  -- Once a transaction is enough; a setting of the transaction goes with what is rolled back of it.
  if current_setting('institution.version_moved', true) = 'yes' then
    return null;
  end if;
  insert into public_version as version (slot, moved)
    select place, 1 from pg_stat_get_backend_idset() as place where pg_stat_get_backend_pid(place) = pg_backend_pid()
    on conflict (slot) do update set moved = version.moved + 1;
  perform set_config('institution.version_moved', 'yes', true);
  return null;
end $$;

do $$
declare read text;
begin
  foreach read in array array['boost', 'census_snapshot', 'claim', 'forecast', 'member', 'observation', 'post', 'precedent', 'public_setting', 'registry_check',
                              'relationship', 'resolution', 'review', 'thread', 'thread_member', 'vouch', 'weekly_challenge'] loop
    execute format('create trigger z_version after insert or update or delete or truncate on %I for each statement execute function move_version()', read);
  end loop;
end $$;

create trigger a_kept before insert or update or delete on public_version for each row execute function keep_derived();
create trigger a_truncate before truncate on public_version for each statement execute function keep_row();

revoke all on all functions in schema public from public;
