import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Schedule } from './schedule.ts';
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
  /** `over` on a line when it came to its end. */
  said: string;
  complaint: string | undefined;
}

/** Runs it under `strace -f` with these options more. */
export function runChild(order: ChildOrder, options: readonly string[]): Promise<ChildEnd> {
  const program = fileURLToPath(new URL('child.ts', import.meta.url));
  return new Promise((resolve) => {
    const child = execFile('strace', ['-f', '-qq', ...options, process.execPath, program], (error, said, stderr) => {
      const killed = error?.signal === 'SIGKILL' || error?.code === 137;
      resolve({ killed, said, complaint: error === null || killed ? undefined : `the process failed: ${stderr.slice(-2000)}` });
    });
    child.stdin?.end(JSON.stringify(order));
  });
}
