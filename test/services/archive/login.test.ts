// The archive's login reads the publication and nothing else, whatever is asked and whatever table there may be (8.4).
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { databaseError } from '#prisma/sqlstate.ts';
import { checkLogin, UnfitLogin } from '#services/archive/login.ts';
import { createDatabase, type TestDatabase } from '#test/kit/cluster.ts';

const readable = ['publication', 'publication_head', 'publication_page', 'publication_block', 'public_setting'];
const refused = '42501';

let database: TestDatabase;
let owner: pg.Client;
let superuser: pg.Client;
const roles: string[] = [];
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await createDatabase();
  owner = await connect(database.url);
  const url = new URL(inject('cluster').superuserUrl);
  url.pathname = `/${database.name}`;
  superuser = await connect(url.href);
});

afterAll(async () => {
  for (const role of roles) await superuser.query(`drop owned by ${role}; drop role ${role}`);
  await Promise.all(clients.map((client) => client.end()));
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  clients.push(client);
  return client;
}

/** A login of this test alone: roles belong to the whole cluster, which other tests use at the same time. */
async function newLogin(attributes = ''): Promise<{ role: string; url: string }> {
  const role = `archive_${randomBytes(5).toString('hex')}`;
  await superuser.query(`create role ${role} login password 'test' ${attributes}`);
  roles.push(role);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'test';
  return { role, url: url.href };
}

async function sqlstateOf(client: pg.Client, statement: string): Promise<string> {
  return client.query(statement).then(
    () => 'done',
    (thrown) => databaseError(thrown)?.sqlstate ?? String(thrown),
  );
}

describe('what a plain login is given', () => {
  test('is enough for the archive and no more', async () => {
    const { url } = await newLogin();
    await expect(checkLogin(url)).resolves.toBeUndefined();
    await expect(checkLogin(database.archiveUrl)).resolves.toBeUndefined();
  });

  test('opens no table and no column but those of the publication, by any statement', async () => {
    // A table that nobody has thought of yet, made the way a later migration would make it.
    await owner.query(
      "create table later_table (id bigserial primary key, secret text); insert into later_table (secret) values ('marked')",
    );
    await owner.query('create view later_view as select secret from later_table');
    await owner.query('create materialized view later_copy as select secret from later_table');
    await owner.query('analyze');
    const { rows: columns } = await owner.query<{ relation: string; kind: string; column: string; ours: boolean }>(`
      select c.oid::regclass::text as relation, c.relkind as kind, quote_ident(a.attname) as column, a.attnum > 0 as ours
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1, a.attnum`);
    const relations = [...new Set(columns.map(({ relation }) => relation))];
    const ofKind = (wanted: string) => [
      ...new Set(columns.filter(({ kind }) => kind === wanted).map(({ relation }) => relation)),
    ];
    expect(relations).toEqual(
      expect.arrayContaining([
        ...readable,
        'member',
        'token',
        'forecast',
        'later_table',
        'later_view',
        'later_copy',
        'later_table_id_seq',
      ]),
    );

    const client = await connect((await newLogin()).url);
    const opened: string[] = [];
    const attempt = async (statement: string) => {
      const sqlstate = await sqlstateOf(client, statement);
      if (sqlstate !== refused) opened.push(`${sqlstate}: ${statement}`);
    };
    for (const { relation, kind, column, ours } of columns) {
      if (readable.includes(relation)) continue;
      await attempt(`select ${column} from ${relation}`);
      await attempt(`select max(${column}::text) from ${relation}`);
      await attempt(`select 1 from ${relation} where ${column} is not null`);
      if (kind !== 'r' || !ours) continue; // the system's own columns are written by nobody
      await attempt(`insert into ${relation} (${column}) select null returning ${column}`);
      await attempt(`update ${relation} set ${column} = ${column} returning ${column}`);
      await attempt(`copy ${relation} (${column}) to stdout`);
      await attempt(`copy ${relation} (${column}) from stdin`);
      await attempt(`explain analyze select ${column} from ${relation}`);
    }
    for (const relation of relations) {
      if (readable.includes(relation)) continue;
      await attempt(`table ${relation}`);
      await attempt(`select count(*) from ${relation}`);
      if (!ofKind('S').includes(relation)) await attempt(`select to_json(t), t from ${relation} t`);
      await attempt(`select 1 from publication where exists (select from ${relation})`);
      await attempt(`with t as materialized (select * from ${relation}) select * from t`);
      await attempt(`select * from publication p left join ${relation} t on true`);
      await attempt(`do $$ begin perform 1 from ${relation}; end $$`);
      await attempt(
        `do $$ declare r record; begin execute 'select * from ${relation} limit 1' into r; raise exception '%', r; end $$`,
      );
      await attempt(`select query_to_xml('select * from ${relation}', true, false, '')`);
      await attempt(`select table_to_xml('${relation}'::regclass, true, false, '')`);
      await attempt(`create view public.peek as select * from ${relation}`);
      await attempt(`create table public.peek as select * from ${relation}`);
      await attempt(`create temporary table peek as select * from ${relation}`);
      await attempt(
        `create function public.peek() returns setof ${relation} language sql as 'select * from ${relation}'`,
      );
    }
    for (const relation of ofKind('S')) {
      await attempt(`select nextval('${relation}')`);
      await attempt(`select currval('${relation}')`);
      await attempt(`select setval('${relation}', 1)`);
    }
    for (const relation of ofKind('r')) {
      if (readable.includes(relation)) continue;
      await attempt(`delete from ${relation} returning *`);
      await attempt(`do $$ begin lock table ${relation} in access share mode; end $$`);
      await attempt(`truncate ${relation}`);
      await attempt(`merge into ${relation} using (values (1)) v on false when not matched then do nothing`);
    }
    for (const relation of readable) {
      await attempt(`delete from ${relation}`);
      await attempt(`truncate ${relation}`);
    }
    expect(opened).toEqual([]);

    const told = await client.query(
      `
      select schemaname, tablename from pg_stats where schemaname = 'public' and tablename <> all ($1)
      union all select schemaname, sequencename from pg_sequences where last_value is not null`,
      [readable],
    );
    expect(told.rows).toEqual([]);
    await owner.query('drop view later_view; drop materialized view later_copy; drop table later_table');
  }, 120_000);

  test('opens no file, secret of the server, function, large object or other role', async () => {
    const { rows } = await owner.query<{ oid: string }>(`select lo_from_bytea(0, 'marked') as oid`);
    const { rows: functions } = await owner.query<{ call: string }>(`
      select p.oid::regproc::text || '(' || coalesce((select string_agg('null', ',') from unnest(p.proargtypes)), '') || ')' as call
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype`);
    expect(functions.length).toBeGreaterThan(0);
    const client = await connect((await newLogin()).url);
    const statements = [
      ...functions.map(({ call }) => `select ${call}`),
      `select lo_get(${rows[0]?.oid})`,
      `select * from pg_largeobject`,
      `select * from pg_authid`,
      `select * from pg_shadow`,
      `select * from pg_statistic`,
      `select * from pg_user_mapping`,
      `select subconninfo from pg_subscription`,
      `select * from pg_hba_file_rules`,
      `select * from pg_file_settings`,
      `select pg_read_file('postgresql.conf')`,
      `select pg_read_binary_file('PG_VERSION')`,
      `select pg_ls_dir('.')`,
      `select pg_stat_file('PG_VERSION')`,
      `select lo_import('/etc/hostname')`,
      `copy publication to '/tmp/peek'`,
      `copy (select 1) to program 'true'`,
      `set role ${new URL(database.url).username}`,
      `set session authorization ${new URL(database.url).username}`,
      `grant select on member to current_user`,
      `create schema peek`,
      `create extension dblink`,
      `select pg_create_logical_replication_slot('peek', 'pgoutput')`,
      `alter default privileges for role ${new URL(database.url).username} grant select on tables to public`,
    ];
    const opened: string[] = [];
    for (const statement of statements) {
      const sqlstate = await sqlstateOf(client, statement);
      if (sqlstate !== refused) opened.push(`${sqlstate}: ${statement}`);
    }
    expect(opened).toEqual([]);
    await owner.query(`select lo_unlink(${rows[0]?.oid})`);
  });
});

describe('the start refuses', () => {
  const powers: [string, (role: string) => string, RegExp][] = [
    ['a table', (role) => `grant select on member to ${role}`, /can read member/],
    ['one column', (role) => `grant select (handle) on member to ${role}`, /can read member/],
    ['a table through everyone', () => 'grant select on token to public', /can read token/],
    ['writing', (role) => `grant update (value) on public_setting to ${role}`, /can change public_setting/],
    ['deleting', (role) => `grant delete on publication to ${role}`, /can change publication/],
    ['asking whether rows exist', (role) => `grant references (id) on member to ${role}`, /member/],
    [
      'a sequence',
      (role) => `grant usage on sequence counted_write_id_seq to ${role}`,
      /sequence counted_write_id_seq/,
    ],
    ['a function', (role) => `grant execute on function institution_now() to ${role}`, /can call institution_now\(\)/],
    ['a catalogue', (role) => `grant select on pg_authid to ${role}`, /can read pg_authid/],
    [
      'one column of a catalogue',
      (role) => `grant select (subconninfo) on pg_subscription to ${role}`,
      /can read pg_subscription/,
    ],
    ['files', (role) => `grant execute on function pg_read_file(text) to ${role}`, /can call pg_read_file\(text\)/],
    ['every table', (role) => `grant pg_read_all_data to ${role}`, /belongs to the role pg_read_all_data/],
    [
      'other roles',
      (role) => `grant ${new URL(database.url).username} to ${role} with inherit false`,
      /belongs to the role/,
    ],
    ['temporary tables', (role) => `grant temporary on database ${database.name} to ${role}`, /temporary tables/],
    ['schemas', (role) => `grant create on database ${database.name} to ${role}`, /make schemas/],
    ['things in a schema', (role) => `grant create on schema public to ${role}`, /in the schema public/],
    [
      'large objects',
      (role) => `select lo_create(4242); grant select on large object 4242 to ${role}`,
      /large objects/,
    ],
    ['what is made later', (role) => `alter default privileges grant select on tables to ${role}`, /made later/],
    ['ownership', (role) => `create table owned (); alter table owned owner to ${role}`, /owns things/],
    ['being superuser', (role) => `alter role ${role} superuser`, /attribute superuser/],
    ['replication', (role) => `alter role ${role} replication`, /attribute replication/],
    ['making roles', (role) => `alter role ${role} createrole`, /attribute createrole/],
  ];
  test.for(powers)('a login with more: %s', async ([, give, sentence]) => {
    const { role, url } = await newLogin();
    await superuser.query(give(role));
    try {
      const outcome = await checkLogin(url).catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(UnfitLogin);
      expect((outcome as UnfitLogin).message).toMatch(sentence);
    } finally {
      await superuser.query(
        `alter role ${role} nosuperuser; revoke select on token from public; drop owned by ${role}`,
      );
    }
  });

  test('a login that cannot read what it should serve', async () => {
    const { url } = await newLogin();
    await owner.query('revoke select on publication_head from public');
    await expect(checkLogin(url)).rejects.toThrow('cannot read publication_head');
    await owner.query('grant select on publication_head to public');
  });
});
