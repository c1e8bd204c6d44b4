import { settingKeys, settings } from '#domain/settings/rules.ts';
import { closed } from '#schema/records/fields.ts';
import { graphql } from '../document.ts';
import { refusalFields } from './refusal.ts';
import { type Route, read, way, write } from './route.ts';
import { oneShape } from './shapes.ts';

const settingsFields = graphql(`
  fragment SettingsFields on Settings {
    maintenance challengesPaused successorContacts pollingSeconds calibrationMinimumSample introspection
  }
`);

const shape = oneShape('settings', closed(Object.fromEntries(settingKeys.map((key) => [key, settings[key].schema]))));

export const settingsRoutes: readonly Route[] = [
  read({
    path: '/settings',
    summary: 'The settings as they stand, for administrators.',
    own: true,
    shape,
    document: graphql(`query Settings { staff { settings { ...SettingsFields } } }`, [settingsFields]),
    variables: () => ({}),
    answer: ({ staff }) => (staff?.settings ? { settings: staff.settings } : null),
  }),
  write(
    'PATCH',
    '/settings',
    'Changes settings, for administrators, in maintenance too; those left out stay.',
    shape,
    way({
      document: graphql(
        `
          mutation ChangeSettings($input: ChangeSettingsInput!) {
            done: changeSettings(input: $input) {
              ... on ChangeSettingsPayload { settings { ...SettingsFields } }
              ...RefusalFields
            }
          }
        `,
        [settingsFields, refusalFields],
      ),
      answer: ({ settings: standing }) => ({ body: { settings: standing } }),
    }),
  ),
];
