import { Engine, type EngineEvent, type EngineVoice } from './engine.ts';
import { Flite } from './flite/flite.ts';
import type { FliteProgram } from './flite/flite-program.ts';
import { fliteVoiceOf } from './flite/flite-voices.ts';
import type { Comfort } from './tokens.ts';

/** Flite and models give the sound of a chunk when they have said all of it: a clause makes a short one to begin with. */
const clauses: Comfort = { first: 40, further: 120 };

/** What is said in one call: as SSML with a mark before each piece, and as the pieces themselves. */
interface Breath {
  markup: string;
  pieces: readonly string[];
}

/**
 * The engines of one thread. eSpeak NG speaks all languages and is there at once; Flite, whose English voices are made of recordings of people, starts with
 * the first voice that needs it.
 */
export class Engines {
  readonly #espeak: Engine;
  #flite: Flite | undefined;
  #starting: Promise<Flite> | undefined;
  readonly #fliteProgram: () => FliteProgram | undefined;

  private constructor(espeak: Engine, fliteProgram: () => FliteProgram | undefined) {
    this.#espeak = espeak;
    this.#fliteProgram = fliteProgram;
  }

  /** `fliteProgram` is asked when the first voice of Flite is to speak; without one Flite reads its own. */
  static async start(fliteProgram: () => FliteProgram | undefined = () => undefined): Promise<Engines> {
    return new Engines(await Engine.start(), fliteProgram);
  }

  /** To be awaited before the first {@link speak} of a voice. */
  async prepare(voice: EngineVoice): Promise<void> {
    if (!isFlite(voice)) return;
    this.#starting ??= Flite.start(this.#fliteProgram());
    this.#flite = await this.#starting;
  }

  /** Where a sentence may be cut for this voice; undefined for the usual lengths. */
  comfort(voice: EngineVoice): Comfort | undefined {
    return isFlite(voice) || voice.model !== undefined ? clauses : undefined;
  }

  /** Synchronous. The samples are the callback's own to keep; the times of events are milliseconds from the beginning of the breath. */
  speak(voice: EngineVoice, breath: Breath, give: (samples: Int16Array, events: EngineEvent[]) => void): void {
    if (isFlite(voice)) {
      if (this.#flite === undefined) throw new Error('The engine of this voice has not been started');
      this.#flite.speak(voice, breath.pieces, give);
      return;
    }
    this.#espeak.use(voice);
    this.#espeak.speak(breath.markup, give);
  }
}

const isFlite = (voice: EngineVoice): boolean => fliteVoiceOf(voice) !== undefined;
