-- A session's CSRF token is derived from its secret, so that none is stored.
ALTER TABLE "session" DROP COLUMN "csrf";

-- CreateTable
CREATE TABLE "attempt" (
    "id" BIGSERIAL NOT NULL,
    "of" BYTEA NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "attempt_of_until_idx" ON "attempt"("of", "until");

-- CreateIndex
CREATE INDEX "attempt_until_idx" ON "attempt"("until");

alter table attempt add constraint attempt_of_is_sha256 check (octet_length("of") = 32);

-- Tries to sign in or up, exact across processes: locks in one order first, then count. `ids` is null where a limit is full.
create function count_attempt(p_ofs bytea[], p_mosts int[], p_seconds int[])
returns table (ids bigint[], retry_seconds int)
language plpgsql as $$
declare moment timestamptz; full_until timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('attempt:' || encode(sorted.o, 'hex'), 0)) from (select o from unnest(p_ofs) as given (o) order by o) as sorted;
  moment := institution_now();
  delete from attempt where id in (select a.id from attempt a where a.until <= moment order by a.until limit 100 for update skip locked);
  -- Room comes back when the first of the newest `most` stops counting.
  select max(f.until) into full_until
    from unnest(p_ofs, p_mosts) as g (o, most),
      lateral (select a.until from attempt a where a.of = g.o and a.until > moment order by a.until desc offset g.most - 1 limit 1) as f;
  if full_until is null then
    with made as (
      insert into attempt ("of", until) select g.o, moment + make_interval(secs => g.s) from unnest(p_ofs, p_seconds) as g (o, s) returning id
    )
    select array_agg(made.id) into ids from made;
  end if;
  retry_seconds := greatest(ceil(extract(epoch from full_until - moment))::int, 1);
  return next;
end $$;
revoke all on function count_attempt(bytea[], int[], int[]) from public;
