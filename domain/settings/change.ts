import { sql } from '#prisma/database.ts';
import type { Act } from '../acts/act.ts';
import { inputOf, reason } from '../text/input.ts';
import { type SettingKey, settings } from './rules.ts';

export type ChangeSettings = Partial<Record<SettingKey, boolean | number | string>> & { reason?: string };

const keys = Object.keys(settings) as SettingKey[];

/** Changes settings and records what they were before (7.5); in maintenance too, which it ends. */
export const changeSettings: Act<ChangeSettings> = {
  action: 'change_settings',
  rule: 'settings.change',
  creates: false,
  standing: 'approved',
  role: 'administrator',
  inMaintenance: true,
  refusals: ['input.invalid'],
  input: inputOf({ ...Object.fromEntries(keys.map((key) => [key, settings[key].schema])), reason }, [
    ...keys,
    'reason',
  ]),
  refine: (input) =>
    keys.some((key) => input[key] !== undefined) ? [] : [{ field: 'body', message: 'names no setting' }],

  async perform(tx, _actor, { reason, ...changes }) {
    const before = await tx.query<{ key: string; value: unknown }>(
      sql`select key, value from public_setting where key = any (${Object.keys(changes)})`,
    );
    await tx.query(sql`
      insert into public_setting (key, value, changed_at)
      select key, value, institution_now() from jsonb_each(${JSON.stringify(changes)}::jsonb)
      on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at`);
    return {
      id: 'settings',
      audit: {
        subject: 'settings',
        reason,
        detail: { changes, before: Object.fromEntries(before.map(({ key, value }) => [key, value])) },
      },
    };
  },
};
