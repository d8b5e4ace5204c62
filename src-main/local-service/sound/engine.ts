// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./espeak-ng.d.ts" />
import initialise, { type EngineEvent, type EngineModule, type EngineWorker } from '@echogarden/espeak-ng-emscripten';
import { Brightness } from './brightness.ts';
import type { ModelVoice } from '../models/model-order.ts';
import type { FliteVoice } from './flite/flite-voices.ts';

export type { EngineEvent } from '@echogarden/espeak-ng-emscripten';

/** The engine's own sample rate: 16 bit mono. */
export const sampleRate = 22_050;

/** How the engine is to sound, after voice, controls and hints were put together. */
export interface EngineVoice {
  /** Language and variant, such as `en-us+f3`. */
  name: string;
  /** Words a minute, 80 to 450. */
  rate: number;
  /** 0 to 99; 50 is the variant's own. The engine's own unit: how far a step goes differs by variant (`voices/calibration.ts`). */
  pitch: number;
  /** 0 to 99: how lively the pitch moves. */
  range: number;
  /** The whole melody this much higher, -12 to 12; 0 when absent. Kept to a tenth. */
  semitones?: number | undefined;
  /** The throat's resonances this much higher than the voice's own, 0.75 to 1.3; 1 when absent. Kept to a hundredth. */
  formants?: number | undefined;
  /** Decibels that high sounds are louder, -12 to 12; 0 when absent. */
  brightness?: number | undefined;
  /** Of a voice that a person added, filled in where it goes to a thread (`synthesis.ts`): what its name stands for. */
  flite?: FliteVoice | undefined;
  /** The same, of a voice that a model speaks, in a process of its own. */
  model?: ModelVoice | undefined;
}

/** Voices whose memory is kept, of about 1.2 MB each: speeches of one thread take turns with theirs. */
const voicesKept = 12;
/** No text is longer: the binding grows a buffer for it that it finds again only when the memory stays as it is. */
const markupBytesMaximum = 64 * 1024;
const variants = '/usr/share/espeak-ng-data/voices/!v';
const shiftedVariant = 'shifted';

/**
 * One instance of eSpeak NG. Calls are synchronous and keep their thread busy for about a five-hundredth of the sound's
 * duration, so it lives in a thread of its own and gets short texts.
 *
 * The engine carries the phase of its tremor, its echo and its noise from one text to the next. Here its memory is put back to what it was
 * when the voice had just been chosen before each text, so that equal orders sound equal, sample by sample, whatever was spoken before.
 */
export class Engine {
  readonly #module: EngineModule;
  readonly #worker: EngineWorker;
  /** The memory before any voice was chosen. */
  readonly #plain: Uint8Array;
  /** The memory right after each voice was chosen, the latest used last. */
  readonly #voices = new Map<string, Uint8Array>();
  /** Of the voice in use. */
  #brightness = 0;

  private constructor(module: EngineModule, worker: EngineWorker) {
    this.#module = module;
    this.#worker = worker;
    this.#plain = this.#memory();
  }

  static async start(): Promise<Engine> {
    const module = await initialise();
    const worker = withoutClock(() => new module.eSpeakNGWorker());
    if (worker.samplerate !== sampleRate) throw new Error(`The engine speaks at ${worker.samplerate} Hz instead of ${sampleRate}`);
    // The binding's buffer is grown by a long text and made by the next: from now on it stays where it is.
    worker.set_voice('en');
    for (const text of [' '.repeat(markupBytesMaximum), ' ', ' ']) worker.synthesize(text, () => false);
    return new Engine(module, worker);
  }

  /** To be called before each {@link speak}. */
  use(voice: EngineVoice): void {
    const tenths = Math.round(10 * (voice.semitones ?? 0));
    const formants = Math.round(100 * Math.min(1.4, Math.max(0.7, voice.formants ?? 1)));
    const key = `${voice.name} ${tenths} ${formants}`;
    const memory = this.#voices.get(key) ?? this.#choose(voice.name, tenths, formants);
    this.#voices.delete(key);
    this.#voices.set(key, memory);
    if (this.#voices.size > voicesKept) for (const oldest of [...this.#voices.keys()].slice(0, -voicesKept)) this.#voices.delete(oldest);
    this.#module.HEAPU8.set(memory);
    this.#brightness = voice.brightness ?? 0;
    this.#worker.rate = Math.round(Math.min(450, Math.max(80, voice.rate)));
    this.#worker.pitch = Math.round(Math.min(99, Math.max(0, voice.pitch)));
    this.#worker.range = Math.round(Math.min(99, Math.max(0, voice.range)));
  }

  /** `markup` is SSML. The callback's samples are its own to keep. */
  speak(markup: string, heard: (samples: Int16Array, events: EngineEvent[]) => void): void {
    if (Buffer.byteLength(markup) >= markupBytesMaximum) throw new RangeError('The text is too long to be spoken in one breath');
    const shape = this.#brightness === 0 ? undefined : new Brightness(sampleRate, 0, this.#brightness);
    this.#worker.synthesize(markup, (samples, events) => {
      heard(samples === undefined ? new Int16Array(0) : shape === undefined ? samples : shaped(samples, shape), events);
      return false;
    });
  }

  #choose(name: string, tenths: number, formants: number): Uint8Array {
    this.#module.HEAPU8.set(this.#plain);
    const [language = '', variant] = name.split('+');
    const own = tenths === 0 && formants === 100;
    if (!own) this.#shift(variant, tenths / 10, formants / 100);
    if (this.#worker.set_voice(own ? name : `${language}+${shiftedVariant}`) !== 0) {
      throw new Error(`The engine has no voice "${name}"`);
    }
    return this.#memory();
  }

  /**
   * Writes the variant with its pitch and its formants moved. The engine's pitch control covers 1.3 octaves, unevenly, and a voice has used some of it;
   * the base and the top of a variant are in hertz, 9 above what is heard, and can be moved exactly.
   */
  #shift(variant: string | undefined, semitones: number, formants: number): void {
    const own = variant === undefined ? 'language variant\n' : this.#module.FS.readFile(`${variants}/${variant}`, { encoding: 'utf8' });
    const file = formants === 1 ? own : withFormants(own, formants);
    const [line, base = '82', top = '118'] = /^pitch\s+(\d+)\s+(\d+).*$/mu.exec(file) ?? [];
    const factor = 2 ** (semitones / 12);
    const low = 9 + (Number(base) - 9) * factor;
    const shifted = `pitch ${Math.round(low)} ${Math.round(low + (Number(top) - Number(base)) * factor)}`;
    this.#module.FS.writeFile(`${variants}/${shiftedVariant}`, line === undefined ? `${file}\n${shifted}\n` : file.replace(line, shifted));
  }

  /** A copy of all memory that is in use: the allocator puts a block that fits into no gap behind it. */
  #memory(): Uint8Array {
    const end = this.#module._webidl_malloc(1024 * 1024);
    this.#module._webidl_free(end);
    return this.#module.HEAPU8.slice(0, end + 4096);
  }
}

/** A variant whose formants lie this much higher. Its lines give, for each of nine, percent of the language's own frequency, height and width. */
function withFormants(variant: string, factor: number): string {
  const percent = (value: string): string => String(Math.round(Number(value) * factor));
  const moved = variant.replace(/^(formant\s+\d\s+)(\d+)/gmu, (_, head: string, value: string) => head + percent(value));
  const missing = Array.from({ length: 9 }, (_, formant) => formant).filter(
    (formant) => !new RegExp(`^formant\\s+${formant}\\s`, 'mu').test(moved),
  );
  return `${moved}\n${missing.map((formant) => `formant ${formant} ${percent('100')} 100 100`).join('\n')}\n`;
}

function shaped(samples: Int16Array, shape: Brightness): Int16Array {
  const floats = Float32Array.from(samples, (sample) => sample / 32_768);
  shape.apply(floats);
  return Int16Array.from(floats, (value) => Math.round(32_767 * Math.min(1, Math.max(-1, value))));
}

/** The engine seeds its noise with the time at which it starts: with none, every instance of it sounds alike. */
function withoutClock<Result>(work: () => Result): Result {
  const now = Date.now;
  Date.now = () => 0;
  try {
    return work();
  } finally {
    Date.now = now;
  }
}
