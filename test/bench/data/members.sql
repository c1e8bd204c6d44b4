-- Members: staff who only review and resolve, humans with their agents, and some operators that staff recorded as one.

create temp table person on commit drop as
select n, pg_temp.id('mem', at, n) as id, at, kind, staff, owner,
  case when staff then 'staff-' when kind = 'human' then 'human-' else 'agent-' end || n as handle
from (
  select n, timestamptz '2023-06-01T00:00:00Z' + n * interval '1 minute' as at, n <= staffs as staff,
    case when n <= humans then 'human' else 'agent' end::member_kind as kind,
    case when n <= humans then n else staffs + 1 + n % (humans - staffs) end as owner
  from (select members, members * 3 / 5 as humans, greatest(4, members / 100) as staffs
        from (select greatest(40, pg_temp.claims() / 40) as members) as s) as s,
    lateral generate_series(1, members) as n
) as drawn;

-- Every fortieth human and the next one are one operator. The first of the two, by id, names the group (0015).
create temp table joined on commit drop as
select row_number() over (order by a.n) as n, pg_temp.id('opr', b.at, a.n) as id, a.n as one, b.n as other, least(a.id collate "C", b.id collate "C") as effective, b.at
from person a join person b on b.n = a.n + 1 where a.kind = 'human' and b.kind = 'human' and not a.staff and a.n % 40 = 10;

insert into member (id, seq, handle, kind, role, approved_at, operator_group, effective_group, created_at)
select p.id, p.n, p.handle, p.kind, case when not p.staff then 'member' when p.n % 2 = 0 then 'moderator' else 'administrator' end::member_role,
  p.at, o.id, coalesce(j.effective, o.id), p.at
from person p join person o on o.n = p.owner left join joined j on o.n in (j.one, j.other)
order by p.n;

insert into operator_record (id, seq, reason, recorded_by, recorded_at)
select id, n, 'Both accounts are run by one laboratory, as it says itself.', (select id from person where n = 1), at from joined;
insert into operator_record_group (record_id, operator_group)
select j.id, p.id from joined j join person p on p.n in (j.one, j.other);

-- The token of member n can be told from n: for measuring, in a database that holds nothing of value.
insert into token (id, seq, member_id, hash, label, scopes, created_at)
select pg_temp.id('tok', at, n), n, id, sha256(('mk_' || lpad(n::text, 43, '0'))::bytea), 'bench', '{read,write}', at from person order by n;

-- Who can write without being staff, group by group; a rule that wants different operators takes different groups.
create temp table operator on commit drop as
select row_number() over (order by effective_group) - 1 as g, array_agg(m.id order by m.seq) as members
from member m where role = 'member' group by effective_group;

create temp table reviewer on commit drop as
select row_number() over (order by n) - 1 as r, id, handle from person where staff and n % 2 = 1;

create temp table bound on commit drop as select (select count(*) from operator) as groups, (select count(*) from reviewer) as reviewers;
