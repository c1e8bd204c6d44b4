// Nothing private shows (issue: no forecast, appeal, restricted post, case reference, token, operator or audit entry in public):
// after a year in which every private field was filled, whatever the tables hold beyond what is public is looked for in every
// public answer of every door. A column is private unless it is named here, so one that nobody thought of is looked for as well.
import { isEnumType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Database, raw, sql } from '#prisma/database.ts';
import { schema } from '#schema/schema.ts';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { serveArchive } from '#test/kit/archive.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { freePort } from '#test/kit/port.ts';
import { type Caller, openCaller } from './api/mcp/caller.ts';
import { type Known, type Reading, readArchive, readGraphql, readRest, readSite, readTools } from './public-reads.ts';
import { liveAYear, type Year } from './year.ts';

const isOf = (claim: string) =>
  `exists (select from claim c where c.id = ${claim} and c.withdrawn_at is null and c.hidden_at is null)`;
const stands = 't.withdrawn_at is null and t.hidden_at is null';

/** What is public: of each table the columns, and of which rows. `*` is every column. */
const open: Record<string, { columns: string; of?: string }> = {
  member: { columns: 'id handle kind created_at', of: 't.handle <> all ($quiet)' },
  claim: { columns: '*', of: stands },
  registry_check: { columns: '*', of: `t.state = 'accepted' and ${isOf('t.claim_id')}` },
  review: {
    columns: '*',
    of: `exists (select from registry_check k where k.id = t.check_id and k.state = 'accepted' and ${isOf('k.claim_id')})`,
  },
  relationship: { columns: '*', of: `${isOf('t.source_id')} and ${isOf('t.target_id')}` },
  resolution: { columns: '*', of: isOf('t.claim_id') },
  observation: { columns: '*', of: stands },
  // An endorsement: who, whom, since and until.
  vouch: { columns: 'voucher_id newcomer_id created_at expires_at', of: `t.state = 'active'` },
  precedent: { columns: 'id situation decision reasons rule_ids published_at changed_at' },
  census_snapshot: { columns: '*' },
  weekly_challenge: { columns: '*' },
  thread: { columns: '*', of: `${stands} and t.visibility = 'public'` },
  post: {
    columns: '*',
    of: `${stands} and exists (select from thread h where h.id = t.thread_id and h.visibility = 'public' and h.withdrawn_at is null and h.hidden_at is null)`,
  },
  // What the archive may read (8.4).
  publication: { columns: '*' },
  publication_head: { columns: '*' },
  publication_page: { columns: '*' },
  publication_block: { columns: '*' },
  public_setting: { columns: 'key value' },
  // Names of lists and of acts, which are no secret of anyone's.
  list_head: { columns: '*' },
  audit_entry: { columns: 'act' },
  idempotency_key: { columns: 'act' },
};

/** Tables that are not the institution's. */
const notOurs = ['_prisma_migrations', 'simulated_clock', 'scheduled_job'];
/** Columns that a year leaves empty, and why. */
const emptied: readonly string[] = [];

let institution: Institution;
let client: Client;
let caller: Caller;
let archive: string;
let year: Year;
let known: Known;
let stranger: Person;
/** What must not show, with everywhere it stands. */
let secrets: Map<string, string[]>;
let columnsWithout: string[];

/** Words of the contract: names of states and acts, which everyone knows. */
const vocabulary = [
  'settings',
  ...Object.values(schema.getTypeMap()).flatMap((type) =>
    isEnumType(type) ? type.getValues().map(({ value }) => String(value)) : [],
  ),
];

/** The texts in which a value of a column could show. Numbers, short words and names of states are too common to be told. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(textsOf);
  if (typeof value !== 'string') return [];
  if (value.startsWith('\\x')) {
    const bytes = Buffer.from(value.slice(2), 'hex');
    return [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
  }
  if (/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/.test(value)) return [new Date(value).toISOString()];
  return value.length < 8 ? [] : [value];
}

/** Everything in the tables, parted in what may show and what may not. */
async function gather(database: Database, quiet: readonly string[]): Promise<void> {
  const columns = await database.query<{ table: string; column: string; type: string }>(sql`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> all (${notOurs})
    order by c.table_name, c.ordinal_position`);
  const shown = new Set<string>();
  secrets = new Map();
  columnsWithout = [];
  for (const table of new Set(columns.map((one) => one.table))) {
    const { columns: named = '', of = 'true' } = open[table] ?? {};
    const condition = raw(of.replace('$quiet', `array[${quiet.map((handle) => `'${handle}'`).join(', ')}]`));
    const rows = await database.query<{ row: Record<string, unknown>; public: boolean }>(
      sql`select to_jsonb(t) as row, coalesce(${condition}, false) as public from ${raw(table)} t`,
    );
    for (const { column, type } of columns.filter((one) => one.table === table)) {
      const where = `${table}.${column}`;
      if (!rows.some(({ row }) => row[column] !== null)) columnsWithout.push(where);
      // Names of states are vocabulary.
      if (type === 'USER-DEFINED') continue;
      const isOpen = named === '*' || named.split(' ').includes(column);
      for (const { row, public: shows } of rows)
        for (const text of textsOf(row[column])) {
          if (isOpen && shows) shown.add(text);
          else keepSecret(text, where);
        }
    }
  }
  for (const text of [...shown, ...vocabulary]) secrets.delete(text);
  // A probability as its author wrote it.
  const forecasts = await database.query<{ p: string }>(
    sql`select (millionths / 1e6)::float8::text as p from forecast`,
  );
  for (const { p } of forecasts) keepSecret(p, 'forecast.probability');
}

function keepSecret(text: string, where: string): void {
  const places = secrets.get(text) ?? [];
  if (!places.includes(where)) secrets.set(text, [...places, where]);
}

/** Where these secrets show, by where they stand; few words, whatever is found. */
function leaked(readings: readonly Reading[]): Map<string, string[]> {
  const byText = new Map(readings.map((one) => [one.text, one]));
  const whole = [...byText.keys()].join('\n');
  const found = new Map<string, string[]>();
  for (const [text, places] of secrets) {
    if (!whole.includes(text)) continue;
    const asked = [...byText.values()].filter((one) => one.text.includes(text)).map((one) => one.asked.slice(0, 200));
    for (const where of places)
      found.set(where, [
        ...(found.get(where) ?? []),
        `${text.slice(0, 80)} in ${asked[0]} (and ${asked.length - 1} more)`,
      ]);
  }
  return found;
}

beforeAll(async () => {
  const archivePort = await freePort();
  institution = await openInstitution({ archivePort });
  const { database, at } = institution;
  client = await openClient(institution.address);
  caller = await openCaller(institution.address);
  archive = await serveArchive({ archiveUrl: at.archiveUrl, origin: testOrigin }, { port: archivePort });
  year = await liveAYear(institution, client);
  const tables =
    'claim registry_check review relationship resolution forecast observation vouch appeal precedent weekly_challenge thread post';
  const ids: string[] = [];
  for (const table of tables.split(' '))
    ids.push(...(await database.query<{ id: string }>(sql`select id from ${raw(table)}`)).map(({ id }) => id));
  const members = await database.query<{ id: string }>(sql`select id from member where handle = any (${year.handles})`);
  known = { ids: [...ids, ...members.map(({ id }) => id)], handles: year.handles };
  await gather(
    database,
    year.quiet.map(({ handle }) => handle),
  );
  for (const [what, text] of Object.entries(year.spoken)) keepSecret(text, what);
  for (const { handle, memberId } of year.quiet) {
    keepSecret(handle, 'a handle');
    keepSecret(memberId, 'a member’s id');
  }
  // Everything has happened before this one came.
  stranger = await person(database, { handle: 'stranger' });
}, 240_000);

describe('after a year in which everything happened', () => {
  test('every column of every table was filled, so every private one has something to hide', () => {
    expect(columnsWithout.filter((column) => !emptied.includes(column))).toEqual([]);
    expect(emptied.filter((column) => !columnsWithout.includes(column))).toEqual([]);
    const places = new Set([...secrets.values()].flat());
    for (const place of [
      ...[
        'forecast.probability',
        'appeal.grounds',
        'appeal.reason',
        'thread.title',
        'post.body',
        'thread.id',
        'post.id',
      ],
      ...['precedent.source_case_reference', 'token.hash', 'token.label', 'password.hash', 'session.id', 'a token'],
      ...['operator_record.reason', 'operator_record.void_reason', 'audit_entry.reason', 'audit_entry.id', 'a handle'],
      ...['vouch.forfeit_reason', 'vouch.id', 'ledger_entry.id', 'idempotency_key.key', 'member.suspended_at'],
      ...['registry_check.method', 'review.reason', 'claim.title', 'observation.body', 'a withdrawn precedent'],
    ])
      expect([...places], place).toContain(place);
  });

  test('nothing private is in any page or document of the archive', async () => {
    const readings = await readArchive(archive);
    const text = readings.map((one) => one.text).join('\n');
    for (const shown of Object.values(year.shown)) expect(text.includes(shown)).toBe(true);
    expect(leaked(readings)).toEqual(new Map());
  });

  test('nothing private is on any page of the site', async () => {
    const readings = await readSite(institution.address, known);
    const text = readings.map((one) => one.text).join('\n');
    for (const shown of Object.values(year.shown)) expect(text.includes(shown)).toBe(true);
    expect(leaked(readings)).toEqual(new Map());
  }, 240_000);

  test.each(['a visitor', 'a member whom nothing concerns'])(
    'nothing private is in any answer to %s',
    async (reader) => {
      const as = reader === 'a visitor' ? undefined : stranger;
      for (const readings of [await readRest(client, known, as), await readGraphql(client, known, as)]) {
        const text = readings.map((one) => one.text).join('\n');
        for (const shown of Object.values(year.shown)) expect(text.includes(shown)).toBe(true);
        expect(leaked(readings)).toEqual(new Map());
      }
      const told = await readTools(caller, known, as);
      expect(told.some(({ text }) => text.includes(year.shown.claim))).toBe(true);
      expect(leaked(told)).toEqual(new Map());
    },
    240_000,
  );

  test('what is private shows to those whom it concerns, so that it would have been found', async () => {
    const places = async (read: typeof readRest, as: Person, what = known) => [
      ...leaked(await read(client, what, as)).keys(),
    ];
    // What is one’s own stands in lists of one’s own.
    const nothing: Known = { ids: [], handles: [] };
    const forStaff = ['appeal.grounds', 'thread.title', 'post.body', 'claim.title', 'registry_check.method'];
    const forVoucher = ['vouch.id', 'vouch.forfeit_reason', 'appeal.grounds', 'ledger_entry.id', 'token.id'];
    // One field of staff's is in GraphQL only.
    for (const [read, source] of [
      [readRest, false],
      [readGraphql, true],
    ] as const) {
      const staff = await places(read, year.administrator);
      expect(staff).toEqual(expect.arrayContaining([...forStaff, 'audit_entry.reason']));
      expect(staff.includes('precedent.source_case_reference')).toBe(source);
      expect(await places(read, year.voucher, nothing)).toEqual(expect.arrayContaining(forVoucher));
      expect(await places(read, year.forecaster)).toContain('forecast.probability');
    }
    const told = [...leaked(await readTools(caller, nothing, year.voucher)).keys()];
    expect(told).toEqual(expect.arrayContaining(['vouch.id', 'ledger_entry.id']));
  }, 240_000);
});
