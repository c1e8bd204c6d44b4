import { beforeAll, expect, test } from 'vitest';
import { openInstitution } from '#test/kit/api.ts';
import { type Client, openClient } from '#test/kit/client.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aReason } from '#test/kit/samples.ts';
import { refusedAlike } from '../doors.ts';
import { type Act, acting } from '../graphql/act.ts';

let client: Client;
let act: Act;
let member: Person;
let moderator: Person;
let administrator: Person;

beforeAll(async () => {
  const { address, database } = await openInstitution();
  client = await openClient(address);
  act = acting(client);
  member = await person(database);
  moderator = await person(database, { role: 'moderator' });
  administrator = await person(database, { role: 'administrator' });
});

const initial = {
  maintenance: false,
  challengesPaused: false,
  successorContacts: '',
  pollingSeconds: 60,
  calibrationMinimumSample: 1,
  introspection: true,
};

test('are read and changed by administrators; those left out stay, and each change is recorded with its reason', async () => {
  expect((await client.get('/settings', { as: administrator })).body).toEqual({ version: '1.0.0', settings: initial });
  const changes = { challengesPaused: true, successorContacts: 'A foundation\nby the sea', pollingSeconds: 5 };
  const changed = await client.patch('/settings', { ...changes, reason: aReason }, { as: administrator });
  expect([changed.status, changed.body]).toEqual([200, { version: '1.0.0', settings: { ...initial, ...changes } }]);
  const again = await client.patch('/settings', { introspection: false }, { as: administrator });
  expect(again.body.settings).toEqual({ ...initial, ...changes, introspection: false });
  expect((await client.graphql('{ __schema { queryType { name } } }')).body.errors).toHaveLength(1);
  await client.patch('/settings', { introspection: true }, { as: administrator });

  const { body } = await client.get('/audit', { as: moderator });
  expect(body.entries[0]).toMatchObject({
    actor: { handle: administrator.handle },
    act: 'change_settings',
    subject: 'settings',
    reason: aReason,
    detail: { changes, before: { challengesPaused: false, successorContacts: '', pollingSeconds: 60 } },
  });
  expect((await client.get('/audit', { as: member })).body.code).toBe('role.required');
  expect((await client.get('/audit')).body.code).toBe('auth.required');
});

test('are refused to everyone else and by field, alike in both doors', async () => {
  for (const as of [member, moderator]) {
    expect((await client.get('/settings', { as })).body.code).toBe('role.required');
    expect(
      refusedAlike(
        await client.patch('/settings', { pollingSeconds: 5 }, { as }),
        await act('changeSettings', 'settings { pollingSeconds }', as, { pollingSeconds: 5 }),
      ),
    ).toMatchObject({ status: 403, code: 'role.required' });
  }
  expect((await client.get('/settings')).body.code).toBe('auth.required');
  for (const [input, field] of [
    [{}, 'body'],
    [{ reason: aReason }, 'body'],
    [{ pollingSeconds: 0 }, 'pollingSeconds'],
    [{ calibrationMinimumSample: 0 }, 'calibrationMinimumSample'],
    [{ successorContacts: 'x'.repeat(4001) }, 'successorContacts'],
    [{ pollingSeconds: 5, reason: 'too short' }, 'reason'],
  ] as const)
    expect(
      refusedAlike(
        await client.patch('/settings', input, { as: administrator }),
        await act('changeSettings', 'settings { pollingSeconds }', administrator, input),
      ),
    ).toEqual({ status: 400, code: 'input.invalid', fields: [field] });
  expect((await client.patch('/settings', { origin: 'x' }, { as: administrator })).body.code).toBe(
    'input.unknown_field',
  );
  expect((await client.patch('/settings', { maintenance: 'yes' }, { as: administrator })).body.errors[0].field).toBe(
    'maintenance',
  );
});
