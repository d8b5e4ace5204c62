import { z } from 'zod';
import { defaultSettings, settingsSchema } from '#shared/operations/studio.ts';
import type { Log, PreferenceValues, Preferences } from '../../infra/platform.ts';

const schemas: { [K in keyof PreferenceValues]: z.ZodType<PreferenceValues[K]> } = {
  settings: settingsSchema,
  recent: z.array(z.object({ path: z.string(), title: z.string(), openedAt: z.number(), projectId: z.string().exactOptional() })).max(200),
  window: z.object({
    width: z.int().min(320).max(20_000),
    height: z.int().min(240).max(20_000),
    x: z.int().exactOptional(),
    y: z.int().exactOptional(),
    maximized: z.boolean().exactOptional(),
  }),
};

const defaults: PreferenceValues = {
  settings: defaultSettings,
  recent: [],
  window: { width: 1280, height: 832 },
};

/** The file's name, without its `.json`; the same for every host, so that they share what was set. */
export const preferencesName = 'preferences';

/** What `conf` and `electron-store` have in common. */
interface Store {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

/** Preferences over a store whose file a person may have edited: a value of the wrong shape counts as not set. */
export function createPreferences(store: Store, log: Log): Preferences {
  return {
    get: (key) => {
      const found = store.get(key);
      // An earlier version knew fewer settings: what is missing is as it is at first, what is there stays.
      const whole = key === 'settings' && typeof found === 'object' ? { ...defaultSettings, ...found } : found;
      const parsed = schemas[key].safeParse(whole);
      return parsed.success ? parsed.data : defaults[key];
    },
    set: (key, value) => {
      try {
        store.set(key, value);
      } catch (thrown) {
        log.warn('A preference could not be kept.', { preference: key, error: thrown });
      }
    },
  };
}
