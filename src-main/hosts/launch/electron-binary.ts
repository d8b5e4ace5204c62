import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostOptions } from '../shared/options.ts';
import { messages } from '#shared/messages/index.ts';

/** The try to get the binary ends after this; a network that refuses it may keep silent. */
const fetchMs = 10_000;
/** After a try that failed, starts do not wait for another one for this long. */
const retryAfterMs = 24 * 60 * 60 * 1000;

/** The project's folder, seen from the sources and from the build. */
const root = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../', import.meta.url));
const electronPackage = join(root, 'node_modules', 'electron');
const lastTry = join(root, 'node_modules', '.cache', 'voicewright', 'electron-try.json');

/** Where the `electron` package would find its binary, by its own rules, without its download. */
export function electronBinary(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = readText(join(electronPackage, 'path.txt'));
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'];
  const path =
    override !== undefined && override !== ''
      ? join(override, named ?? 'electron')
      : named === undefined
        ? undefined
        : join(electronPackage, 'dist', named);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** Runs the `electron` package's own installation, for ten seconds at most. */
export async function fetchElectron({ again }: { again: boolean }): Promise<{ binary: string } | { because: string }> {
  const { version } = JSON.parse(readText(join(electronPackage, 'package.json')) ?? '{}') as { version?: string };
  if (version === undefined) return { because: messages.host.electronNotInstalled };
  if (!again && triedLately(version)) return { because: messages.host.electronFailedLately };
  process.stderr.write(`voicewright: ${messages.host.fetchingElectron}\n`);
  const because = await install();
  const binary = because === undefined ? electronBinary() : undefined;
  if (binary !== undefined) {
    rmSync(lastTry, { force: true });
    return { binary };
  }
  mkdirSync(dirname(lastTry), { recursive: true });
  writeFileSync(lastTry, JSON.stringify({ version, at: Date.now() }));
  return { because: because ?? messages.host.electronNoBinary };
}

function install(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(electronPackage, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
    let last = '';
    let late = false;
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      last = (last + text).slice(-4000);
    });
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, fetchMs);
    const settle = (because: string | undefined): void => {
      clearTimeout(timer);
      resolve(because);
    };
    child.once('error', (error) => {
      settle(error.message);
    });
    child.once('exit', (code) => {
      settle(code === 0 ? undefined : late ? messages.host.electronTimeout : firstReason(last));
    });
  });
}

/** The one line of an error's print-out that says what happened. */
function firstReason(text: string): string {
  const line = text.split('\n').find((candidate) => /error|ENOTFOUND|ECONN|EAI_AGAIN|HTTP|status/iu.test(candidate));
  return (line ?? messages.host.electronInstallFailed).trim().slice(0, 160);
}

function triedLately(version: string): boolean {
  try {
    const tried = JSON.parse(readFileSync(lastTry, 'utf8')) as { version?: string; at?: number };
    const age = Date.now() - (tried.at ?? 0);
    return tried.version === version && age >= 0 && age < retryAfterMs;
  } catch {
    return false;
  }
}

/** What Electron is started with. Its sandbox cannot be had as root on Linux, where Chromium refuses to start with it. */
export function electronArguments({ profileDirectory, profileNamed }: Pick<HostOptions, 'profileDirectory' | 'profileNamed'>): string[] {
  const rootOnLinux = process.platform === 'linux' && process.getuid?.() === 0;
  return [...(rootOnLinux ? ['--no-sandbox'] : []), root, ...(profileNamed ? [`--profile=${profileDirectory}`] : [])];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
