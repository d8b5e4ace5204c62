import { ProgramRecogniser } from './program-recogniser.ts';
import { type ModelHost } from '../models/model-host.ts';
import { ModelRecogniser, type ListeningModel } from './model-recogniser.ts';
import { RecogniserRoom, type Recogniser } from './recogniser.ts';
import { findSphinx, SphinxRecogniser } from './sphinx-recogniser.ts';

/** The name that `--recogniser` has for none at all. */
const noRecogniser = 'none';

/** Where models lie that a person added, and what loads them. */
interface AddedListeners {
  /** The one that was added last, where it can be loaded. */
  listener(): ListeningModel | undefined;
  host: ModelHost;
}

/** The recogniser that there is: the one that was asked for, else a model that a person added, else what is installed. */
export class Recognisers {
  readonly #chosen: Recogniser | undefined;
  readonly #looks: boolean;
  readonly #added: AddedListeners;
  readonly #room = new RecogniserRoom();
  #found: SphinxRecogniser | undefined;

  /** `program`: as `--recogniser` names it; `undefined` looks for what was added and what is installed. */
  constructor(program: string | undefined, added: AddedListeners) {
    this.#added = added;
    this.#looks = program === undefined;
    this.#chosen = program === undefined || program === noRecogniser ? undefined : new ProgramRecogniser(program);
  }

  /** Looks again each time: what is added or installed while the service runs counts. */
  find(): Recogniser | undefined {
    if (!this.#looks) return this.#chosen;
    const added = this.#added.listener();
    if (added !== undefined) return new ModelRecogniser(added, this.#added.host, this.#room);
    const installed = findSphinx(process.env['PATH'] ?? '');
    if (installed === undefined) return undefined;
    return (this.#found ??= new SphinxRecogniser(installed));
  }

  /** As the profile says it. */
  describe(): { recogniser: 'none' | Recogniser['kind']; name?: string; languages: string[] | null } {
    const found = this.find();
    return {
      recogniser: found?.kind ?? 'none',
      ...(found?.name !== undefined && { name: found.name }),
      languages: found === undefined ? [] : found.languages === undefined ? null : [...found.languages],
    };
  }

  close(): void {
    this.#chosen?.close();
    this.#found?.close();
    this.#room.close();
  }
}
