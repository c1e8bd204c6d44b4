import { sql, type Transaction } from '#prisma/database.ts';
import type { Act, Outcome } from '../acts/act.ts';
import { inputOf, reason } from '../text/input.ts';
import { readSettings } from './read.ts';
import { type Settings, settingKeys, settings } from './rules.ts';

export type ChangeSettings = Partial<Settings> & { reason?: string };

export const settingsInput = inputOf(
  { ...Object.fromEntries(settingKeys.map((key) => [key, settings[key].schema])), reason },
  [...settingKeys, 'reason'],
);

/** Refuses a change of nothing. */
export const namesSetting = (input: ChangeSettings) =>
  settingKeys.some((key) => input[key] !== undefined) ? [] : [{ field: 'body', message: 'names no setting' }];

/** Changes settings and records what they were before, for staff and for the institution itself alike. */
export async function change(tx: Transaction, { reason, ...changes }: ChangeSettings): Promise<Outcome> {
  // One change after another, so that each records what it really replaced.
  await tx.query(sql`select 1 from pg_advisory_xact_lock(hashtextextended('settings', 0))`);
  const standing = await readSettings(tx);
  await tx.query(sql`
    insert into public_setting (key, value, changed_at)
    select key, value, institution_now() from jsonb_each(${JSON.stringify(changes)}::jsonb)
    on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at`);
  const before = Object.fromEntries(
    settingKeys.flatMap((key) => (changes[key] === undefined ? [] : [[key, standing[key]]])),
  );
  return { id: 'settings', audit: { subject: 'settings', reason, detail: { changes, before } } };
}

/** Changes settings (7.5); in maintenance too, which it ends. */
export const changeSettings: Act<ChangeSettings> = {
  action: 'change_settings',
  rule: 'settings.change',
  creates: false,
  standing: 'approved',
  role: 'administrator',
  inMaintenance: true,
  refusals: ['input.invalid', 'submission.contains_secret'],
  input: settingsInput,
  refine: namesSetting,
  perform: (tx, _actor, input) => change(tx, input),
};
