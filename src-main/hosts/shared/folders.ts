import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a profile lies when none is named: what each system keeps for a program's own data. */
export function defaultProfileDirectory(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  const home = env['HOME'] ?? homedir();
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Voicewright');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Voicewright');
  const data = env['XDG_DATA_HOME'];
  // The XDG rules say that a path which is not absolute is to be ignored.
  return join(data?.startsWith('/') === true ? data : join(home, '.local', 'share'), 'voicewright');
}

/** Where new projects go: among the person's documents where there is such a folder, else in the home folder. */
export function defaultProjectsDirectory(home: string = process.env['HOME'] ?? homedir()): string {
  const documents = join(home, 'Documents');
  return join(existsSync(documents) ? documents : home, 'Voicewright');
}

/** The built renderer, seen from the sources and from the build alike. */
export function rendererDirectory(): string {
  const relative = import.meta.url.endsWith('.ts') ? '../../../dist/renderer/' : '../renderer/';
  return fileURLToPath(new URL(relative, import.meta.url));
}
