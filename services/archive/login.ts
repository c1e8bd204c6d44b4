import pg from 'pg';

/** The only relations the archive may read (8.4), Postgres's own catalogues aside. */
const readable = ['publication', 'publication_head', 'publication_page', 'publication_block', 'public_setting'];

/** The login of ARCHIVE_DATABASE_URL is not fit to serve the public; the message is the sentence to show. */
export class UnfitLogin extends Error {
  override readonly name = 'UnfitLogin';
}

const mostNamed = 5;

/** Refuses a login that cannot read what the archive serves, or that could read, write or become anything beyond it. */
export async function checkLogin(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, options: '-c statement_timeout=30000' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: lacking } = await client.query<{ what: string }>(lackingQuery, [readable]);
    if (lacking.length > 0)
      throw new UnfitLogin(`The login of ARCHIVE_DATABASE_URL cannot read ${named(lacking)}; run the set-up first.`);
    const { rows: beyond } = await client.query<{ what: string }>(beyondQuery, [readable]);
    if (beyond.length > 0) {
      throw new UnfitLogin(
        `The login of ARCHIVE_DATABASE_URL can do more than read the publication: ${named(beyond)}. ` +
          'Give the archive a login that owns nothing, belongs to no role and was granted nothing.',
      );
    }
  } finally {
    await client.end();
  }
}

function named(findings: readonly { what: string }[]): string {
  const first = findings.slice(0, mostNamed).map(({ what }) => what);
  const rest = findings.length - first.length;
  return rest > 0 ? `${first.join('; ')}; and ${rest} more` : first.join('; ');
}

const lackingQuery = `
  select name as what from unnest($1::text[]) as name
  where not coalesce(has_table_privilege(session_user, to_regclass('public.' || quote_ident(name)), 'select'), false)`;

// Everything is judged for session_user: a role that the connection string sets can be reset.
// What Postgres itself gives to everyone in pg_catalog is read from pg_init_privs, so a grant added to a catalogue shows; the views of
// information_schema show each login what concerns it and are not recorded there.
const beyondQuery = `
  with me as (select * from pg_roles where rolname = session_user),
  system as (select oid from pg_namespace where nspname in ('pg_catalog', 'information_schema')),
  allowed as (select to_regclass('public.' || quote_ident(name)) as oid from unnest($1::text[]) as name),
  born_public as (
    select i.classoid, i.objoid, i.objsubid, a.privilege_type
    from pg_init_privs i cross join lateral aclexplode(i.initprivs) a where a.grantee = 0
  ),
  relation as (
    select c.oid, c.oid::regclass::text as name, c.relkind, n.nspname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f', 't')
  )

  select 'it has the attribute ' || attribute as what
  from me cross join lateral (values
    ('superuser', rolsuper), ('replication', rolreplication), ('bypassrls', rolbypassrls),
    ('createrole', rolcreaterole), ('createdb', rolcreatedb)) as v (attribute, held)
  where held

  union all
  select 'it belongs to the role ' || r.rolname from pg_roles r, me
  where r.oid <> me.oid and pg_has_role(me.oid, r.oid, 'member')

  union all
  select distinct 'it owns things of this database' from pg_shdepend d, me, pg_database b
  where b.datname = current_database() and d.refclassid = 'pg_authid'::regclass and d.refobjid = me.oid and d.deptype = 'o'
    and (d.dbid = b.oid or d.classid = 'pg_database'::regclass and d.objid = b.oid)

  union all
  select 'it can read ' || r.name from relation r
  where r.nspname not in ('pg_catalog', 'information_schema') and r.oid not in (select oid from allowed)
    and has_any_column_privilege(session_user, r.oid, 'select, insert, update, references')

  union all
  select 'it can change ' || r.name from relation r
  where has_any_column_privilege(session_user, r.oid, 'insert, update, references') and r.oid in (select oid from allowed)
    or has_table_privilege(session_user, r.oid, 'delete, truncate, trigger')

  union all
  select distinct 'it can read ' || r.name from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  where r.nspname = 'pg_catalog' and has_column_privilege(session_user, r.oid, a.attnum, 'select') and not exists (
    select from born_public b where b.classoid = 'pg_class'::regclass and b.objoid = r.oid
      and b.objsubid in (0, a.attnum) and b.privilege_type = 'SELECT')

  union all
  select 'it can read the sequence ' || c.oid::regclass::text from pg_class c
  where c.relkind = 'S' and has_sequence_privilege(session_user, c.oid, 'select, usage, update')

  union all
  select 'it can call ' || p.oid::regprocedure::text from pg_proc p
  where has_function_privilege(session_user, p.oid, 'execute') and case
    when p.pronamespace in (select oid from system) then exists (
        select from pg_init_privs i where i.classoid = 'pg_proc'::regclass and i.objoid = p.oid)
      and not exists (
        select from born_public b where b.classoid = 'pg_proc'::regclass and b.objoid = p.oid and b.privilege_type = 'EXECUTE')
    else true end

  union all
  select distinct 'it can read large objects' from pg_largeobject_metadata m, me
  where m.lomowner = me.oid or current_setting('lo_compat_privileges')::boolean
    or exists (select from aclexplode(m.lomacl) a where a.grantee in (0, me.oid))

  union all
  select 'it can make temporary tables' where has_database_privilege(session_user, current_database(), 'temporary')
  union all
  select 'it can make schemas' where has_database_privilege(session_user, current_database(), 'create')
  union all
  select 'it can make things in the schema ' || n.nspname from pg_namespace n where has_schema_privilege(session_user, n.oid, 'create')

  union all
  select 'it can use the foreign server ' || s.srvname from pg_foreign_server s where has_server_privilege(session_user, s.oid, 'usage')
  union all
  select 'it can use the foreign-data wrapper ' || w.fdwname from pg_foreign_data_wrapper w
  where has_foreign_data_wrapper_privilege(session_user, w.oid, 'usage')

  union all
  select distinct 'what is made later would be granted to it' from pg_default_acl d cross join lateral aclexplode(d.defaclacl) a, me
  where a.grantee in (0, me.oid) and a.grantee <> d.defaclrole`;
