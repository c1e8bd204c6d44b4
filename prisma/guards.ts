// What Postgres holds beyond schema.prisma: the hand-written guards. Prisma's engine does not compare them, so a committed listing does.
import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';

export const LISTING = new URL('./guards.txt', import.meta.url);

const SECTIONS: Array<[title: string, lines: string]> = [
  [
    'functions (with the first half of the SHA-256 of their bodies)',
    `select format('%s(%s) returns %s; %s %s%s; %s', p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid),
       l.lanname, case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
       case when p.prosecdef then ' security definer' else '' end || coalesce(' set ' || array_to_string(p.proconfig, ', '), ''),
       left(encode(sha256(convert_to(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), 'UTF8')), 'hex'), 32)) as line
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  ],
  [
    'triggers',
    `select pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' else ' (enabled: ' || t.tgenabled::text || ')' end as line
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  ],
  [
    'check and exclusion constraints',
    `select format('%s %s: %s%s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid), case when c.convalidated then '' else ' not valid' end) as line
     from pg_constraint c where c.contype in ('c', 'x') and c.connamespace = 'public'::regnamespace`,
  ],
  [
    'partial and expression indexes',
    `select pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and (i.indpred is not null or i.indexprs is not null)`,
  ],
  [
    'views',
    `select format('%s: %s', c.relname, pg_get_viewdef(c.oid)) as line from pg_class c
     where c.relkind in ('v', 'm') and c.relnamespace = 'public'::regnamespace`,
  ],
  [
    'rights given to everyone',
    `select format('%s on %s', lower(a.privilege_type), c.relname) as line from pg_class c, aclexplode(c.relacl) a
     where c.relnamespace = 'public'::regnamespace and a.grantee = 0
     union all select format('%s on %s.%s', lower(a.privilege_type), t.attrelid::regclass, t.attname) from pg_attribute t, aclexplode(t.attacl) a
     where a.grantee = 0 and t.attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
     union all select format('execute on %s(%s)', p.proname, pg_get_function_identity_arguments(p.oid))
     from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
     where p.pronamespace = 'public'::regnamespace and a.grantee = 0
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all select format('%s on schema public', lower(a.privilege_type)) from pg_namespace n, aclexplode(n.nspacl) a
     where n.nspname = 'public' and a.grantee = 0`,
  ],
];

/** The listing of a migrated database: every guard on a line of its own, sorted, so that a difference reads as one. */
export async function listGuards(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const parts = [
      'What the migrations add to schema.prisma. Written by `npm run migration:guards`; compared with the database by a test.',
    ];
    for (const [title, statement] of SECTIONS) {
      const { rows } = await client.query<{ line: string }>(statement);
      parts.push([`# ${title}`, ...rows.map(({ line }) => line.replace(/\s+/g, ' ').trim()).sort()].join('\n'));
    }
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

export const committedGuards = (): Promise<string> => readFile(LISTING, 'utf8');
export const commitGuards = (listing: string): Promise<void> => writeFile(LISTING, listing);
