import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, session, shell } from 'electron';
import Store from 'electron-store';
import { profileFromArguments } from './arguments.ts';
import { createChooseFile } from './dialogs.ts';
import { setMenu } from './menu.ts';
import { safeStorageSecrets } from './safe-storage.ts';
import { registerAppScheme, serveAppScheme } from './scheme.ts';
import { startWithElectron } from './service-child.ts';
import { denyPermissions, openWindow } from './window.ts';
import { takeConnectionEnvironment, turnCoreDumpsOff } from '../shared/environment.ts';
import { defaultProjectsDirectory, rendererDirectory } from '../shared/folders.ts';
import { createPreferences, preferencesName } from '../shared/preferences.ts';
import { heldExitCode, holdProfile, secondStartMessage } from '../shared/profile-hold.ts';
import { version } from '../shared/version.ts';
import { startLocalService } from '../../service-client/local-service-process.ts';
import { speakLanguage } from '../../infra/language.ts';
import { createLog } from '../../infra/log.ts';
import { createStudio } from '../../app/studio.ts';
import { messages } from '#shared/messages/index.ts';

/** What is open is given this long to end; then the program does. */
const shutdownMs = 15_000;

const environment = takeConnectionEnvironment();
const { profileDirectory, profileNamed } = profileFromArguments(process.argv);
app.setName('Voicewright');
app.setPath('userData', join(profileDirectory, 'electron'));
app.enableSandbox();
registerAppScheme();

let window: BrowserWindow | undefined;
let focusStudio = (): void => undefined;
function toFront(): void {
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  focusStudio();
}

async function main(): Promise<void> {
  await speakLanguage();
  mkdirSync(profileDirectory, { recursive: true, mode: 0o700 });
  // The hold speaks for every host, so that Electron and the served one never share a profile. The lock of Electron's own
  // covers what the system starts (a second click on the icon), before anything is opened.
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write(`voicewright: ${messages.host.runningAndInFront}\n`);
    app.exit(heldExitCode);
    return;
  }
  app.on('second-instance', toFront);
  const held = await holdProfile({
    profileDirectory,
    onSecondStart: () => {
      toFront();
      return { running: 'Electron', pid: process.pid, front: window !== undefined };
    },
  });
  if ('heldBy' in held) {
    const message = secondStartMessage(profileDirectory, held.heldBy);
    process.stderr.write(`voicewright: ${message}\n`);
    if (held.heldBy?.front !== true && app.isPackaged) dialog.showErrorBox('Voicewright', message);
    app.exit(heldExitCode);
    return;
  }
  const log = createLog(profileDirectory);
  if (!turnCoreDumpsOff()) log.info('Core dumps could not be turned off.');
  const preferences = createPreferences(new Store({ cwd: profileDirectory, name: preferencesName, clearInvalidConfig: true }), log);
  await speakLanguage(preferences.get('settings').language);
  const projectsDirectory = profileNamed ? join(profileDirectory, messages.host.projectsFolder) : defaultProjectsDirectory();
  mkdirSync(projectsDirectory, { recursive: true });
  await app.whenReady();

  const studio = await createStudio({
    host: { kind: 'electron', nativeDialogs: true, writesToChosenPath: true },
    version,
    profileDirectory,
    projectsDirectory,
    environment,
    preferences,
    secrets: safeStorageSecrets(profileDirectory),
    log,
    chooseFile: createChooseFile(() => window, projectsDirectory),
    showFolder: async (path) => {
      await shell.openPath(path);
    },
    showFile: (path) => shell.showItemInFolder(path),
    onLanguage: setMenu,
    startLocalService: (request) => startLocalService(request, { log, start: startWithElectron }),
  });
  focusStudio = () => {
    studio.focus();
  };
  setMenu();
  denyPermissions(session.defaultSession);
  serveAppScheme(session.defaultSession, { studio, rendererDirectory: rendererDirectory(), log });

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const late = setTimeout(() => {
      app.exit(1);
    }, shutdownMs);
    try {
      await studio.close();
    } catch (thrown) {
      log.error('Not everything ended as it should.', { error: thrown });
    }
    held.hold.release();
    log.close();
    clearTimeout(late);
    app.exit(0);
  };
  app.on('will-quit', (event) => {
    event.preventDefault();
    closing ??= close();
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      app.quit();
    });
  window = openWindow({ studio, preferences, log });
  log.info('Electron is ready.', { version });
}

main().catch((thrown: unknown) => {
  const text = messages.host.couldNotStart(thrown instanceof Error ? thrown.message : messages.host.logHasDetails);
  process.stderr.write(`voicewright: ${text}\n`);
  if (app.isPackaged) dialog.showErrorBox('Voicewright', text);
  app.exit(1);
});
