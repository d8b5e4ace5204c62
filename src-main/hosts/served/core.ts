import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Conf from 'conf';
import { defaultProjectsDirectory, rendererDirectory } from '../shared/folders.ts';
import { keyringSecrets } from '../shared/keyring.ts';
import { createPreferences, preferencesName } from '../shared/preferences.ts';
import { version } from '../shared/version.ts';
import { startLocalService } from '../../service-client/local-service-process.ts';
import { speakLanguage } from '../../infra/language.ts';
import { createLog } from '../../infra/log.ts';
import type { ConnectionEnvironment, Platform } from '../../infra/platform.ts';
import { createStudio, type Studio } from '../../app/studio.ts';
import type { Listener } from './listener.ts';
import { answerWithStudio } from './server.ts';
import { messages } from '#shared/messages/index.ts';

interface CoreOptions {
  profileDirectory: string;
  profileNamed: boolean;
  environment: ConnectionEnvironment;
  listener: Listener;
  /** A window is on its way, and has the machine to itself until it is drawn. */
  windowFirst: boolean;
}

/** How long the local service waits for the window, at most. */
const windowFirstMs = 1500;

export interface Core {
  /** Settles when the studio has started; pages are answered before. */
  readonly ready: Promise<void>;
  readonly focus: () => void;
  readonly close: () => Promise<void>;
}

/** The studio behind an open listener. All that is heavy to load is imported here. */
export async function startCore({ profileDirectory, profileNamed, environment, listener, windowFirst }: CoreOptions): Promise<Core> {
  const log = createLog(profileDirectory);
  const store = new Conf({ cwd: profileDirectory, configName: preferencesName, projectName: 'voicewright', clearInvalidConfig: true });
  const preferences = createPreferences(store, log);
  await speakLanguage(preferences.get('settings').language);
  const projectsDirectory = profileNamed ? join(profileDirectory, messages.host.projectsFolder) : defaultProjectsDirectory();
  mkdirSync(projectsDirectory, { recursive: true });
  const platform: Platform = {
    host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false },
    version,
    profileDirectory,
    projectsDirectory,
    environment,
    preferences,
    secrets: keyringSecrets(profileDirectory),
    log,
    chooseFile: () => Promise.resolve(null),
    startLocalService: async (request) => {
      if (windowFirst) await Promise.race([answering.drawn, delay(windowFirstMs, undefined, { ref: false })]);
      return startLocalService(request, { log });
    },
  };
  const { promise: studio, resolve } = Promise.withResolvers<Studio>();
  const answering = answerWithStudio(listener, { studio, rendererDirectory: rendererDirectory(), log });
  resolve(createStudio(platform));
  const ready = studio.then(
    () => {
      log.info('The served host is ready.', { port: listener.port, version });
    },
    (thrown: unknown) => {
      log.error('The studio could not start.', { error: thrown });
      throw thrown;
    },
  );
  return {
    ready,
    focus: () => {
      studio.then(
        (started) => started.focus(),
        () => undefined,
      );
    },
    close: async () => {
      await answering.close();
      try {
        await (await studio).close();
      } catch (thrown) {
        log.error('Not everything ended as it should.', { error: thrown });
      }
      log.close();
    },
  };
}
