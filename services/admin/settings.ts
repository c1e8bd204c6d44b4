// `institution settings show|set`: what administrators can change while the institution is open (7.5).
import type { Command } from 'commander';
import { change, changeSettings, namesSetting, settingsInput } from '#domain/settings/change.ts';
import { readSettings } from '#domain/settings/read.ts';
import { settings as known, settingKeys } from '#domain/settings/rules.ts';
import { readInput } from '#domain/text/input.ts';
import { administer } from './administer.ts';

/** What a word on the command line stands for: itself where the setting is a text, else the value it spells. */
function spelled(key: string, word: string): unknown {
  const setting = settingKeys.find((one) => one === key);
  if (!setting) throw new Error(`There is no setting "${key}"; there are ${settingKeys.join(', ')}.`);
  if (known[setting].schema.type === 'string') return word;
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

export function settingsCommands(program: Command): void {
  const settings = program.command('settings').description('what administrators can change');

  const show = settings.command('show').description('the settings as they stand');
  show.action(() =>
    administer(show, async ({ database }) => {
      const standing = await readSettings(database);
      const text = settingKeys.map((key) => `${key}: ${JSON.stringify(standing[key])}`).join('\n');
      return { text, data: standing };
    }),
  );

  const set = settings.command('set').description('change one').argument('<key>').argument('<value>');
  set.action((key: string, word: string) =>
    administer(set, async ({ runner }) => {
      const changes = readInput(settingsInput, namesSetting, { [key]: spelled(key, word) });
      await runner.system(changeSettings.action, (tx) => change(tx, changes));
      return { text: `${key} is ${JSON.stringify(changes[key as keyof typeof changes])} now.`, data: changes };
    }),
  );
}
