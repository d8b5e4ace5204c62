// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./espeak-ng.d.ts" />
import initialise, { type EngineEvent, type EngineWorker } from '@echogarden/espeak-ng-emscripten';

export type { EngineEvent } from '@echogarden/espeak-ng-emscripten';

/** The engine's own sample rate: 16 bit mono. */
export const sampleRate = 22_050;

/** How the engine is to sound, after voice, controls and hints were put together. */
export interface EngineVoice {
  /** Language and variant, such as `en-us+f3`. */
  name: string;
  /** Words a minute, 80 to 450. */
  rate: number;
  /** 0 to 99; 50 is the variant's own, 50 steps are an octave. */
  pitch: number;
  /** 0 to 99: how lively the pitch moves. */
  range: number;
}

/**
 * One instance of eSpeak NG. Calls are synchronous and keep their thread busy for about a five-hundredth of the sound's
 * duration, so it lives in a thread of its own and gets short texts.
 */
export class Engine {
  readonly #worker: EngineWorker;
  #voice = '';

  private constructor(worker: EngineWorker) {
    this.#worker = worker;
  }

  static async start(): Promise<Engine> {
    const engine = await initialise();
    const worker = await new engine.eSpeakNGWorker();
    if (worker.samplerate !== sampleRate) throw new Error(`The engine speaks at ${worker.samplerate} Hz instead of ${sampleRate}`);
    return new Engine(worker);
  }

  use(voice: EngineVoice): void {
    if (voice.name !== this.#voice) {
      if (this.#worker.set_voice(voice.name) !== 0) throw new Error(`The engine has no voice "${voice.name}"`);
      this.#voice = voice.name;
    }
    this.#worker.rate = Math.round(Math.min(450, Math.max(80, voice.rate)));
    this.#worker.pitch = Math.round(Math.min(99, Math.max(0, voice.pitch)));
    this.#worker.range = Math.round(Math.min(99, Math.max(0, voice.range)));
  }

  /** `markup` is SSML. The callback's samples are its own to keep. */
  speak(markup: string, heard: (samples: Int16Array, events: EngineEvent[]) => void): void {
    this.#worker.synthesize(markup, (samples, events) => {
      heard(samples ?? new Int16Array(0), events);
      return false;
    });
  }
}
