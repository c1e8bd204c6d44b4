import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#prisma/database.ts';
import { anotherApi, type Institution, openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason } from '#test/kit/samples.ts';
import { allowIn, password } from '#test/kit/sessions.ts';
import { attributes, formOf, openVisitor, plain, type Visitor } from './visitor.ts';

let institution: Institution;
let client: Client;
let ada: Person;
let bo: Person;
let administrator: Person;
let member: Visitor;
let staff: Visitor;

beforeAll(async () => {
  institution = await openInstitution();
  const { database, address } = institution;
  client = await openClient(address);
  [ada, bo] = [await person(database, { handle: 'ada' }), await person(database, { handle: 'bobo' })];
  administrator = await person(database, { handle: 'admin', role: 'administrator' });
  for (const one of [ada, administrator]) await allowIn(database, one);
  [member, staff] = [await openVisitor(address, ada), await openVisitor(address, administrator)];
});

const claims = async () => (await institution.database.one<{ n: number }>(sql`select count(*)::int as n from claim`)).n;

const placeOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers.location).split('?')[0] ?? '';

test('a form is taken from its own session and site only', async () => {
  const page = await member.open('/registry/new');
  const before = await claims();
  const send = (fields: object, headers: object) =>
    member.send('/registry/new', 'claim', { ...aClaim(), ...fields }, { on: page, headers });
  for (const [fields, headers] of [
    [{ _csrf: '' }, {}],
    [{ _csrf: 'A'.repeat(43) }, {}],
    [{}, { 'sec-fetch-site': 'cross-site' }],
    [{}, { 'sec-fetch-site': 'same-site' }],
    [{}, { origin: 'https://elsewhere.example' }],
    [{}, { origin: 'null' }],
  ]) {
    const refused = await send(fields ?? {}, headers ?? {});
    expect([refused.status, refused.html.includes('auth.csrf')]).toEqual([403, true]);
  }
  expect(await claims()).toBe(before);
  expect((await send({}, { 'sec-fetch-site': 'same-origin', origin: institution.origin })).status).toBe(303);
});

test('sent twice at once, a form makes one thing and leads to it both times', async () => {
  const page = await member.open('/registry/new');
  const before = await claims();
  const sent = await Promise.all(
    [1, 2, 3].map(() => member.send('/registry/new', 'claim', { ...aClaim() }, { on: page })),
  );
  expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(new Set(sent.map(placeOf)).size).toBe(1);
  expect(await claims()).toBe(before + 1);
  // Another claim from the page before: nothing is lost, and the form has a key of its own now.
  const other = await member.send('/registry/new', 'claim', { ...aClaim({ title: 'Another title' }) }, { on: page });
  expect([other.status, other.html.includes('idempotency.mismatch')]).toEqual([422, true]);
  expect(formOf(other, 'claim').hidden._key).not.toBe(formOf(page, 'claim').hidden._key);
  expect((await member.send('', 'claim', { ...aClaim({ title: 'Another title' }) }, { on: other })).status).toBe(303);
  expect(await claims()).toBe(before + 2);
});

test('a refused form keeps what was typed, says at each field what is wrong, and is sent again under its key', async () => {
  const typed = {
    ...aClaim({ title: 'no', artifactUrl: 'http://example.org', artifactSha256: 'xyz' }),
    claim: '\n</textarea><script>alert(1)</script> "quoted" & \'so\' &amp; on',
    'relationships[0].kind': 'narrows',
    'relationships[0].targetId': 'clm_nothing',
    'relationships[4].kind': 'contradicts',
  };
  const page = await member.open('/registry/new');
  const refused = await member.send('/registry/new', 'claim', typed, { on: page });
  expect([refused.status, refused.headers['cache-control']]).toEqual([400, 'private, no-store']);
  expect(refused.html).toContain('<title>Refused: File a claim · Morrowkin</title>');
  expect(refused.html).not.toContain('<script>alert');
  const { html, hidden } = formOf(refused, 'claim');
  expect(hidden._key).toBe(formOf(page, 'claim').hidden._key);
  const area = /<textarea [^>]*name="claim"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? '';
  expect(plain(area)).toBe(`\n${typed.claim}`); // the first line end is the parser's
  for (const [name, value] of Object.entries(typed)) {
    if (/claim|method|environment|4/.test(name) || name.endsWith('kind')) continue;
    const input = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => attributes(tag)).find((one) => one.name === name);
    expect(input?.value, name).toBe(value);
  }
  for (const field of ['title', 'artifactUrl', 'artifactSha256', 'relationships[1].targetId']) {
    const tag = [...html.matchAll(/<(input|textarea) [^>]*>/g)]
      .map(([one]) => attributes(one))
      .find((one) => one.name === field);
    expect(tag, field).toMatchObject({ 'aria-invalid': 'true' });
    const said = tag?.['aria-describedby']
      ?.split(' ')
      .map((id) => new RegExp(`id="${id}"[^>]*>([^<]+)`).exec(html)?.[1]);
    expect(said?.every(Boolean), field).toBe(true);
    expect(html, field).toContain(`href="#${tag?.id}"`);
  }
  expect(
    (
      await member.send(
        '',
        'claim',
        { ...aClaim(), 'relationships[0].kind': '', 'relationships[0].targetId': '', 'relationships[1].kind': '' },
        { on: refused },
      )
    ).status,
  ).toBe(303);
});

test('a token is shown once, also where its form is sent twice', async () => {
  const page = await member.open('/account');
  const fields = { label: 'for a script', scopes: 'read write' };
  const [first, again] = [
    await member.send('/account', 'token', fields, { on: page }),
    await member.send('/account', 'token', fields, { on: page }),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  const secret = /mk_[\w-]{43}/.exec(first.html)?.[0];
  expect(secret).toBeDefined();
  expect(first.headers['cache-control']).toBe('private, no-store');
  expect(/mk_/.test(again.html)).toBe(false);
  expect(again.html).toContain('issued before');
  expect((await member.open('/account')).html).not.toContain(secret);
});

describe('signing in', () => {
  test('leads on to pages of this site only, and never shows the password again', async () => {
    const visitor = await openVisitor(institution.address);
    const fields = { handle: 'ada', password };
    for (const [next, to] of [
      ['/registry/new?observation=x', '/registry/new?observation=x'],
      ['//elsewhere.example/', '/account?done=signed-in'],
      ['/\\elsewhere.example', '/account?done=signed-in'],
      ['https://elsewhere.example/', '/account?done=signed-in'],
    ] as const) {
      const done = await visitor.send(`/sign-in?next=${encodeURIComponent(next)}`, 'sign-in', fields);
      expect([done.status, done.headers.location]).toEqual([303, to]);
    }
    const wrong = await visitor.send('/sign-in', 'sign-in', { handle: 'ada', password: 'quite another one' });
    expect(wrong.status).toBe(401);
    expect(wrong.html).not.toContain('quite another one');
    expect(wrong.html).toContain('value="ada"');
  });

  test('is asked for where a page needs it, and staff pages are for staff', async () => {
    const visitor = await openVisitor(institution.address);
    const asked = await visitor.open('/account?x=1');
    expect([asked.status, asked.headers.location]).toEqual([303, '/sign-in?next=%2Faccount%3Fx%3D1']);
    expect((await member.open('/admin/institution')).status).toBe(403);
    expect((await member.open('/admin/institution/settings')).status).toBe(403);
    expect((await staff.open('/admin/institution/settings')).status).toBe(200);
  });
});

test('what is not there and what is not for the reader are one page', async () => {
  const { id } = (await client.post('/registry', aClaim(), { as: bo })).body.claim;
  await client.patch(`/registry/${id}`, { state: 'withdrawn' }, { as: bo });
  const [gone, never] = [await member.open(`/registry/${id}`), await member.open(`/registry/${id.slice(0, -1)}0`)];
  expect([gone.status, never.status]).toEqual([404, 404]);
  const told = (html: string) => html.replaceAll(/clm_\w+/g, 'ID');
  expect(told(gone.html)).toBe(told(never.html));
});

describe('staff', () => {
  test('who may not review see why before trying', async () => {
    const claim = (await client.post('/registry', aClaim(), { as: administrator })).body.claim;
    const { check } = (
      await client.post(`/registry/${claim.id}/checks`, { ...aCheck(claim.id), claimId: undefined }, { as: bo })
    ).body;
    const page = await staff.open(`/admin/institution/checks/${check.id}`);
    expect(page.html).toContain('so someone else reviews it');
    expect(() => formOf(page, 'review')).toThrow();
    expect((await staff.open('/admin/institution')).html).toContain('You are of its operator or the claim’s');
    const conclude = await staff.open(`/admin/institution/claims/${claim.id}`);
    expect(conclude.html).toContain('so someone else concludes');
    expect(() => formOf(conclude, 'resolve')).toThrow();
  });

  test('publish no precedent with identifying text: it is refused where it stands, and kept', async () => {
    const fields = {
      situation: 'A member wrote to someone@example.org about a claim.',
      decision: 'The text was hidden for what it said of others.',
      reasons: 'Personal data has no place in a submission.',
      ruleIds: 'claims.hide',
      sourceCaseReference: 'Case 7',
      manualReviewConfirmed: 'true',
    };
    const refused = await staff.send('/admin/institution/precedents', 'publish', fields);
    expect(refused.status).toBe(422);
    const { html } = formOf(refused, 'publish');
    expect(html).toMatch(/<textarea [^>]*name="situation"[^>]*aria-invalid="true"/);
    expect(html).toContain('wrote to someone@example.org');
    expect(html).not.toContain('namesConfirmed');
    const named = await staff.send(
      '',
      'publish',
      { ...fields, situation: 'Whether Bobo was right was asked of staff.' },
      { on: refused },
    );
    expect([named.status, named.html.includes('precedent.names_member')]).toEqual([422, true]);
    const done = await staff.send(
      '',
      'publish',
      { ...fields, situation: 'Whether Bobo was right was asked of staff.', namesConfirmed: 'true' },
      { on: named },
    );
    expect([done.status, /^\/precedents\/prc_/.test(placeOf(done))]).toEqual([303, true]);
  });
});

test('too many acts, too many reads and maintenance are explained on the page', async () => {
  const { database, at } = institution;
  await database.query(sql`
    insert into counted_write (member_id, at)
    select ${ada.memberId}, institution_now() - interval '30 minutes' from generate_series(1, 300)`);
  const { title, claim, ...rest } = aClaim();
  const late = await member.send('/registry/new', 'claim', { title, claim, ...rest });
  expect([late.status, Number(late.headers['retry-after']) > 1700]).toEqual([429, true]);
  expect(late.html).toContain('limit.writes');
  expect(late.html).toMatch(/Try again in (29|30) minutes/);
  expect(late.html).toContain(claim);
  await database.query(sql`delete from counted_write`);

  await client.patch('/settings', { maintenance: true, reason: aReason }, { as: administrator });
  const shut = await member.send('/registry/new', 'claim', { title, claim, ...rest });
  expect([shut.status, shut.html.includes('maintenance'), shut.html.includes(claim)]).toEqual([503, true, true]);
  expect((await member.open('/registry')).status).toBe(200);
  await client.patch('/settings', { maintenance: false, reason: aReason }, { as: administrator });

  const { address } = await anotherApi(at, { readLimit: 2 });
  const visitor = await openVisitor(address);
  const read = [await visitor.open('/terms'), await visitor.open('/terms'), await visitor.open('/terms')];
  expect(read.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(read[2]?.html).toContain('reading over a minute for each address');
  expect(read[2]?.html).toMatch(/<h1>/);
});
