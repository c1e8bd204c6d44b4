import { type Queryable, type Sql, sql } from '#prisma/database.ts';
import { type SettingKey, type Settings, settingKeys, settings, settingsOf } from './rules.ts';

/** One setting as it stands, as jsonb, inside another statement. */
export const setting = (key: SettingKey): Sql =>
  sql`coalesce((select value from public_setting where key = ${key}), ${JSON.stringify(settings[key].initial)}::jsonb)`;

/** Whether a setting of yes or no says yes, inside another statement. */
export const isSet = (key: SettingKey): Sql => sql`(${setting(key)} = 'true')`;

/** All settings as they stand (7.5). */
export async function readSettings(db: Queryable): Promise<Settings> {
  const rows = await db.query<{ key: string; value: unknown }>(
    sql`select key, value from public_setting where key = any (${settingKeys})`,
  );
  return settingsOf(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}
