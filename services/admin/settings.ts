// `institution settings show|set`: what administrators can change while the institution is open (7.5).
import type { Command } from 'commander';
import { sql } from '#prisma/database.ts';
import { administer } from './administer.ts';

type Parse = (text: string) => unknown;

const yesOrNo: Parse = (text) => ({ true: true, false: false })[text];
const whole =
  (from: number, to: number): Parse =>
  (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined;

const SETTINGS: Record<string, { must: string; parse: Parse }> = {
  maintenance: { must: 'true or false', parse: yesOrNo },
  challengesPaused: { must: 'true or false', parse: yesOrNo },
  introspection: { must: 'true or false', parse: yesOrNo },
  successorContacts: {
    must: 'text of at most 4000 characters',
    parse: (text) => (text.length <= 4000 ? text.trim() : undefined),
  },
  pollingSeconds: { must: 'a whole number from 1 to 86400', parse: whole(1, 86_400) },
  calibrationMinimumSample: { must: 'a whole number from 1 to 1000000', parse: whole(1, 1_000_000) },
};

export function settingsCommands(program: Command): void {
  const settings = program.command('settings').description('what administrators can change');

  const show = settings.command('show').description('the settings as they stand; one that was never set is absent');
  show.action(() =>
    administer(show, async ({ database }) => {
      const rows = await database.query<{ key: string; value: unknown }>(
        sql`select key, value from public_setting order by key`,
      );
      const text = rows.map(({ key, value }) => `${key}: ${JSON.stringify(value)}`).join('\n');
      return { text, data: Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
    }),
  );

  const set = settings.command('set').description('change one').argument('<key>').argument('<value>');
  set.action((key: string, text: string) =>
    administer(set, async ({ runner }) => {
      const setting = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
      if (!setting) throw new Error(`There is no setting "${key}"; there are ${Object.keys(SETTINGS).join(', ')}.`);
      const value = setting.parse(text);
      if (value === undefined) throw new Error(`${key} must be ${setting.must}, not "${text}".`);
      await runner.system('settings.change', async (tx) => {
        await tx.query(sql`insert into public_setting (key, value, changed_at)
          values (${key}, ${JSON.stringify(value)}::jsonb, institution_now())
          on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at`);
        return { id: key, audit: { subject: key, detail: { value } } };
      });
      return { text: `${key} is ${JSON.stringify(value)} now.`, data: { [key]: value } };
    }),
  );
}
