import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { tablesHolding } from '#test/kit/dump.ts';
import { type Person, person } from '#test/kit/people.ts';
import { refusedAlike } from '../doors.ts';
import { type Act, acting } from '../graphql/act.ts';

let institution: Institution;
let client: Client;
let act: Act;
let moderator: Person;
let administrator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  act = acting(client);
  moderator = await person(institution.database, { role: 'moderator' });
  administrator = await person(institution.database, { role: 'administrator' });
});

const shown = {
  situation: 'A member filed one finding twice under two titles.',
  decision: 'The second claim was hidden and the first one kept.',
  reasons: 'One finding stands once, so that its checks are together.',
  ruleIds: ['claims.publish'],
};
const aPrecedent = { ...shown, sourceCaseReference: 'case-of-the-twin-7', manualReviewConfirmed: true };
const publish = (change: object = {}, as: Person | undefined = administrator) =>
  client.post('/precedents', { ...aPrecedent, ...change }, { as });

test('is published by an administrator, listed and shown without its source', async () => {
  const made = await publish();
  const { id } = made.body.precedent;
  expect([made.status, made.headers.location]).toEqual([201, `${testOrigin}/api/community/precedents/${id}`]);
  expect(made.body).toEqual({
    version: '1.0.0',
    precedent: {
      id: expect.stringMatching(/^prc_/),
      url: `${testOrigin}/precedents/${id}`,
      ...shown,
      publishedAt: expect.any(String),
      state: 'published',
    },
  });
  const notes = [expect.stringContaining('neither payment adjudication nor legal precedent')];
  expect((await client.get(`/precedents/${id}`)).body).toEqual({ ...made.body, notes });
  expect((await client.get('/precedents')).body).toEqual({
    version: '1.0.0',
    precedents: [made.body.precedent],
    nextCursor: null,
    notes,
  });
  for (const as of [undefined, moderator, administrator])
    expect((await client.get('/precedents', { as })).text).not.toContain(aPrecedent.sourceCaseReference);
  expect((await client.get('/precedents/prc_00000000000000000000000000')).body.code).toBe('not_found');
});

test('is refused where it identifies someone, names a member or nobody looked, alike in both doors', async () => {
  await person(institution.database, { handle: 'marigold' });
  const refused = async (change: object, as = administrator) =>
    refusedAlike(
      await publish(change, as),
      await act('publishPrecedent', 'replayed', as, { ...aPrecedent, ...change }, randomUUID()),
    );
  expect(await refused({}, moderator)).toMatchObject({ status: 403, code: 'role.required' });
  expect(await refused({ manualReviewConfirmed: false })).toMatchObject({
    status: 400,
    code: 'input.invalid',
    fields: ['manualReviewConfirmed'],
  });
  for (const told of [
    'ada@example.org',
    'ada [at] example (dot) org',
    '@ada',
    'https://example.org/x',
    '+44 20 7946 0958',
  ])
    expect(await refused({ decision: `${shown.decision} Told ${told} so.` })).toMatchObject({
      status: 422,
      code: 'precedent.identifying',
      fields: expect.arrayContaining(['decision']),
    });
  const named = { situation: `${shown.situation} Marigold was the word.` };
  expect(await refused(named)).toMatchObject({ status: 422, code: 'precedent.names_member', fields: ['situation'] });
  expect((await publish({ ...named, namesConfirmed: true })).status).toBe(201);
  expect(await refused({ ruleIds: ['no.such_rule'] })).toMatchObject({ status: 400, fields: ['ruleIds[0]'] });
  expect((await publish({ sourceCaseReference: undefined })).body.errors[0].field).toBe('sourceCaseReference');
});

test('withdrawn leaves a tombstone under its id, and its text in no table', async () => {
  const marked = `${shown.situation} Whatever zqxjkvb means.`;
  const { precedent } = (await publish({ situation: marked })).body;
  expect(await tablesHolding(institution.database, 'zqxjkvb')).not.toEqual([]);
  const patch = (body: object, as = administrator) => client.patch(`/precedents/${precedent.id}`, body, { as });
  const withdrawing = { state: 'withdrawn', cause: 'privacy' };
  const input = { precedentId: precedent.id, cause: 'PRIVACY' };
  expect(
    refusedAlike(
      await patch(withdrawing, moderator),
      await act('withdrawPrecedent', 'precedent { id }', moderator, input),
    ),
  ).toMatchObject({ status: 403, code: 'role.required' });
  expect((await patch({ state: 'withdrawn' })).body.errors[0].field).toBe('cause');
  expect((await patch({ cause: 'privacy' })).body.errors[0].field).toBe('state');

  const gone = await patch(withdrawing);
  const tombstone = { ...precedent, situation: '', decision: '', reasons: '', state: 'withdrawn' };
  expect([gone.status, gone.body.precedent]).toEqual([200, tombstone]);
  expect((await client.get(`/precedents/${precedent.id}`)).body.precedent).toEqual(tombstone);
  expect((await client.get('/precedents')).body.precedents).toContainEqual(tombstone);
  expect(await tablesHolding(institution.database, 'zqxjkvb')).toEqual([]);
  expect(
    refusedAlike(await patch(withdrawing), await act('withdrawPrecedent', 'precedent { id }', administrator, input)),
  ).toMatchObject({ status: 409, code: 'precedent.withdrawn' });
});

test('appear once each in pages of any size', async () => {
  const idsOf = ({ precedents }: { precedents: { id: string }[] }) => precedents.map(({ id }) => id);
  const whole = idsOf((await client.get('/precedents')).body);
  const paged: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { body } = await client.get(`/precedents?after=${after}&limit=2`);
    paged.push(...idsOf(body));
    after = body.nextCursor;
  }
  expect(paged).toEqual(whole);
  expect(whole.length).toBe(3);
});
