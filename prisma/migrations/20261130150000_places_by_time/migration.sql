-- A place in these lists is a cursor that readers see, and who sees only some of the things must not count the others by it:
-- restricted threads, their posts, other people's appeals. So a place is the moment it was drawn, in microseconds, which fits
-- an integer cursor (1.9) until the year 2255; where the clock stands still or goes back, the number after the last one.
create function draw_place_by_time() returns trigger language plpgsql as $$
declare moment bigint := floor(extract(epoch from clock_timestamp()) * 1000000);
begin
  insert into list_head as head (list, last) values (tg_argv[0], moment)
    on conflict (list) do update set last = greatest(head.last + 1, moment)
    returning last into new.seq;
  return new;
end $$;

create or replace trigger b_place before insert on thread for each row execute function draw_place_by_time('threads');
create or replace trigger b_place before insert on post for each row execute function draw_place_by_time('posts');
create or replace trigger b_place before insert on appeal for each row execute function draw_place_by_time('appeals');

revoke all on function draw_place_by_time() from public;
