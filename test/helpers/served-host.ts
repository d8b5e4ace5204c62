import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningHost {
  /** Its address, with a one-time token. */
  url: string;
  process: ChildProcess;
  /** What it has said on stderr so far. */
  said(): string;
  /** Ends it as Ctrl-C would; answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built served host on a profile, without a window and on a free port, and waits for its line. */
export async function startBuiltHost(profileDirectory: string, env: Record<string, string> = {}): Promise<RunningHost> {
  const entry = `${root}/dist/main/served.js`;
  if (!existsSync(entry)) throw new Error('The bundles are not built: npm run build.');
  const child = spawn(`${root}/node_modules/.bin/node`, [entry, '--no-open', '--port', '0', '--profile', profileDirectory], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const ready = new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const line = await Promise.race([
    ready,
    exited.then(([code]) => Promise.reject(new Error(`The host ended with code ${code ?? 'none'}: ${said}`))),
  ]);
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    process: child,
    said: () => said,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
