import { settings as known, type SettingKey, type Settings as Standing, settingKeys } from '#domain/settings/rules.ts';
import { builder } from '../builder.ts';

/** The settings as they stand, one field each, from their one home (7.5). */
export const Settings = builder.objectRef<Standing>('Settings').implement({
  description: 'What administrators can change of how the institution runs.',
  fields: (t) => {
    const field = (key: SettingKey) => {
      const { description, type } = known[key].schema;
      const resolve = (standing: Standing) => standing[key];
      switch (type) {
        case 'boolean':
          return t.boolean({ description, resolve: (standing) => resolve(standing) === true });
        case 'integer':
          return t.int({ description, resolve: (standing) => Number(resolve(standing)) });
        case 'string':
          return t.string({ description, resolve: (standing) => String(resolve(standing)) });
      }
    };
    return Object.fromEntries(settingKeys.map((key) => [key, field(key)]));
  },
});
