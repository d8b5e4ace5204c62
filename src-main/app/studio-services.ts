import type { Services } from '#shared/operations/index.ts';
import { speakLanguage } from '../infra/language.ts';
import type { Platform } from '../infra/platform.ts';
import type { Core } from './core.ts';
import type { Settling } from './settling.ts';

interface Needs {
  platform: Pick<Platform, 'version' | 'host' | 'preferences' | 'onLanguage'>;
  announcements: Pick<Core['announcements'], 'listen' | 'say'>;
  connection: Pick<Core['connection'], 'restart'>;
  account: Pick<Core['account'], 'refresh'>;
  recent: Pick<Core['recent'], 'forget'>;
  shared: Core['shared'];
}

/** The operations of the studio as a whole. */
export function createStudioServices(
  { platform, announcements, connection, account, recent, shared }: Needs,
  settling: Pick<Settling, 'settle'>,
): Pick<Services, 'studio.start' | 'studio.watch' | 'settings.update' | 'connection.restart' | 'account.refresh' | 'project.forget'> {
  const { preferences } = platform;
  return {
    'studio.start': () => Promise.resolve({ version: platform.version, host: platform.host, settings: preferences.get('settings') }),
    'studio.watch': async (_input, { emit, signal }) => {
      await announcements.listen(emit, signal);
      return null;
    },
    'settings.update': async (change) => {
      const known = preferences.get('settings');
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const settings = { ...known, ...Object.fromEntries(given) };
      preferences.set('settings', settings);
      if (change.pronunciations !== undefined) shared.pronunciations = change.pronunciations;
      if (settings.language !== known.language) {
        await speakLanguage(settings.language);
        platform.onLanguage?.();
      }
      announcements.say({ type: 'settings', settings });
      return settings;
    },
    'connection.restart': async () => {
      await connection.restart();
      await settling.settle();
      return null;
    },
    'account.refresh': () => account.refresh(),
    'project.forget': ({ path }) => {
      recent.forget(path);
      return Promise.resolve(null);
    },
  };
}
