import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../dist/main/cli.js', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}
export interface Running {
  process: ChildProcess;
  ended: Promise<Ended>;
}

/** The built program, as it runs once installed, on a profile and with what its environment says; without input its standard input is empty. */
export function start(args: readonly string[], options: { profile: string; env?: Record<string, string>; input?: string }): Running {
  if (!existsSync(entry)) throw new Error('The bundles are not built: npm run build.');
  const env = { ...process.env, ...options.env };
  const child = spawn(process.execPath, [entry, ...args, '--profile', options.profile], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout: Buffer.concat(out), stderr }));
  return { process: child, ended };
}
