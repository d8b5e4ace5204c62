import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const setup = fileURLToPath(new URL('../../src-main/hosts/launch/setup.mjs', import.meta.url));

/** Builds the program where its sources have changed since the last build. */
export default function buildFirst(): void {
  execFileSync(process.execPath, [setup, 'build'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
