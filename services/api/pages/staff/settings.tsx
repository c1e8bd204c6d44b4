import { graphql } from '../../document.ts';
import { refusalFields } from '../../rest/refusal.ts';
import { ActForm, Choice, Line, Lines } from '../forms/fields.tsx';
import { form } from '../forms/form.ts';
import { after } from '../notices.ts';
import { page } from '../page.ts';
import { Section } from '../parts/facts.tsx';
import { StaffTabs } from './tabs.tsx';

const change = form({
  name: 'setting',
  document: graphql(
    `mutation ChangeSettingsForm($input: ChangeSettingsInput!) {
      done: changeSettings(input: $input) {
        ... on ChangeSettingsPayload { settings { maintenance } }
        ...RefusalFields
      }
    }`,
    [refusalFields],
  ),
  done: () => after('/admin/institution/settings', 'changed'),
});

const settings = [
  { key: 'maintenance', title: 'Maintenance', hint: 'Acts are refused; reads, sign-in and settings go on.' },
  { key: 'challengesPaused', title: 'Pause the calendar', hint: 'No claim is selected; weeks still close.' },
  { key: 'introspection', title: 'Introspection', hint: 'Whether GraphQL tells its schema to whoever asks.' },
  { key: 'pollingSeconds', title: 'Polling', hint: 'How often a reader should come back, in seconds.' },
  { key: 'calibrationMinimumSample', title: 'Smallest sample', hint: 'Calibration shows no smaller one.' },
  {
    key: 'successorContacts',
    title: 'Successor contacts',
    hint: 'Whom to turn to, shown on the continuity page; at most 4000 characters, empty for nobody.',
  },
] as const;

export const settingsPage = page({
  path: '/admin/institution/settings',
  audience: 'administrators',
  document: graphql(`
    query SettingsPage {
      staff {
        settings { maintenance challengesPaused successorContacts pollingSeconds calibrationMinimumSample introspection }
      }
    }
  `),
  variables: () => ({}),
  forms: [change],
  show: ({ staff }, asked) => {
    const stored = staff?.settings;
    if (!stored) return null;
    return {
      title: 'Settings',
      body: (
        <article>
          <h1>Settings</h1>
          <StaffTabs current="/admin/institution/settings" />
          {settings.map(({ key, title, hint }) => {
            const state = asked.form('setting', key);
            const value = stored[key];
            return (
              <Section id={key} title={title}>
                <ActForm form={state} submit="Change it" label={title}>
                  {typeof value === 'boolean' ? (
                    <Choice
                      form={state}
                      name={key}
                      label={title}
                      hint={hint}
                      value={String(value)}
                      options={[
                        { value: 'true', label: 'On' },
                        { value: 'false', label: 'Off' },
                      ]}
                    />
                  ) : typeof value === 'number' ? (
                    <Line
                      form={state}
                      name={key}
                      label={title}
                      hint={hint}
                      value={String(value)}
                      inputmode="numeric"
                      size="short"
                    />
                  ) : (
                    <Lines form={state} name={key} label={title} hint={hint} value={value} required={false} />
                  )}
                  <Line
                    form={state}
                    name="reason"
                    label="Reason"
                    hint="For the audit log, 20 to 4000 characters."
                    required={false}
                  />
                </ActForm>
              </Section>
            );
          })}
        </article>
      ),
    };
  },
});
