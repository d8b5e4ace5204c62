import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const outputMaximum = 4 * 1024 * 1024;

/** Runs a program to its end and gives what it prints. It gets nothing of this process's environment but PATH and HOME. */
export function runProgram(
  program: string,
  parts: readonly string[],
  { patienceMs, signal }: { patienceMs: number; signal: AbortSignal },
): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  return new Promise((resolve, reject) => {
    execFile(program, [...parts], { timeout: patienceMs, maxBuffer: outputMaximum, env, signal }, (error, output) => {
      if (error === null) resolve(output);
      else reject(new Error('The recogniser failed', { cause: error }));
    });
  });
}

/** Works in a folder that is removed afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'voicewright-recognise-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
