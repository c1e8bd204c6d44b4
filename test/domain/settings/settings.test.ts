import { beforeAll, expect, test } from 'vitest';
import { recordObservation } from '#domain/observations/record.ts';
import { change, changeSettings } from '#domain/settings/change.ts';
import { readSettings } from '#domain/settings/read.ts';
import { settingKeys, settings, settingsOf } from '#domain/settings/rules.ts';
import { sql } from '#prisma/database.ts';
import { openInstitution, type TestInstitution } from '#test/kit/institution.ts';
import { type Person, person } from '#test/kit/people.ts';
import { aReason } from '#test/kit/samples.ts';

let institution: TestInstitution;
let administrator: Person;
beforeAll(async () => {
  institution = await openInstitution();
  administrator = await person(institution.database, { role: 'administrator' });
});

const newest = () =>
  institution.database.one(sql`select actor_id as who, act, reason, detail from audit_entry order by seq desc limit 1`);

test('what was never set stands at its initial value', async () => {
  expect(await readSettings(institution.database)).toEqual(settingsOf({}));
  expect(settingKeys.map((key) => settingsOf({})[key])).toEqual(settingKeys.map((key) => settings[key].initial));
});

test('a change is recorded with who, why, and what stood before', async () => {
  await institution.act(changeSettings, administrator, {
    pollingSeconds: 300,
    successorContacts: 'The archive of the town',
    reason: aReason,
  });
  expect(await newest()).toEqual({
    who: administrator.memberId,
    act: 'change_settings',
    reason: aReason,
    detail: {
      changes: { pollingSeconds: 300, successorContacts: 'The archive of the town' },
      before: { pollingSeconds: 60, successorContacts: '' },
    },
  });
  expect(await readSettings(institution.database)).toMatchObject({ pollingSeconds: 300, maintenance: false });
});

test('the institution’s own command leaves the same record', async () => {
  await institution.runner.system(changeSettings.action, (tx) => change(tx, { pollingSeconds: 60 }));
  expect(await newest()).toEqual({
    who: null,
    act: 'change_settings',
    reason: null,
    detail: { changes: { pollingSeconds: 60 }, before: { pollingSeconds: 300 } },
  });
});

test('changes at once each record what they replaced', async () => {
  const wanted = Array.from({ length: 8 }, (_, n) => n + 100);
  await Promise.all(wanted.map((pollingSeconds) => institution.act(changeSettings, administrator, { pollingSeconds })));
  const entries = await institution.database.query<{ before: number; after: number }>(sql`
    select (detail #>> '{before,pollingSeconds}')::int as before, (detail #>> '{changes,pollingSeconds}')::int as after
    from audit_entry where actor_id = ${administrator.memberId} order by seq desc limit 8`);
  const order = entries.toReversed();
  expect(order.map(({ before }) => before)).toEqual([60, ...order.slice(0, -1).map(({ after }) => after)]);
});

test.each([
  [{}, 'input.invalid'],
  [{ reason: aReason }, 'input.invalid'],
  [{ pollingSeconds: 0 }, 'input.invalid'],
  [{ pollingSeconds: 1.5 }, 'input.invalid'],
  [{ calibrationMinimumSample: 1_000_001 }, 'input.invalid'],
  [{ maintenance: 'true' }, 'input.invalid'],
  [{ successorContacts: 'x'.repeat(4001) }, 'input.invalid'],
  [{ origin: 'https://elsewhere.example' }, 'input.unknown_field'],
])('%j is refused', async (input, code) => {
  expect(await institution.refused(changeSettings, administrator, input)).toBe(code);
});

test('only administrators change settings', async () => {
  const moderator = await person(institution.database, { role: 'moderator' });
  expect(await institution.refused(changeSettings, moderator, { maintenance: true })).toBe('role.required');
});

test('maintenance refuses acts, and the settings that end it go on', async () => {
  const text = { title: 'In between', body: 'What should be checked in maintenance.' };
  await institution.act(changeSettings, administrator, { maintenance: true });
  expect(await institution.refused(recordObservation, administrator, text)).toBe('maintenance');
  await institution.act(changeSettings, administrator, { maintenance: false });
  await institution.act(recordObservation, administrator, text);
});
