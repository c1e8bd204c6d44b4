import { text } from '../text/input.ts';

/** What administrators can change (7.5), with the value that stands until they do. The one home of keys, bounds and defaults. */
export const settings = {
  maintenance: {
    schema: { type: 'boolean', description: 'Acts are refused; reads, sign-in and settings go on.' },
    initial: false,
  },
  challengesPaused: {
    schema: { type: 'boolean', description: 'The calendar selects no claim; weeks still close.' },
    initial: false,
  },
  successorContacts: {
    schema: text(0, 4000, 'Whom to turn to, shown on /continuity; at most 4000 characters.'),
    initial: '',
  },
  pollingSeconds: {
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: 86_400,
      description: 'How often a reader should come back, in seconds.',
    },
    initial: 60,
  },
  calibrationMinimumSample: {
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'Calibration shows no smaller sample.' },
    initial: 1,
  },
  introspection: { schema: { type: 'boolean', description: 'GraphQL answers introspection.' }, initial: true },
} as const;

export type SettingKey = keyof typeof settings;
export const settingKeys = Object.keys(settings) as SettingKey[];

type Wide<Value> = Value extends boolean ? boolean : Value extends number ? number : string;
export type Settings = { [Key in SettingKey]: Wide<(typeof settings)[Key]['initial']> };

/** The settings as they stand, given those that were ever changed. */
export const settingsOf = (changed: Readonly<Record<string, unknown>>): Settings =>
  Object.fromEntries(settingKeys.map((key) => [key, changed[key] ?? settings[key].initial])) as Settings;
