import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Services } from '#shared/operations/index.ts';
import { liveDeskSchema, type LiveDesk } from '#shared/operations/live.ts';
import { errorCode, fileFailure, replaceFile } from '../../infra/files.ts';
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
  const directory = join(profileDirectory, 'live');
  const path = join(directory, 'desk.json');
  let desk = usual;
  try {
    desk = liveDeskSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') {
      log.error('The phrases and settings of Live could not be read and were set aside.', { path });
      try {
        renameSync(path, `${path}.damaged`);
      } catch {
        // It cannot be moved either; the next change replaces it.
      }
    }
  }
  return {
    'live.desk': () => Promise.resolve(desk),
    'live.updateDesk': ({ phrases, draft, waiting, settings }) => {
      const next: LiveDesk = {
        phrases: phrases ?? desk.phrases,
        draft: draft ?? desk.draft,
        waiting: waiting ?? desk.waiting,
        settings: settings ?? desk.settings,
      };
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        replaceFile(path, Buffer.from(JSON.stringify(next)));
      } catch (thrown) {
        throw fileFailure(thrown, message('live.phrasesAndSettings'));
      }
      desk = next;
      return Promise.resolve(desk);
    },
  };
}
