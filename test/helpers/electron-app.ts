import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication } from 'playwright';

const root = fileURLToPath(new URL('../..', import.meta.url));
const standIn = fileURLToPath(new URL('electron-stand-in', import.meta.url));

/** Whether the `electron` package has its binary; without, the stand-in takes its place. */
const realElectron = existsSync(`${root}/node_modules/electron/path.txt`) && process.env['VOICEWRIGHT_TEST_STAND_IN'] === undefined;

/** What the stock `electron` package says its binary is: the real one, else the stand-in. */
export function electronPath(): string {
  // Where the package looks is read in the process that launches.
  if (!realElectron) process.env['ELECTRON_OVERRIDE_DIST_PATH'] = standIn;
  return createRequire(import.meta.url)('electron') as string;
}

/** Starts the built main bundle as `electron .` would, driven by Playwright's own `_electron`. */
export async function launchElectron(profileDirectory: string, env: Record<string, string> = {}): Promise<ElectronApplication> {
  if (!existsSync(`${root}/dist/main/electron.js`)) throw new Error('The bundles are not built: npm run build.');
  const inherited = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
  delete inherited['VITEST'];
  electronPath();
  return _electron.launch({ args: [root, `--profile=${profileDirectory}`], cwd: root, env: { ...inherited, ...env }, timeout: 30_000 });
}
