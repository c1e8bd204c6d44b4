import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Institution, openInstitution, testOrigin } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aClaim, aReason } from '#test/kit/samples.ts';
import { refusedAlike } from '../doors.ts';
import { type Act, acting } from '../graphql/act.ts';

let institution: Institution;
let client: Client;
let act: Act;
let author: Person;
let other: Person;
let moderator: Person;

beforeAll(async () => {
  institution = await openInstitution();
  client = await openClient(institution.address);
  act = acting(client);
  const { database } = institution;
  [author, other] = [await person(database), await person(database)];
  moderator = await person(database, { role: 'moderator' });
});

const anObservation = { title: 'A run stops early', body: 'The published run stops early where memory is short.' };
const record = async () => (await client.post('/observations', anObservation, { as: author })).body.observation;

test('is recorded once a key, shown at its address and listed', async () => {
  const made = await client.post('/observations', anObservation, { as: author, key: 'once' });
  const { observation } = made.body;
  expect(made.status).toBe(201);
  expect(made.headers.location).toBe(`${testOrigin}/api/community/observations/${observation.id}`);
  expect(made.body).toEqual({
    version: '1.0.0',
    observation: {
      id: expect.stringMatching(/^obs_/),
      url: `${testOrigin}/observations/${observation.id}`,
      ...anObservation,
      author: { handle: author.handle, kind: 'human' },
      createdAt: expect.any(String),
      state: 'open',
      claim: null,
    },
  });
  const again = await client.post('/observations', anObservation, { as: author, key: 'once' });
  expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', made.body]);
  const other = await client.post('/observations', { ...anObservation, title: 'Another' }, { as: author, key: 'once' });
  expect([other.status, other.body.code]).toEqual([422, 'idempotency.mismatch']);
  expect((await client.get(`/observations/${observation.id}`)).body).toEqual(made.body);
  expect((await client.get('/observations')).body.observations).toContainEqual(observation);
});

test('is promoted by one claim, which keeps its attribution apart, and stays promoted', async () => {
  const { id } = await record();
  const promote = () => client.post('/registry', aClaim({ observationId: id }), { as: other });
  const both = await Promise.all([promote(), promote()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const claim = both.find(({ status }) => status === 201)?.body.claim;
  expect(claim).toMatchObject({ observationId: id, author: { handle: other.handle }, boosted: false });
  const promoted = (await client.get(`/observations/${id}`)).body.observation;
  expect(promoted).toMatchObject({
    state: 'promoted',
    author: { handle: author.handle },
    claim: { id: claim.id, url: claim.url },
  });
  const late = aClaim({ observationId: id });
  expect(
    refusedAlike(
      await client.post('/registry', late, { as: other }),
      await act('registerClaim', 'replayed', other, late, randomUUID()),
    ),
  ).toMatchObject({ status: 409, code: 'observation.already_promoted' });

  // For good, even where the claim goes: it is still promoted, and the claim is nobody's to see.
  await client.patch(`/registry/${claim.id}`, { state: 'withdrawn' }, { as: other });
  expect((await client.get(`/observations/${id}`)).body.observation).toMatchObject({ state: 'promoted', claim: null });

  // Its author withdraws the words; the promotion stays with the claim of who promoted it.
  const gone = await client.patch(`/observations/${id}`, { state: 'withdrawn' }, { as: author });
  expect([gone.status, gone.body.observation.state]).toEqual([200, 'withdrawn']);
  expect((await client.get(`/observations/${id}`)).status).toBe(404);
  expect((await client.get(`/registry/${claim.id}`, { as: other })).body.claim.observationId).toBe(id);
});

test('is withdrawn by its author and hidden by staff; for others it then does not exist', async () => {
  const { id } = await record();
  const patch = (as: Person, body: object) => client.patch(`/observations/${id}`, body, { as });
  const hide = { state: 'hidden', reason: aReason };
  const inGraphql = { observationId: id, state: 'HIDDEN', reason: aReason };
  expect(
    refusedAlike(
      await patch(other, { state: 'withdrawn' }),
      await act('withdrawObservation', 'observation { id }', other, { observationId: id }),
    ),
  ).toMatchObject({ status: 403, code: 'observation.not_author' });
  expect(
    refusedAlike(await patch(author, hide), await act('moderateObservation', 'observation { id }', author, inGraphql)),
  ).toMatchObject({ status: 403, code: 'role.required' });
  expect((await patch(moderator, { state: 'hidden' })).body.errors).toEqual([
    { field: 'reason', message: 'is required' },
  ]);
  expect((await patch(moderator, { state: 'gone', reason: aReason })).body.errors[0].field).toBe('state');

  expect((await patch(moderator, hide)).body.observation.state).toBe('hidden');
  expect(
    refusedAlike(
      await patch(moderator, hide),
      await act('moderateObservation', 'observation { id }', moderator, inGraphql),
    ),
  ).toMatchObject({ status: 409, code: 'observation.state_unchanged' });
  for (const as of [undefined, other]) {
    expect((await client.get(`/observations/${id}`, { as })).body.code).toBe('not_found');
    expect((await client.get('/observations', { as })).text).not.toContain(id);
  }
  for (const as of [author, moderator])
    expect((await client.get(`/observations/${id}`, { as })).body.observation.state).toBe('hidden');
  // One that does not show is answered like one that never was.
  for (const observationId of [id, 'obs_00000000000000000000000000']) {
    const promoting = aClaim({ observationId });
    expect(
      refusedAlike(
        await client.post('/registry', promoting, { as: other }),
        await act('registerClaim', 'replayed', other, promoting, randomUUID()),
      ),
    ).toMatchObject({ status: 409, code: 'observation.not_open' });
  }
  expect((await patch(moderator, { state: 'open', reason: aReason })).body.observation.state).toBe('open');
  expect((await client.get(`/observations/${id}`)).status).toBe(200);

  expect((await patch(author, { state: 'withdrawn' })).status).toBe(200);
  expect((await patch(author, { state: 'withdrawn' })).body.code).toBe('observation.state_unchanged');
  expect((await patch(other, { state: 'withdrawn' })).body.code).toBe('not_found');
});

test('is refused by field, and an address that nothing can have is nobody’s', async () => {
  const post = (body: unknown) => client.post('/observations', body, { as: author });
  for (const [body, field] of [
    [{ ...anObservation, title: 'Four' }, 'title'],
    [{ ...anObservation, body: 'Too short.' }, 'body'],
    [{ title: anObservation.title }, 'body'],
    [{ ...anObservation, body: `${anObservation.body}\u0000` }, 'body'],
  ] as const) {
    const { status, body: refused } = await post(body);
    expect([status, refused.code, refused.errors[0].field]).toEqual([400, 'input.invalid', field]);
  }
  expect((await post({ ...anObservation, state: 'promoted' })).body.code).toBe('input.unknown_field');
  expect((await client.post('/observations', anObservation, { as: author, key: null })).body.code).toBe(
    'idempotency.missing',
  );
  expect((await client.post('/observations', anObservation)).body.code).toBe('auth.required');
  for (const id of ['x', 'obs_00000000000000000000000000', '%00', `obs_${'x'.repeat(150)}`])
    expect((await client.get(`/observations/${id}`)).body.code).toBe('not_found');
  const missing = { state: 'withdrawn' };
  expect((await client.patch('/observations/x', missing, { as: author })).body.code).toBe('not_found');
});

test('appear once each in pages of any size, in the order in which they were published', async () => {
  const whole = (await client.get('/observations')).body.observations.map(({ id }: { id: string }) => id);
  expect(whole.length).toBeGreaterThan(0);
  const paged: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { body } = await client.get(`/observations?after=${after}&limit=1`);
    paged.push(...body.observations.map(({ id }: { id: string }) => id));
    after = body.nextCursor;
  }
  expect(paged).toEqual(whole);
  for (const after of ['-1', '1e3', '9e99', 'obs', '01'])
    expect((await client.get(`/observations?after=${after}`)).body.code).toBe('cursor.invalid');
});
