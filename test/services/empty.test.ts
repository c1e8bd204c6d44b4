// An institution that is set up and empty: everything reads null or zero as documented, never NaN, never an error.
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openRunner } from '#domain/acts/run.ts';
import { hourly } from '#jobs/hourly.ts';
import { archiveDatasets } from '#schema/records/protocol.ts';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { readPage, serveArchive } from '#test/kit/archive.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { simulateClock } from '#test/kit/clock.ts';
import { person } from '#test/kit/people.ts';
import { readArchive, readGraphql, readRest } from './public-reads.ts';

let institution: Institution;
let client: Client;
let archive: string;
const read = async (query: string) => {
  const { body } = await client.graphql(query);
  expect(body.errors).toBeUndefined();
  return body.data;
};

beforeAll(async () => {
  institution = await openInstitution();
  // A Wednesday, so that a week is open.
  await simulateClock(institution.database, '2027-03-03T10:20:30.400Z');
  client = await openClient(institution.address);
  archive = await serveArchive({ archiveUrl: institution.at.archiveUrl, origin: testOrigin });
});

test('before the first snapshot there is no census, in either door', async () => {
  expect((await client.get('/census')).body.code).toBe('not_found');
  expect(await read('{ census { takenAt } }')).toEqual({ census: null });
  expect((await client.get('/challenges')).body.challenges).toEqual([]);
});

test('after the first run the census counts nothing and has no value for an empty denominator', async () => {
  const { database } = institution;
  await hourly.run(openRunner({ database, counting: database, origin: testOrigin }));
  const { body } = await client.get('/census');
  expect(body).toMatchObject({
    version: '1.0.0',
    takenAt: '2027-03-03T10:20:30.400Z',
    nextAt: '2027-03-03T11:00:00.000Z',
    marketplace: { disputes: null, note: expect.stringContaining('allegations') },
    notes: expect.arrayContaining([expect.stringContaining('not people')]),
  });
  const { challenges, ...counts } = body.counts;
  expect(challenges).toEqual({ weeks: 1, open: 1, published: 0, idle: 0 });
  expect(Object.keys(counts)).toEqual(
    expect.arrayContaining(['members', 'claims', 'checks', 'forecasts', 'resolutions', 'vouches', 'precedents']),
  );
  for (const [name, each] of Object.entries<Record<string, number>>(counts))
    for (const [what, count] of Object.entries(each)) expect(count, `${name}.${what}`).toBe(0);
  expect(Object.keys(body.rates)).toHaveLength(11);
  for (const [name, rate] of Object.entries<object>(body.rates))
    expect(rate, name).toEqual({ numerator: 0, denominator: 0, value: null, of: expect.any(String) });
  const { census } = await read(
    '{ census { counts { claims { active } } rates { claimsChecked { numerator denominator value } } marketplace { disputes } } }',
  );
  expect(census).toEqual({
    counts: { claims: { active: 0 } },
    rates: { claimsChecked: { numerator: 0, denominator: 0, value: null } },
    marketplace: { disputes: null },
  });
});

test('the open week waits for its first claim', async () => {
  const [week] = (await client.get('/challenges')).body.challenges;
  expect(week).toEqual({
    id: expect.stringMatching(/^wkc_/),
    url: `${testOrigin}/challenges/${week.id}`,
    week: '2027-W09',
    startsAt: '2027-03-01T00:00:00.000Z',
    endsAt: '2027-03-05T18:00:00.000Z',
    state: 'open',
    reason: null,
    claim: null,
    counts: null,
    publishedAt: null,
  });
  expect((await client.get(`/challenges/${week.id}`)).body.challenge).toEqual(week);
  expect((await client.get('/challenges/wkc_00000000000000000000000000')).body.code).toBe('not_found');
});

test('every list is empty, every score null', async () => {
  for (const [path, plural] of [
    ['/registry', 'claims'],
    ['/observations', 'observations'],
    ['/checkers', 'checkers'],
    ['/precedents', 'precedents'],
    ['/threads', 'threads'],
  ] as const)
    expect((await client.get(path)).body, path).toMatchObject({ version: '1.0.0', [plural]: [], nextCursor: null });
  const band = (from: number) => ({
    from: from / 10,
    to: (from + 2) / 10,
    n: 0,
    meanProbability: null,
    observedRate: null,
  });
  expect((await client.get('/calibration')).body).toEqual({
    version: '1.0.0',
    site: { n: 0, claims: 0, meanBrier: null },
    bands: [0, 2, 4, 6, 8].map(band),
    members: [],
    nextCursor: null,
    notes: expect.any(Array),
  });
  expect(
    await read('{ claims { nodes { id } } checkers { nodes { rank } } calibration { site { n meanBrier } } }'),
  ).toEqual({
    claims: { nodes: [] },
    checkers: { nodes: [] },
    calibration: { site: { n: 0, meanBrier: null } },
  });
});

test('every dataset of the archive answers an empty page with its checksum', async () => {
  const sha256 = createHash('sha256').update('[]').digest('hex');
  for (const dataset of archiveDatasets.filter((one) => one !== 'challenges'))
    expect(await readPage(archive, dataset)).toEqual({
      version: '1.0.0',
      dataset,
      after: 0,
      records: [],
      gone: [],
      nextCursor: null,
      sha256,
    });
});

test('a member who has done nothing has nothing, and nothing else fails to read', async () => {
  const member = await person(institution.database, { handle: 'idle-one' });
  const own = async (path: string) => (await client.get(path, { as: member })).body;
  expect(await own('/contribution-credits')).toMatchObject({ balance: 0, ledger: [], boost: null, desk: null });
  expect(await own('/vouches')).toMatchObject({ vouches: [], nextCursor: null });
  expect(await own('/institution-appeals')).toMatchObject({ appeals: [], nextCursor: null });
  expect(await own('/my-export')).toMatchObject({ posts: [], nextCursor: null });
  expect(await own('/members/idle-one')).toMatchObject({
    member: { acceptedChecks: 0, upheldChallenges: 0, endorsedBy: [], endorses: [] },
  });

  const known = { ids: [member.memberId], handles: ['idle-one'] };
  const readings = [
    ...(await readRest(client, known, member)),
    ...(await readGraphql(client, known, member)),
    ...(await readRest(client, known)),
    ...(await readGraphql(client, known)),
    ...(await readArchive(archive)),
  ];
  expect(readings.length).toBeGreaterThan(100);
  for (const { asked, status, text } of readings) {
    // What is for staff or for members is refused; an archive document may need or take no dataset.
    expect([200, 400, 401, 403, 404], asked).toContain(status);
    expect(/\bNaN\b|\bInfinity\b|Something failed on our side\. Its/.test(text), asked).toBe(false);
  }
});
