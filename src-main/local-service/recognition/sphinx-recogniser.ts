import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { decodeApart } from './decode-apart.ts';
import { cutAtPauses } from './pieces.ts';
import { RecogniserRoom, type Heard, type Recognised, type Recogniser } from './recogniser.ts';
import { writeStretch } from './recogniser-sound.ts';
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
        const [wav, pieceWav] = [join(folder, 'sound.wav'), join(folder, 'piece.wav')];
        const patience = patienceMs(seconds);
        const signal = AbortSignal.any([ended, left, AbortSignal.timeout(patience)]);
        const segments: Recognised['segments'] = [];
        for (const piece of cutAtPauses(await decodeApart(bytes, wav, { signal, voice: true }))) {
          await writeStretch(wav, piece, pieceWav);
          const printed = await runProgram(this.#installed.program, this.#parts(pieceWav), { patienceMs: patience, signal });
          segments.push(...readSphinx(printed, piece));
        }
        return { text: segments.map(({ text }) => text).join(' '), segments };
      }),
    );
  }

  /**
   * What it finds pauses by itself with is off: where a voice stops and goes on within an eighth of a second, it goes on with the same utterance and gives all its words
   * the times of what follows, up to its whole length too late.
   */
  #parts(wav: string): string[] {
    return [...this.#installed.model, '-infile', wav, '-time', 'yes', '-remove_silence', 'no', '-logfn', '/dev/null'];
  }

  close(): void {
    this.#room.close();
  }
}
