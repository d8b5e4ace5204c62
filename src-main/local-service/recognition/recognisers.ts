import { ProgramRecogniser } from './program-recogniser.ts';
import { type Recogniser } from './recogniser.ts';
import { findSphinx, SphinxRecogniser } from './sphinx-recogniser.ts';

/** The name that `--recogniser` has for none at all. */
const noRecogniser = 'none';

/** The recogniser that there is: the one that was asked for, else what is installed. */
export class Recognisers {
  readonly #chosen: Recogniser | undefined;
  readonly #looks: boolean;
  #found: SphinxRecogniser | undefined;

  /** `program`: as `--recogniser` names it; `undefined` looks for what is installed. */
  constructor(program: string | undefined) {
    this.#looks = program === undefined;
    this.#chosen = program === undefined || program === noRecogniser ? undefined : new ProgramRecogniser(program);
  }

  /** Looks again each time: what is installed while the service runs counts. */
  find(): Recogniser | undefined {
    if (!this.#looks) return this.#chosen;
    const installed = findSphinx(process.env['PATH'] ?? '');
    if (installed === undefined) return undefined;
    return (this.#found ??= new SphinxRecogniser(installed));
  }

  /** As the profile says it. */
  describe(): { recogniser: 'none' | Recogniser['kind']; languages: string[] | null } {
    const found = this.find();
    return {
      recogniser: found?.kind ?? 'none',
      languages: found === undefined ? [] : found.languages === undefined ? null : [...found.languages],
    };
  }

  close(): void {
    this.#chosen?.close();
    this.#found?.close();
  }
}
