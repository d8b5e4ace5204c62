import { existsSync } from 'node:fs';
import type { RecentProject } from '#shared/operations/project.ts';
import type { Preferences, PreferenceValues } from '../infra/platform.ts';

const kept = 12;

/** The projects opened last, newest first. */
export interface Recent {
  list(): RecentProject[];
  opened(path: string, title: string, projectId: string): void;
  forget(path: string): void;
}

export function createRecent(preferences: Preferences, onChange: (recent: RecentProject[]) => void): Recent {
  const list = (): RecentProject[] =>
    preferences.get('recent').map((entry) => ({ ...entry, projectId: entry.projectId ?? null, missing: !existsSync(entry.path) }));
  const save = (entries: PreferenceValues['recent']): void => {
    preferences.set('recent', entries.slice(0, kept));
    onChange(list());
  };
  return {
    list,
    opened: (path, title, projectId) =>
      save([{ path, title, projectId, openedAt: Date.now() }, ...preferences.get('recent').filter((entry) => entry.path !== path)]),
    forget: (path) => save(preferences.get('recent').filter((entry) => entry.path !== path)),
  };
}
