import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recognised, RecogniserRoom, type Heard, type Recognised, type Recogniser } from './recogniser.ts';
import { inFolder, runProgram } from './run-program.ts';

const patienceMs = 300_000;

/**
 * A recogniser of the user's choice: a program that is run as `PROGRAM [--language CODE] FILE` and prints `{"text", "segments": [{"start", "end",
 * "text"}]}`, times in seconds.
 */
export class ProgramRecogniser implements Recogniser {
  readonly kind = 'program';
  readonly languages = undefined;
  readonly #program: string;
  readonly #room = new RecogniserRoom();

  constructor(program: string) {
    this.#program = program;
  }

  checkRoom(): void {
    this.#room.check();
  }

  recognise({ bytes }: Heard, language: string | undefined, left: AbortSignal): Promise<Recognised> {
    return this.#room.run((ended) =>
      inFolder(async (folder) => {
        const file = join(folder, 'audio');
        await writeFile(file, bytes);
        const parts = language === undefined ? [file] : ['--language', language, file];
        const signal = AbortSignal.any([ended, left]);
        return recognised.parse(JSON.parse(await runProgram(this.#program, parts, { patienceMs, signal })));
      }),
    );
  }

  close(): void {
    this.#room.close();
  }
}
