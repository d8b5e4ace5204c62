import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Kill, Schedule } from './schedule.ts';
import type { Place } from './studio.ts';
import type { Makings, Script } from './world.ts';

/** What a studio in a process of its own is to do. */
export interface ChildOrder {
  place: Place;
  directory: string;
  makings: Makings;
  script: Script;
  schedule: Pick<Schedule, 'seed' | 'wants' | 'atOnce'>;
}

export interface ChildEnd {
  killed: boolean;
  /** It came to its end. */
  over: boolean;
  complaint: string | undefined;
}

const program = fileURLToPath(new URL('child.ts', import.meta.url));
/** Half of a start is reading its modules: they are kept compiled. */
const env = { ...process.env, NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/campaign', import.meta.url)) };

/** Runs it under `strace -f` with these options more. */
export const runUnderStrace = (order: ChildOrder, options: readonly string[]): Promise<ChildEnd> =>
  run(order, spawn('strace', ['-f', '-qq', ...options, process.execPath, program], { env }), () => Promise.resolve());

/** Runs it, and has the system kill it at a call that is counted from when it has opened its profile: opening is the longest of it, and traced the slowest. */
export function runUntilKilled(order: ChildOrder, { calls, when }: Kill): Promise<ChildEnd> {
  const child = spawn(process.execPath, [program], { env });
  // Not with --seccomp-bpf: strace then delivers no signal to the threads.
  return run(order, child, async () => {
    const inject = `inject=${calls}:signal=SIGKILL:when=${when}`;
    const strace = spawn('strace', ['-f', '-p', String(child.pid), '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject]);
    strace.stderr.setEncoding('utf8');
    await Promise.race([once(createInterface({ input: strace.stderr }), 'line'), once(strace, 'exit')]);
  });
}

/** `before`: done when it is ready to begin. */
async function run(order: ChildOrder, child: ChildProcessWithoutNullStreams, before: () => Promise<void>): Promise<ChildEnd> {
  let complaint = '';
  let over = false;
  child.stdin.on('error', () => undefined); // killed before it could read
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'over') over = true;
    else if (line === 'ready') void before().then(() => child.stdin.end('begin\n'));
  });
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const killed = signal === 'SIGKILL' || code === 137;
  return { killed, over, complaint: killed || code === 0 ? undefined : `the process failed: ${complaint.slice(-2000)}` };
}
