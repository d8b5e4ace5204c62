import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { codes } from '#shared/wire/common.ts';
import { transcriptionSegment } from '#shared/wire/responses/transcription.ts';
import { ServiceError } from '../http/service-error.ts';

const secondsMaximum = 300;
const outputMaximum = 4 * 1024 * 1024;
/** Recognitions at the same time, as each takes what the machine has. */
const atOnce = 2;

const recognised = z.object({ text: z.string(), segments: z.array(transcriptionSegment.omit({ id: true })).default([]) });
export type Recognised = z.infer<typeof recognised>;

/**
 * A recogniser of the user's choice: a program that is run as `PROGRAM [--language CODE] FILE` and prints `{"text", "segments": [{"start", "end",
 * "text"}]}`, times in seconds. It gets nothing of this process's environment but PATH and HOME.
 */
export class Recogniser {
  readonly #program: string;
  #running = 0;

  constructor(program: string) {
    this.#program = program;
  }

  /** Throws 429 when too many run. To be asked before anything is charged. */
  checkRoom(): void {
    if (this.#running < atOnce) return;
    throw new ServiceError(429, codes.rateLimited, 'The recogniser is busy', { headers: { 'Retry-After': '5' } });
  }

  async recognise(bytes: Uint8Array, language: string | undefined): Promise<Recognised> {
    this.#running += 1;
    const folder = await mkdtemp(join(tmpdir(), 'voicewright-recognise-'));
    try {
      const file = join(folder, 'audio');
      await writeFile(file, bytes);
      return recognised.parse(JSON.parse(await this.#run(language === undefined ? [file] : ['--language', language, file])));
    } finally {
      this.#running -= 1;
      await rm(folder, { recursive: true, force: true });
    }
  }

  #run(parts: string[]): Promise<string> {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
    return new Promise((resolve, reject) => {
      execFile(this.#program, parts, { timeout: secondsMaximum * 1_000, maxBuffer: outputMaximum, env }, (error, output) => {
        if (error === null) resolve(output);
        else reject(new Error('The recogniser failed', { cause: error }));
      });
    });
  }
}
