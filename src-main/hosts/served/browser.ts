import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge', 'brave-browser'];
const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** An installed Chromium or a browser made of it; `VOICEWRIGHT_BROWSER` names another one. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string | undefined {
  const named = env['VOICEWRIGHT_BROWSER'];
  if (named !== undefined && named !== '') return named;
  return candidates(env, platform).find(isExecutable);
}

function candidates(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return macApplications.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  if (platform === 'win32')
    return [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].flatMap((folder) =>
      folder === undefined ? [] : windowsPrograms.map((program) => join(folder, program)),
    );
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether windows can be shown at all. */
export function hasDisplay(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((display) => display !== undefined && display !== '');
}
