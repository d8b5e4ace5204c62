import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../dist/main/cli.js', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}
export interface Running {
  process: ChildProcessByStdio<Writable, Readable, Readable>;
  ended: Promise<Ended>;
}

interface Options {
  profile: string;
  env?: Record<string, string>;
  /** All of its standard input; `null`: the test that started it writes. */
  input?: string | null;
}

/** The built program, as it runs once installed, on a profile and with what its environment says; without input its standard input is empty. */
export function start(args: readonly string[], options: Options): Running {
  if (!existsSync(entry)) throw new Error('The bundles are not built: npm run build.');
  const env = { ...process.env, ...options.env };
  const child = spawn(process.execPath, [entry, ...args, '--profile', options.profile], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  child.stdin.on('error', () => undefined);
  if (options.input !== null) child.stdin.end(options.input ?? '');
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout: Buffer.concat(out), stderr }));
  return { process: child, ended };
}

/** The one JSON value that was printed; throws where there was anything else. */
export function valueOf({ stdout }: Ended): Record<string, unknown> {
  const text = stdout.toString();
  if (!text.endsWith('\n') || text.indexOf('\n') !== text.length - 1) throw new Error(`Not one line of JSON: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}
