import { join } from 'node:path';
import type { Services } from '#shared/operations/index.ts';
import { liveDeskSchema, type LiveDesk } from '#shared/operations/live.ts';
import { JsonFile } from '../../infra/json-file.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

const usual: LiveDesk = {
  phrases: [],
  draft: '',
  waiting: [],
  settings: { version: 'v3', mode: 'reliable', voiceId: null, modelId: null, format: 'pcm', controls: {}, deviceId: '' },
};

/** The phrases, the unsent text and the settings of Live, in `live/desk.json` of the profile. One that cannot be read is set aside. */
export function openLiveDesk({
  profileDirectory,
  log,
}: {
  profileDirectory: string;
  log: Log;
}): Pick<Services, 'live.desk' | 'live.updateDesk'> {
  const file = new JsonFile(join(profileDirectory, 'live', 'desk.json'), {
    schema: liveDeskSchema,
    empty: usual,
    subject: message('live.phrasesAndSettings'),
    damaged: 'The phrases and settings of Live could not be read and were set aside.',
    log,
  });
  return {
    'live.desk': () => Promise.resolve(file.read()),
    'live.updateDesk': ({ phrases, draft, waiting, settings }) => {
      const before = file.read();
      const next: LiveDesk = {
        phrases: phrases ?? before.phrases,
        draft: draft ?? before.draft,
        waiting: waiting ?? before.waiting,
        settings: settings ?? before.settings,
      };
      file.write(next);
      return Promise.resolve(next);
    },
  };
}
