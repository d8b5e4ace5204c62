import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { decodeApart } from './decode-apart.ts';
import { RecogniserRoom, type Heard, type Recognised, type Recogniser } from './recogniser.ts';
import { inFolder, runProgram } from './run-program.ts';
import { readSphinx } from './sphinx-output.ts';

/** A machine that has nothing else to do takes a third of the recording's length. */
const patienceMs = (seconds: number) => 120_000 + seconds * 3_000;
const programName = 'pocketsphinx_continuous';
/** Where packages put the English model, seen from the program: its sounds, its words and their order. */
const modelFolder = ['share', 'pocketsphinx', 'model', 'en-us'];
const modelParts = { '-hmm': 'en-us', '-dict': 'cmudict-en-us.dict', '-lm': 'en-us.lm.bin' } as const;

/** An installed PocketSphinx with its English model. */
interface Installed {
  program: string;
  /** As arguments. */
  model: readonly string[];
}

/** `undefined` where `path`, as in the environment, leads to no program with a model. */
export function findSphinx(path: string): Installed | undefined {
  for (const folder of path.split(delimiter)) {
    if (folder === '' || !isExecutable(join(folder, programName))) continue;
    const program = join(folder, programName);
    const model = join(dirname(dirname(realpathSync(program))), ...modelFolder);
    const parts = Object.entries(modelParts).map(([option, name]) => [option, join(model, name)] as const);
    if (parts.every(([, part]) => existsSync(part))) return { program, model: parts.flat() };
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** PocketSphinx (Debian's `pocketsphinx` with `pocketsphinx-en-us`): English, and a draft. */
export class SphinxRecogniser implements Recogniser {
  readonly kind = 'draft';
  readonly languages = ['en'];
  readonly #installed: Installed;
  readonly #room = new RecogniserRoom();

  constructor(installed: Installed) {
    this.#installed = installed;
  }

  checkRoom(): void {
    this.#room.check();
  }

  recognise({ bytes, seconds }: Heard, _language: string | undefined, left: AbortSignal): Promise<Recognised> {
    return this.#room.run((ended) =>
      inFolder(async (folder) => {
        const wav = join(folder, 'sound.wav');
        const signal = AbortSignal.any([ended, left]);
        await decodeApart(bytes, wav, { signal });
        const { program, model } = this.#installed;
        const parts = [...model, '-infile', wav, '-time', 'yes', '-logfn', '/dev/null'];
        return readSphinx(await runProgram(program, parts, { patienceMs: patienceMs(seconds), signal }));
      }),
    );
  }

  close(): void {
    this.#room.close();
  }
}
