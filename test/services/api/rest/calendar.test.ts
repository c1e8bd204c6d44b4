// The calendar and the census as readers of REST see them, hour by hour.
import { beforeAll, expect, test } from 'vitest';
import { openRunner, type Runner } from '#domain/acts/run.ts';
import { hourly } from '#jobs/hourly.ts';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Clock, simulateClock } from '#test/kit/clock.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aCheck, aClaim, aReason, aReview } from '#test/kit/samples.ts';

let institution: Institution;
let client: Client;
let clock: Clock;
let runner: Runner;
let author: Person;
let administrator: Person;

const hour = async (at: string) => {
  await clock.set(at);
  await hourly.run(runner);
};

beforeAll(async () => {
  institution = await openInstitution();
  const { database } = institution;
  clock = await simulateClock(database, '2027-03-01T08:00:00.000Z');
  runner = openRunner({ database, counting: database, origin: testOrigin });
  client = await openClient(institution.address);
  author = await person(database);
  administrator = await person(database, { role: 'administrator' });
});

test('a week selects the oldest claim, publishes the counts of its checks and keeps its place once the claim goes', async () => {
  const { claim } = (await client.post('/registry', aClaim(), { as: author })).body;
  await hour('2027-03-01T09:00:00.000Z');
  const selected = { id: claim.id, title: claim.title, url: claim.url };
  const shown = async () => (await client.get('/challenges')).body.challenges;
  const [open] = await shown();
  expect(open).toMatchObject({ week: '2027-W09', state: 'open', reason: null, claim: selected, counts: null });

  for (const [result, reviewed] of [
    ['supports', true],
    ['challenges', true],
    ['unresolved', false],
  ] as const) {
    const by = await person(institution.database);
    const { claimId, ...check } = aCheck(claim.id);
    const made = await client.post(`/registry/${claimId}/checks`, { ...check, result }, { as: by });
    if (!reviewed) continue;
    const { id } = made.body.check;
    await client.post(`/registry-checks/${id}/reviews`, aReview(id), { as: administrator });
  }
  await hour('2027-03-05T18:00:00.000Z');
  const published = {
    ...open,
    state: 'published',
    counts: { submitted: 3, accepted: 2, supports: 1, challenges: 1, unresolved: 0 },
    publishedAt: '2027-03-05T18:00:00.000Z',
  };
  expect(await shown()).toEqual([published]);
  const { body } = await client.get('/census');
  expect(body).toMatchObject({ takenAt: '2027-03-05T18:00:00.000Z', nextAt: '2027-03-05T19:00:00.000Z' });
  expect(body.counts.checks).toMatchObject({ submitted: 3, pending: 1, accepted: 2, rejected: 0 });
  expect(body.rates.checksSupporting).toEqual({
    numerator: 1,
    denominator: 2,
    value: 0.5,
    of: expect.stringContaining('accepted'),
  });
  const { data } = (await client.graphql('{ challenges { nodes { id week counts { submitted accepted } } } }')).body;
  expect(data.challenges.nodes).toEqual([{ id: open.id, week: '2027-W09', counts: { submitted: 3, accepted: 2 } }]);

  await client.patch(`/registry/${claim.id}`, { state: 'hidden', reason: aReason }, { as: administrator });
  const gone = { ...published, reason: 'claim_gone', claim: null, counts: null };
  expect(await shown()).toEqual([gone]);
  // To its author and staff as to everyone: a week tells nobody of a claim that went.
  for (const as of [author, administrator])
    expect((await client.get(`/challenges/${open.id}`, { as })).body.challenge).toEqual(gone);
});

test('while selections are paused a week says so; weeks are paged oldest first', async () => {
  await client.patch('/settings', { challengesPaused: true }, { as: administrator });
  await hour('2027-03-22T09:00:00.000Z');
  const { body } = await client.get('/challenges');
  expect(body.challenges.map(({ week, state, reason }: Record<string, string>) => [week, state, reason])).toEqual([
    ['2027-W09', 'published', 'claim_gone'],
    ['2027-W10', 'idle', 'missed'],
    ['2027-W11', 'idle', 'missed'],
    ['2027-W12', 'open', 'paused'],
  ]);
  const page = await client.get('/challenges?after=1&limit=2');
  expect(page.body.challenges).toEqual(body.challenges.slice(1, 3));
  expect((await client.get(`/challenges?after=${page.body.nextCursor}`)).body).toMatchObject({
    challenges: body.challenges.slice(3),
    nextCursor: null,
  });
  expect((await client.get('/challenges?after=last')).body.code).toBe('cursor.invalid');
});
