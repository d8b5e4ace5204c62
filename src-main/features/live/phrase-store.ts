import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Services } from '#shared/operations/index.ts';
import { liveStateSchema, type StoredLive } from '#shared/operations/live.ts';
import { errorCode } from '../../infra/files.ts';
import { JsonFile } from '../../infra/json-file.ts';
import type { Log, Preferences } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

const usual: StoredLive = {
  phrases: [],
  draft: '',
  waiting: [],
  settings: { version: 'v3', mode: 'reliable', voiceId: null, modelId: null, format: 'pcm', controls: {} },
};

export interface LiveState {
  services: Pick<Services, 'live.state' | 'live.updateState'>;
  /** The output that an earlier version had for Live alone; empty where none was chosen. */
  earlierOutput: string;
}

/** The phrases, the unsent text and the settings of Live, in `live/live.json` of the profile. One that cannot be read is set aside. */
export function openLiveState({ profileDirectory, log }: { profileDirectory: string; log: Log }): LiveState {
  const path = join(profileDirectory, 'live', 'live.json');
  takeOverEarlierFile(path, log);
  const file = new JsonFile(path, {
    schema: liveStateSchema,
    empty: usual,
    subject: message('live.phrasesAndSettings'),
    damaged: 'The phrases and settings of Live could not be read and were set aside.',
    log,
  });
  return {
    earlierOutput: file.read().settings.deviceId ?? '',
    services: {
      'live.state': () => Promise.resolve(file.read()),
      'live.updateState': ({ phrases, draft, waiting, settings }) => {
        const before = file.read();
        const next: StoredLive = {
          phrases: phrases ?? before.phrases,
          draft: draft ?? before.draft,
          waiting: waiting ?? before.waiting,
          settings: settings ?? before.settings,
        };
        file.write(next);
        return Promise.resolve(next);
      },
    },
  };
}

/** What was chosen for Live alone is the output of everything, until another is chosen. */
export function takeOverOutput(preferences: Preferences, { earlierOutput }: Pick<LiveState, 'earlierOutput'>): void {
  const settings = preferences.get('settings');
  if (settings.outputDeviceId === null && earlierOutput !== '') preferences.set('settings', { ...settings, outputDeviceId: earlierOutput });
}

/** Earlier versions named the file `desk.json`: nothing in it is lost. */
function takeOverEarlierFile(path: string, log: Log): void {
  const earlier = join(dirname(path), 'desk.json');
  if (existsSync(path) || !existsSync(earlier)) return;
  try {
    renameSync(earlier, path);
  } catch (thrown) {
    log.warn('the phrases and settings of an earlier version could not be taken over', { code: errorCode(thrown) });
  }
}
