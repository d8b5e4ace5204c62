import { closeSync, fstatSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { sampleRate } from '#shared/narration/take.ts';
import { toPcm } from '../../media/sound-writer.ts';
import { frameSamples, type CleaningPaths } from './cleaning-files.ts';
import { NoiseReducer } from './noise-reducer.ts';

/** Samples of one step: a thread that has other things to do is not held up. */
const stepSamples = 10 * sampleRate;

/** Listens to a whole recording once, step after step, with memory for one step. */
export class Cleaning {
  readonly #paths: CleaningPaths;
  readonly #reducer: NoiseReducer;
  readonly #source: number;
  readonly #target: number;
  readonly #total: number;
  readonly #piece = new Uint8Array(stepSamples * 2);
  readonly #frames: Uint8Array;
  readonly #levels: LevelMeter;
  #done = 0;
  #written = 0;
  #heard = 0;

  private constructor(paths: CleaningPaths, reducer: NoiseReducer) {
    this.#paths = paths;
    this.#reducer = reducer;
    this.#source = openSync(paths.pcm, 'r');
    this.#total = Math.floor(fstatSync(this.#source).size / 2);
    this.#frames = new Uint8Array(2 * Math.ceil(this.#total / frameSamples));
    this.#levels = new LevelMeter(this.#frames);
    writeFileSync(paths.voice, '');
    this.#target = openSync(paths.reduced, 'w', 0o600);
  }

  static async begin(paths: CleaningPaths): Promise<Cleaning> {
    return new Cleaning(paths, await NoiseReducer.create());
  }

  /** Samples that are done, of all. Done are all when the files are whole. */
  step(): { done: number; total: number } {
    const read = readSync(this.#source, this.#piece, 0, this.#piece.byteLength, this.#done * 2) & ~1;
    const samples = Float32Array.from(new Int16Array(this.#piece.buffer, 0, read / 2), (sample) => sample / 32_768);
    this.#levels.push(samples);
    this.#take(this.#reducer.push(samples));
    this.#done += samples.length;
    if (read === 0 || this.#done >= this.#total) {
      this.#take(this.#reducer.finish());
      this.#levels.finish();
      this.#done = this.#total;
      writeFileSync(this.#paths.voice, this.#frames, { mode: 0o600 });
    }
    return { done: this.#done, total: this.#total };
  }

  free(): void {
    this.#reducer.free();
    closeSync(this.#source);
    closeSync(this.#target);
  }

  #take({ samples, voice }: { samples: Float32Array; voice: Uint8Array }): void {
    const pcm = toPcm(samples);
    const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    for (let from = 0; from < bytes.length;) {
      const count = writeSync(this.#target, bytes, from, bytes.length - from, this.#written);
      from += count;
      this.#written += count;
    }
    for (const probability of voice) {
      this.#frames[2 * this.#heard] = probability;
      this.#heard += 1;
    }
  }
}

/** The level of each hundredth of a second, into every second byte. */
class LevelMeter {
  readonly #frames: Uint8Array;
  #power = 0;
  #filled = 0;
  #count = 0;

  constructor(frames: Uint8Array) {
    this.#frames = frames;
  }

  push(samples: Float32Array): void {
    for (const sample of samples) {
      this.#power += sample * sample;
      this.#filled += 1;
      if (this.#filled === frameSamples) this.finish();
    }
  }

  finish(): void {
    if (this.#filled === 0) return;
    const decibels = 10 * Math.log10(this.#power / this.#filled);
    this.#frames[2 * this.#count + 1] = decibels > -127 ? Math.max(0, Math.round(-2 * decibels)) : 255;
    this.#count += 1;
    this.#power = 0;
    this.#filled = 0;
  }
}
