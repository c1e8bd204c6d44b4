// Visitors' answers are kept and never out of date: whatever happens, and whichever process is asked, a kept answer is the one that
// a process which keeps nothing gives at that moment.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { raw, sql } from '#prisma/database.ts';
import { nothingShared, runWriters, type Shared, scripts } from '#test/domain/publication/writers.ts';
import { anotherApi, type Institution, openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { alsoOn } from '#test/kit/institution.ts';
import { movingTables } from '#test/kit/moving-tables.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim } from '#test/kit/samples.ts';
import { type Reading, readGraphql, readRest, readSite } from '../public-reads.ts';
import { liveAYear } from '../year.ts';

/** Everything that a visitor can be told, in one query. */
const everything = `{
  claims(first: 60) { nodes {
    id title state evidence boosted createdAt checkCounts { accepted supports challenges unresolved } observation { id state }
    predictions { open closedBecause count } resolution { id } resolutions { id reason voided voidReason }
    author { handle acceptedChecks upheldChallenges endorsedBy { mentor { handle } until } endorses { newcomer { handle } since } }
    checks(first: 5) { nodes { id result independence challengeUpheld disclosure { modelFamily } reviews { id state reason } } }
    lineage { outgoing { id kind target { title } } incoming { id kind source { title } } }
  } }
  boostedClaims { nodes { id } }
  observations { nodes { id state title claim { id } } }
  member(handle: "checker-one") { endorses { newcomer { handle } until } }
  checkers { nodes { handle acceptedChecks upheldChallenges rank } }
  calibration { site { n claims meanBrier } bands { n observedRate } members { nodes { handle n meanBrier } } }
  census { takenAt nextAt counts { members { humans suspended } claims { active } vouches { active } } }
  censusHistory { takenAt }
  challenges { nodes { week state reason claim { id } counts { submitted accepted } publishedAt } }
  precedents { nodes { id state situation } }
  threads { nodes { id title state posts { nodes { id body author { handle } } } } }
  continuity { successorContacts }
}`;

/** The same, by REST and as pages. */
const addresses = [
  '/api/community/registry',
  '/api/community/observations',
  '/api/community/checkers',
  '/api/community/calibration',
  '/api/community/census',
  '/api/community/challenges',
  '/api/community/precedents',
  '/api/community/threads',
  '/',
  '/registry',
  '/census',
  '/members/checker-one',
];

/** Reads again and again while the work goes on; what the readings found wrong is the work's failure. */
async function reading<Result>(read: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
  let working = true;
  const readers = Array.from({ length: 4 }, async () => {
    while (working) await read();
  });
  try {
    return await work();
  } finally {
    working = false;
    await Promise.all(readers);
  }
}

interface Answer {
  status: number;
  text: string;
}

const answerOf = async ({ statusCode, body }: Awaited<ReturnType<typeof request>>): Promise<Answer> => ({
  status: statusCode,
  // Each making of a page has an idempotency key of its own.
  text: (await body.text()).replace(/name="_key" value="[^"]*"/g, ''),
});

const ask = async (address: string, query: string): Promise<Answer> =>
  answerOf(
    await request(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    }),
  );

const open = async (address: string, path: string): Promise<Answer> => answerOf(await request(`${address}${path}`));

let institution: Institution;
let client: Client;
let processes: string[];
let keepsNothing: string;
let agreed = 0;

/** Asks two processes that keep answers and one that does not. */
async function agree(paths: readonly string[]): Promise<void> {
  const fresh = await Promise.all([ask(keepsNothing, everything), ...paths.map((path) => open(keepsNothing, path))]);
  expect(JSON.parse(fresh[0]?.text ?? '').errors).toBeUndefined();
  for (const address of processes) {
    const kept = await Promise.all([ask(address, everything), ...paths.map((path) => open(address, path))]);
    expect(kept).toEqual(fresh);
  }
  agreed++;
}

beforeAll(async () => {
  institution = await openInstitution();
  const second = await anotherApi(institution.at);
  processes = [institution.address, second.address];
  keepsNothing = (await anotherApi(institution.at, {}, 0)).address;
  client = await openClient(institution.address);
});

describe('after every act and every hour of a year in which everything happens', () => {
  test('two processes answer as one that keeps nothing', { timeout: 180_000 }, async () => {
    let turn = 0;
    const some = () => Array.from({ length: 3 }, () => addresses[turn++ % addresses.length] ?? '/');
    const watched: Client = {
      ...client,
      async call(...sent) {
        const answer = await client.call(...sent);
        await agree(some());
        return answer;
      },
    };
    await liveAYear(institution, watched);
    await agree(addresses);
    expect(agreed).toBeGreaterThan(80);
  });

  test('a boost begins at once and ends for everyone with no one doing anything', async () => {
    const boosted = async () => {
      const answers = await Promise.all(processes.map((one) => ask(one, '{ boostedClaims { nodes { id } } }')));
      return answers.map(({ text }) => JSON.parse(text).data.boostedClaims.nodes.length > 0);
    };
    const at = (moment: typeof ended) => institution.database.query(sql`update simulated_clock set now = ${moment}`);
    const ended = sql`(select max(expires_at) from boost)`;
    expect(await boosted()).toEqual([true, true]);
    await at(sql`${ended} - interval '1 millisecond'`);
    expect(await boosted()).toEqual([true, true]);
    await at(ended);
    expect(await boosted()).toEqual([false, false]);
    await institution.database.query(
      sql`insert into boost (member_id, started_at, expires_at) select member_id, now(), now() from boost limit 1`,
    );
    expect(await boosted()).toEqual([true, true]);
    await agree(addresses);
  });

  test.each([{ successorContacts: 'The library of the town.' }, { calibrationMinimumSample: 100 }])(
    'a setting is seen at once: %o',
    async (change) => {
      const administrator = await person(institution.database, { role: 'administrator' });
      const sent = { ...change, reason: 'It was agreed on by everyone.' };
      expect((await client.patch('/settings', sent, { as: administrator })).status).toBe(200);
      await agree(addresses);
    },
  );
});

// A table that a visitor's answer is read from and that does not move the version would let answers grow old.
describe('read by a login that may look into nothing but the tables that move the version', () => {
  const login = `visitor_${randomBytes(6).toString('hex')}`;
  let address: string;

  /** In the institution's own database: a role is dropped where it was given something. */
  async function asSuperuser(...statements: string[]): Promise<void> {
    const url = new URL(inject('cluster').superuserUrl);
    url.pathname = `/${institution.at.name}`;
    const superuser = new pg.Client({ connectionString: url.href });
    await superuser.connect();
    for (const statement of statements) await superuser.query(statement);
    await superuser.end();
  }

  beforeAll(async () => {
    const moving = await movingTables(institution.database);
    await asSuperuser(
      `create role ${login} login password '${login}'`,
      `grant connect on database ${institution.at.name} to ${login}`,
      // A visitor's query of an appeal's id names that table, and finds nothing in it whatever it holds.
      `grant select on ${[...moving, 'public_version', 'appeal', 'simulated_clock'].join(', ')} to ${login}`,
      `grant execute on function institution_now() to ${login}`,
    );
    const url = new URL(institution.at.url);
    url.username = login;
    url.password = login;
    address = (await anotherApi({ url: url.href })).address;
  });
  afterAll(() => asSuperuser(`drop owned by ${login}`, `drop role ${login}`));

  test('every door has its answer', { timeout: 120_000 }, async () => {
    const some = await Promise.all(
      ['claim', 'registry_check', 'review', 'relationship', 'resolution', 'observation', 'forecast', 'vouch', 'appeal']
        .concat(['precedent', 'weekly_challenge', 'thread', 'post', 'member'])
        .map((table) =>
          institution.database.query<{ id: string }>(sql`select id from ${raw(table)} order by id limit 4`),
        ),
    );
    const ids = some.flat().map(({ id }) => id);
    const known = { ids, handles: ['checker-one', 'newcomer-endorsed'] };
    const visitor = await openClient(address);
    const readings = [
      ...(await readRest(visitor, known)),
      ...(await readGraphql(visitor, known)),
      ...(await readSite(address, known)),
    ];
    expect(readings.length).toBeGreaterThan(500);
    const failed = ({ status, text }: Reading) => status >= 500 || text.includes('Its reference is');
    expect(readings.filter(failed)).toEqual([]);
  });
});

test('writers at once leave nothing behind that is out of date, whenever it was kept', {
  timeout: 60_000,
}, async () => {
  const arranged = alsoOn(institution.at);
  const shared: Shared = nothingShared();
  const told = await runWriters(arranged, fc.sample(scripts(3, 0, 3), { seed: 5, numRuns: 1 })[0] ?? [], shared);
  expect(told).toBeGreaterThan(0);
  for (const lives of fc.sample(scripts(3, 2, 4), { seed: 7, numRuns: 6 })) {
    await reading(
      () => Promise.all(processes.map((address) => ask(address, everything))),
      () => runWriters(arranged, lives, shared),
    );
    await agree(['/api/community/registry', '/api/community/checkers', '/registry']);
  }
});

test('who asks after an act was acknowledged is told of it, by every process', async () => {
  const author = await person(institution.database);
  const newest = `{ claims(last: 1, filter: { author: "${author.handle}" }) { nodes { title } } }`;
  let acknowledged = 0;
  let reads = 0;
  const read = async (address: string) => {
    const least = acknowledged;
    const [claim] = JSON.parse((await ask(address, newest)).text).data.claims.nodes;
    expect(Number(claim?.title.split(' ').at(-1) ?? 0)).toBeGreaterThanOrEqual(least);
    reads++;
  };
  await reading(
    () => Promise.all(processes.map(read)),
    async () => {
      for (let number = 1; number <= 25; number++) {
        const made = await client.post('/registry', aClaim({ title: `Claim number ${number}` }), { as: author });
        expect(made.status).toBe(201);
        acknowledged = number;
      }
    },
  );
  expect(reads).toBeGreaterThan(25);
});

describe('what is kept', () => {
  /** Changes a title behind the version's back, which no act can. */
  async function changeUnseen(title: string): Promise<void> {
    await institution.database.transaction(async (tx) => {
      await tx.query(sql`alter table thread disable trigger user`);
      await tx.query(sql`update thread set title = ${title}`);
      await tx.query(sql`alter table thread enable trigger user`);
    });
  }
  const titles = '{ threads(first: 1) { nodes { title } } }';

  test('is sent without reading anything, until something changes', async () => {
    const read = async (method: 'graphql' | 'rest') => {
      const { body } = method === 'graphql' ? await client.graphql(titles) : await client.get('/threads?limit=1');
      return (body.data?.threads.nodes ?? body.threads)[0].title;
    };
    await changeUnseen('As it was');
    await institution.database.query(sql`update public_setting set value = value where key = 'origin'`);
    expect([await read('graphql'), await read('rest')]).toEqual(['As it was', 'As it was']);
    await changeUnseen('As it is');
    expect([await read('graphql'), await read('rest')]).toEqual(['As it was', 'As it was']);
    await institution.database.query(sql`update public_setting set value = value where key = 'origin'`);
    expect([await read('graphql'), await read('rest')]).toEqual(['As it is', 'As it is']);
  });

  test('is nothing of a caller with a credential, and nothing for one', async () => {
    const author = await person(institution.database);
    const read = async (as?: Person) => (await client.graphql(titles, {}, { as })).body.data.threads.nodes[0].title;
    await changeUnseen('For a visitor');
    await institution.database.query(sql`update public_setting set value = value where key = 'origin'`);
    expect(await read()).toBe('For a visitor');
    await changeUnseen('For a member');
    expect(await read(author)).toBe('For a member');
    expect(await read()).toBe('For a visitor');
    const { headers } = await client.graphql(titles, {}, { as: author });
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test('is no refusal and no act', async () => {
    const asked = () => client.graphql('{ staff { members { nodes { handle } } } }');
    expect((await asked()).body.errors).toHaveLength(1);
    expect((await asked()).body.errors).toHaveLength(1);
    const missing = () => client.get('/registry/clm_00000000000000000000000000');
    expect([(await missing()).status, (await missing()).status]).toEqual([404, 404]);
    const signUp = (handle: string) =>
      client.graphql(
        `mutation { signUp(input: { handle: "${handle}", password: "a long enough password" }) { __typename ... on Refusal { code } } }`,
      );
    const found = async () => (await client.graphql('{ member(handle: "signs-up-once") { kind } }')).body.data.member;
    expect(await found()).toBeNull();
    expect((await signUp('signs-up-once')).body.data.signUp).not.toHaveProperty('code');
    expect((await signUp('signs-up-once')).body.data.signUp).toHaveProperty('code', 'member.handle_taken');
    expect(await found()).toEqual({ kind: 'HUMAN' });
  });

  test('ends with a setting: introspection that is switched off is refused at once', async () => {
    const administrator = await person(institution.database, { role: 'administrator' });
    const asked = () => client.graphql('{ __schema { queryType { name } } }');
    expect((await asked()).body.data.__schema.queryType.name).toBe('Query');
    const change = { reason: 'The schema is published elsewhere as well.' };
    await client.patch('/settings', { introspection: false, ...change }, { as: administrator });
    expect((await asked()).body.errors).toHaveLength(1);
    await client.patch('/settings', { introspection: true, ...change }, { as: administrator });
    expect((await asked()).body.data.__schema.queryType.name).toBe('Query');
  });
});
