// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./rnnoise.d.ts" />
import initialise, { type NoiseModule } from '@echogarden/rnnoise-wasm';
import { frameSamples } from './cleaning-files.ts';

const floatBytes = 4;
const fullScale = 32_768;

let loaded: Promise<NoiseModule> | undefined;

/**
 * RNNoise over a mono sound at 48 kHz that comes in pieces of any size: the sound with less noise, sample for sample in its place, and of each
 * hundredth of a second how probable a voice is. What is no number is silence: it would stay in the model's memory forever.
 */
export class NoiseReducer {
  readonly #module: NoiseModule;
  readonly #state: number;
  /** The frame that goes in, and behind it the one that comes out. */
  readonly #address: number;
  readonly #frame = new Float32Array(frameSamples);
  #filled = 0;
  #frames = 0;
  #samples = 0;

  private constructor(module: NoiseModule) {
    this.#module = module;
    this.#state = module._rnnoise_create(0);
    this.#address = module._malloc(2 * frameSamples * floatBytes);
  }

  static async create(): Promise<NoiseReducer> {
    loaded ??= initialise();
    return new NoiseReducer(await loaded);
  }

  /** What is complete so far. `voice`: of each frame of `samples`, 0 to 255. */
  push(samples: Float32Array): { samples: Float32Array; voice: Uint8Array } {
    this.#samples += samples.length;
    const out = new Float32Array(samples.length + frameSamples);
    const voice = new Uint8Array(Math.ceil(samples.length / frameSamples) + 1);
    let [at, frames] = [0, 0];
    for (let from = 0; from < samples.length;) {
      const count = Math.min(frameSamples - this.#filled, samples.length - from);
      for (let index = 0; index < count; index += 1) this.#frame[this.#filled + index] = toModel(samples[from + index] ?? 0);
      this.#filled += count;
      from += count;
      if (this.#filled < frameSamples) break;
      const probability = this.#process();
      // The model is a frame late: what its first one gives lies before the sound.
      if (this.#frames === 1) continue;
      out.set(this.#result(), at);
      at += frameSamples;
      voice[frames] = probability;
      frames += 1;
    }
    return { samples: out.subarray(0, at), voice: voice.subarray(0, frames) };
  }

  /** The rest: together as many samples as were pushed. */
  finish(): { samples: Float32Array; voice: Uint8Array } {
    const total = this.#samples;
    const given = Math.max(0, this.#frames - 1) * frameSamples;
    const rest = this.push(new Float32Array(2 * frameSamples));
    const wanted = total - given;
    return { samples: rest.samples.subarray(0, wanted), voice: rest.voice.subarray(0, Math.ceil(wanted / frameSamples)) };
  }

  free(): void {
    this.#module._rnnoise_destroy(this.#state);
    this.#module._free(this.#address);
  }

  #process(): number {
    this.#module.HEAPF32.set(this.#frame, this.#address / floatBytes);
    this.#filled = 0;
    this.#frames += 1;
    const output = this.#address + frameSamples * floatBytes;
    return Math.round(255 * this.#module._rnnoise_process_frame(this.#state, output, this.#address));
  }

  #result(): Float32Array {
    const from = this.#address / floatBytes + frameSamples;
    return this.#module.HEAPF32.slice(from, from + frameSamples).map((sample) => sample / fullScale);
  }
}

const toModel = (sample: number): number => (Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) * fullScale : 0);
