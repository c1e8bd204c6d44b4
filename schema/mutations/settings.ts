import { changeSettings } from '#domain/settings/change.ts';
import { readSettings } from '#domain/settings/read.ts';
import { Settings } from '../staff/settings.ts';
import { mutation } from './mutation.ts';

mutation('changeSettings', changeSettings, {
  description: 'Administrators change settings, in maintenance too; those left out stay.',
  payload: (t) => ({
    settings: t.field({
      type: Settings,
      description: 'All settings as they stand now.',
      resolve: (_done, _args, { database }) => readSettings(database),
    }),
  }),
});
